import { describe, expect, it } from 'vitest';
import { saidInstead, verdictOf } from '../../../src/core/trace/index.ts';
import { diagnose } from '../../../src/core/diagnose/index.ts';
import { extract } from '../../../src/core/reader/index.ts';

const reasonOf = (text: string): string => {
  const options = { runtime: 'auto', tools: [] };
  const extraction = extract({ text }, options);
  return verdictOf({ ...extraction, diagnoses: diagnose(extraction, options) }).reason;
};

describe('what a text says in place of a call', () => {
  it.each([
    ['cannot', "I'm sorry, but I don't have access to the bell.", 'says that the model cannot'],
    ['cannot', '抱歉，我无法直接访问文件系统。', 'says that the model cannot'],
    ['question', 'I can ring it for you. Which bell do you mean?', 'ends with a question'],
    ['announces', "Sure!\n\nI'll ring the bell and tell you what it sounds like.", 'announces an action'],
    ['announces', 'Let me ring the bell.', 'announces an action'],
    ['announces', "I'll list your Docker containers now.", 'announces an action'],
    ['announces', "Sure. I'll set the version to 1.2.3 in the file.", 'announces an action'],
    ['announces', '好的，我将调用工具为您查询，请稍等。', 'announces an action'],
    ['done', 'I have searched the archive and found no bell.', 'says that something was done'],
    ['done', "I've rung it: I turned the bell. Is there anything else I can help you with?", 'something was done'],
    ['done', 'The bell is now off! Anything else?', 'something was done'],
    ['done', 'Ich habe die Glocke ausgeschaltet. Kann ich sonst noch etwas für dich tun?', 'something was done'],
    [
      'done',
      "I've switched off the bell. Would you like me to switch off the other one as well?",
      'something was done',
    ],
    ['question', "I've checked the tower. Which bell do you mean?", 'ends with a question'],
    ['question', 'Would you like me to ring the bell?', 'ends with a question'],
    ['question', 'Should anything else be on the list of bells?', 'ends with a question'],
    ['command', 'Ring it like this:\n\n```bash\nring --twice\n```', 'shows a command'],
    ['object', '{"room": "hall"}', 'a JSON object without the name'],
    ['object', '{"path": "a.md", "content": "# The bell', 'a JSON object without the name'],
    ['final', '{"action": "Final Answer", "action_input": "It is loud."}', 'the final answer of an agent'],
    ['start', 'vllm serve lamp-4 \\\n  --port 8000', 'the command that starts a server'],
    ['questions', 'Before I begin:\n1. How loud?\n2. How often?\n\nTell me.', 'asks questions'],
    ['cannot', 'Lo siento, no puedo tocar la campana.', 'says that the model cannot'],
    ['thoughts', '<think>I should ring the bell.</think>\n', 'reasoning alone'],
    [
      'configuration',
      'My file:\n\n{"$schema": "https://a.b/c.json", "model": "lamp"}',
      'the configuration of a client',
    ],
    ['configuration', '{"mcpServers": {"bells": {"command": "npx"}}}', 'the configuration of a client'],
  ])('%s: %s', (_, text, fact) => {
    expect(saidInstead(text)?.fact).toContain(fact);
  });

  it.each([
    ['an answer', 'The bell hangs in the tower, and it is large.'],
    ['what was made is the answer', 'Here is the poem I created for you:\n\nA bell in the fog.'],
    ['how a text was written', 'The letter is done. I opened with a colour, as you like it.'],
    ['somebody who reports', "It stopped. I'm running Ollama 0.5.1 on localhost.\nI'll try another one."],
    ['a polite end', 'The bell is large. Is there anything else I can help you with?'],
    ['a wish', "I'll be happy to help. Let me know what you need."],
    ['a limit of something else', 'The tower does not have access to the yard.'],
    ['a question before the end', 'Is it loud? Yes, it is.'],
    ['words of a report', "I have updated vLLM, and it doesn't work."],
    ['the log of a program', '2026-11-02 [INFO] I will ring the bell'],
    ['nothing', '  \n'],
    ['a plan in the reasoning', '<think>Let me ring the bell.</think>The bell is large.'],
    ['a long text', `${'The bell is large. '.repeat(300)}I'll ring it.`],
    ['a list', '[{"room": "hall"}]'],
    ['a health check', '{"status": "ok"}'],
    ['an object with a name of one word', '{"name": "ring_bell", "times": 2}'],
    ['a program', 'from lamp import bell\nbell.ring(2)'],
  ])('is unknown for %s', (_, text) => {
    expect(saidInstead(text)).toBeNull();
  });

  it('is in the verdict, with its place and what to do', () => {
    expect(reasonOf("All right.\n\nI'll ring the bell now.")).toBe(
      'Callscope finds no call: the text announces an action, and ends without a call (line 3, column 1). Let the model go on, or send `tool_choice: required`. If the reply was cut off, the finish reason says so.',
    );
  });

  it('says where an object is broken that has no name', () => {
    expect(reasonOf('{"room":"hall",level":3}')).toContain(
      'Expected a double-quoted key, found `l` (line 1, column 16).',
    );
  });

  it('says nothing where something looks like a call', () => {
    expect(reasonOf('I\'ll ring it.\n\n<tool_call>{"name": "ring_bell", "arguments": {"times": 2}')).not.toContain(
      'announces',
    );
  });
});
