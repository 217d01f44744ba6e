import { example, type WrittenExample } from './example.ts';
import { fence, oilCall, valveCall } from './pump-house.ts';

export const tiers: readonly WrittenExample[] = [
  example(
    'tier-fence',
    'ExAthena, parser by parser',
    'Fences: two clean calls',
    'The form that the prompt asks for. Step through it: marker, JSON, name, arguments, call.',
    { text: `Gauge first, then the valve.\n\n${fence(oilCall)}\n\n${fence(valveCall)}` },
    { tone: 'good', calls: ['read_gauge', 'open_valve'], codes: [] },
  ),
  example(
    'tier-raw',
    'ExAthena, parser by parser',
    'Bare JSON: the whole reply',
    'Small models often answer with the bare object. The parser of bare JSON needs "name" and "arguments". It balances braces, ignoring those inside strings.',
    { text: oilCall },
    { tone: 'good', calls: ['read_gauge'], codes: [] },
  ),
  example(
    'tier-raw-code-fence',
    'ExAthena, parser by parser',
    'Bare JSON in a code fence',
    'ExAthena 0.4.6 removes a Markdown fence around the whole reply. 0.19 first asks whether the reply begins with {, and finds no call in the same text.',
    { text: '```json\n' + oilCall + '\n```' },
    { tone: 'good', calls: ['read_gauge'], codes: [] },
  ),
  example(
    'tier-raw-refused',
    'ExAthena, parser by parser',
    'Bare JSON, 0.19: not looked for',
    'A code fence comes before the brace. The reply does not begin with JSON, so ExAthena 0.19 never looks for bare JSON.',
    { text: '```json\n' + oilCall + '\n```', profile: 'exathena-head' },
    { tone: 'bad', calls: [], codes: ['no-marker'] },
  ),
  example(
    'tier-tag',
    'ExAthena, parser by parser',
    'Tag, 0.19: a <tool_call> in the text',
    'Tags of Qwen, which no server parsed. ExAthena 0.19 has a parser for them; 0.4.6 finds the same call as bare JSON.',
    { text: `<tool_call>\n${oilCall}\n</tool_call>`, profile: 'exathena-head' },
    { tone: 'good', calls: ['read_gauge'], codes: ['shape-flat-without-id'] },
  ),
];
