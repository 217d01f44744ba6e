import { describe, expect, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { render } from '../../src/core/templates/index.ts';
import { ownTemplates } from '../../src/core/templates/own/index.ts';
const tools = [
  {
    type: 'function',
    function: {
      name: 'tide_at',
      description: 'High water of a port.',
      parameters: {
        type: 'object',
        properties: { port: { type: 'string' }, days: { type: 'integer' }, spring: { type: 'boolean' } },
        required: ['port'],
      },
    },
  },
];
const base = [
  { role: 'system', content: 'You look after a harbour.' },
  { role: 'user', content: 'When is high water in Malmö?' },
];
const call = (id: string, args: object) => ({ id, type: 'function', function: { name: 'tide_at', arguments: args } });
const convs: any = {
  plain: { messages: base, tools: null },
  tools: { messages: base, tools },
  call: {
    messages: [
      ...base,
      { role: 'assistant', content: '', tool_calls: [call('call00001', { port: 'Malmö', days: 2 })] },
      { role: 'tool', tool_call_id: 'call00001', name: 'tide_at', content: '{"high": "04:12"}' },
    ],
    tools,
  },
  calls: {
    messages: [
      ...base,
      {
        role: 'assistant',
        content: 'I look both up.',
        tool_calls: [call('call00001', { port: 'Malmö' }), call('call00002', { port: 'Ystad', spring: true })],
      },
      { role: 'tool', tool_call_id: 'call00001', name: 'tide_at', content: 'high 04:12' },
      { role: 'tool', tool_call_id: 'call00002', name: 'tide_at', content: 'high 04:40' },
    ],
    tools,
  },
};
describe.each(ownTemplates.map((o) => [o.id, o] as const))('%s', (_, own) => {
  it.each(Object.keys(convs))('%s', (id) => {
    const r = render(own.text, { ...convs[id], variables: { ...own.variables, add_generation_prompt: true } });
    console.log('=====', own.id, id, r.failure, r.warnings, '\n' + r.prompt);
    expect(r.failure).toBeNull();
  });
});
