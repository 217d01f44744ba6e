import { example, type WrittenExample } from './example.ts';
import { fence, oilCall, valveCall } from './pump-house.ts';

export const tiers: readonly WrittenExample[] = [
  example(
    'tier-fence',
    'One per tier',
    'Tagged: two clean fences',
    'What the augmented prompt asks for. Step through it: marker, JSON, name, arguments, call.',
    { text: `Gauge first, then the valve.\n\n${fence(oilCall)}\n\n${fence(valveCall)}` },
    { calls: ['read_gauge', 'open_valve'], codes: [] },
  ),
  example(
    'tier-raw',
    'One per tier',
    'Raw: the reply is JSON',
    'Small models often answer with the bare object. The raw tier needs "name" and "arguments". It balances braces, ignoring those inside strings.',
    { text: oilCall },
    { calls: ['read_gauge'], codes: [] },
  ),
  example(
    'tier-raw-code-fence',
    'One per tier',
    'Raw: JSON in a code fence',
    'The raw tier strips a Markdown fence around the whole reply. Under 0.19 the gate in front of it asks for { first, so the same reply yields nothing.',
    { text: '```json\n' + oilCall + '\n```' },
    { calls: ['read_gauge'], codes: [] },
  ),
  example(
    'tier-raw-refused',
    'One per tier',
    'Raw, 0.19: the gate says no',
    'A code fence comes before the brace, so the message does not begin with JSON and the raw tier never runs.',
    { text: '```json\n' + oilCall + '\n```', profile: 'exathena-head' },
    { calls: [], codes: ['no-marker'] },
  ),
  example(
    'tier-tag',
    'One per tier',
    'Tag, 0.19: leaked <tool_call>',
    'Qwen-style tags that a server forgot to parse. 0.19 has a tier for them; under 0.4.6 the same text is found by the raw tier.',
    { text: `<tool_call>\n${oilCall}\n</tool_call>`, profile: 'exathena-head' },
    { calls: ['read_gauge'], codes: ['shape-flat-without-id'] },
  ),
];
