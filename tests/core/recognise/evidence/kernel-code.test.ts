import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const answer = JSON.stringify({
  id: 'chatcmpl-BrassLamp',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4.1-mini-2025-04-14',
  choices: [
    { index: 0, message: { role: 'assistant', content: "I can't dim lamps." }, logprobs: null, finish_reason: 'stop' },
  ],
  system_fingerprint: 'fp_lamp',
});
const asked = 'POST https://api.openai.com/v1/chat/completions\n{"model":"gpt-4.1-mini","messages":[]}\n\n200 OK\n';
const pasted = (code: string): string =>
  `My lamp stays bright.\n\n\`\`\`\n${code}\n\`\`\`\n\n\`\`\`\n${asked}${answer}\n\`\`\`\n`;
const first = (code: string) => {
  const { headline, causes } = evidenceSentences(evidenceOf({ content: pasted(code), name: null }));
  return { headline, fix: causes[0]?.fix ?? '' };
};

const csharp = 'kernel.Plugins.AddFromType<Lamps>();\nvar said = await chat.GetChatMessageContentAsync(history);';
const python = 'kernel.add_plugin(Lamps(), "lamps")\nsaid = await chat.get_chat_message_content(history, settings)';

it('says that code of Semantic Kernel sends none of its functions', () => {
  expect(first(csharp).headline).toContain('this code sets none');
  expect(first(csharp).fix).toContain('FunctionChoiceBehavior.Auto()');
  expect(first(python).headline).toContain('this code sets none');
  expect(first(python).fix).toContain('settings.function_choice_behavior');
});

it.each([
  ['the behaviour is set', `${csharp}\nsettings.FunctionChoiceBehavior = FunctionChoiceBehavior.Auto();`],
  [
    'an older one is set',
    `${python}\nsettings.function_call_behavior = FunctionCallBehavior.EnableFunctions(True, {})`,
  ],
  ['it has no functions', 'var said = await chat.GetChatMessageContentAsync(history);'],
  ['it is other code', 'kernel.Plugins.AddFromType<Lamps>();\nvar said = await agent.InvokeAsync(history);'],
])('and nothing of it where %s', (_, code) => {
  expect(first(code).headline).not.toContain('sets none');
});

const printed = JSON.stringify({
  Role: { Label: 'assistant' },
  Items: [
    {
      $type: 'FunctionCallContent',
      Id: 'call_BrassLamp',
      PluginName: 'Lamps',
      FunctionName: 'dim',
      Arguments: { level: 2 },
    },
  ],
  ModelId: 'gpt-4o-mini',
});
const console = (code: string): string =>
  `Nothing dims.\n\n\`\`\`csharp\n${code}\n\`\`\`\n\nThe console:\n\n\`\`\`\n${printed}\n\`\`\`\n`;
const handedOver = `${csharp.replace('(history)', '(history, settings, kernel)')}\nsettings.FunctionChoiceBehavior = FunctionChoiceBehavior.Auto(autoInvoke: false);`;

it('reads the calls of a message that .NET prints', () => {
  const { call, did } = evidenceOf({ content: printed, name: null });
  expect(did).toBe('calls');
  expect(call?.names).toEqual(['Lamps-dim']);
});

it('says that code has a call handed over and does not run it', () => {
  const { headline } = evidenceSentences(evidenceOf({ content: console(handedOver), name: null }));
  expect(headline).toContain('hand the call over');
});

it('and not where Semantic Kernel runs it', () => {
  const code = handedOver.replace('autoInvoke: false', '');
  const { headline } = evidenceSentences(evidenceOf({ content: console(code), name: null }));
  expect(headline).not.toContain('hand the call over');
});
