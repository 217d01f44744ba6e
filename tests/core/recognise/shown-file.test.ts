import { describe, expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';

const tools = [
  {
    type: 'function',
    function: { name: 'fill_tub', parameters: { type: 'object', properties: { litres: { type: 'integer' } } } },
  },
];
const messages = [
  { role: 'system', content: 'You run a bath.' },
  { role: 'user', content: 'Fill the tub.' },
];
const request = JSON.stringify({ model: 'm', messages, tools }, null, 2);
const call = '<tool_call>\n{"name": "fill_tub", "arguments": {"litres": "90"}}\n</tool_call>';
const answer = JSON.stringify({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: call }, finish_reason: 'stop' }],
});
const ask = 'curl -s http://10.0.0.7:8000/v1/chat/completions -d @req.json';

const prompts = ['$ ', '❯ ', 'me@box:~/bath$ ', 'PS C:\\bath> ', 'C:\\bath>', ''];
const commands = ['cat req.json', 'type req.json', 'jq . req.json', 'Get-Content .\\req.json', 'less req.json'];

describe('a file that a command shows', () => {
  it.each(prompts.flatMap((prompt) => commands.map((command) => [prompt, command] as const)))(
    'is what the next command sends: %s%s',
    (prompt, command) => {
      const content = `${prompt}${command}\n${request}\n${prompt}${ask}\n${answer}\n`;
      const found = recognise({ content, name: null });
      expect([found.kind, found.tools, found.system]).toEqual(['response', ['fill_tub'], 'You run a bath.']);
      expect(found.replies.map(({ text }) => text)).toEqual([call]);
    },
  );

  it('may be shown after the answer', () => {
    const found = recognise({ content: `$ ${ask}\n${answer}\n$ cat req.json\n${request}\n`, name: null });
    expect([found.kind, found.tools, found.count]).toEqual(['response', ['fill_tub'], 1]);
  });

  it('may hold the tools alone', () => {
    const content = `$ cat tools.json\n${JSON.stringify(tools)}\n$ python ask.py\n${call}\n`;
    const found = recognise({ content, name: null });
    expect([found.tools, found.replies.map(({ text }) => text)]).toEqual([['fill_tub'], [call]]);
  });

  it('adds no tools to a request that a command sends without any', () => {
    const sent = `curl http://10.0.0.7:8000/v1/chat/completions -d '${JSON.stringify({ model: 'm', messages })}'`;
    const content = `$ cat tools.json\n${JSON.stringify(tools)}\n$ ${sent}\n${answer}\n`;
    expect(recognise({ content, name: null }).tools).toEqual([]);
  });

  it('is no request where it is the answer', () => {
    const found = recognise({ content: `$ cat answer.json\n${answer}\n`, name: null });
    expect([found.kind, found.tools, found.count]).toEqual(['response', [], 1]);
  });
});
