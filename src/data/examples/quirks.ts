import { example, type WrittenExample } from './example.ts';
import { fence, oilCall, valveCall } from './pump-house.ts';

export const quirks: readonly WrittenExample[] = [
  example(
    'indented-fence',
    'Quirks that bite',
    'The model copied an indented fence',
    'The prompt showed its example indented, the model copied it, and the closing fence no longer begins its line. No call, no error.',
    {
      text: `I will check the oil pressure first.\n\n    ~~~tool_call\n    ${oilCall}\n    ~~~\n\nThen I will open the valve.`,
    },
    { tone: 'bad', calls: [], codes: ['unclosed-block', 'closer-indented', 'fence-mention-claims-text'] },
  ),
  example(
    'one-bad-block',
    'Quirks that bite',
    'One bad block loses the good one',
    'The second block has a trailing comma. ExAthena gives up on the whole reply, and the first call, which is fine, never runs.',
    { text: `${fence(oilCall)}\n${fence('{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40,}}')}` },
    { tone: 'bad', calls: 'error', codes: ['json-syntax', 'one-error-ends-all'] },
  ),
  example(
    'mention-claims-text',
    'Quirks that bite',
    'Prose that mentions the fence',
    'The bare JSON below would be found, but the prose mentions the marker, and then ExAthena only looks for fences. Set native_tool_calls to false and look again.',
    { text: `I was told to use ~~~tool_call blocks, but here is the call:\n\n${oilCall}`, nativeToolCalls: 'true' },
    { tone: 'bad', calls: [], codes: ['no-line-break-after-marker', 'fence-mention-claims-text', 'shadowed'] },
  ),
  example(
    'mention-native-denied',
    'Quirks that bite',
    'The same prose, native calls denied',
    'Word for word the reply of the example before. With native_tool_calls: false ExAthena goes on to the next parser and finds the call.',
    { text: `I was told to use ~~~tool_call blocks, but here is the call:\n\n${oilCall}`, nativeToolCalls: 'false' },
    { tone: 'good', calls: ['read_gauge'], codes: ['no-line-break-after-marker'] },
  ),
  example(
    'opener-mid-line',
    'Quirks that bite',
    'A fence that opens mid-line',
    'The documentation wants both fences on their own lines. The opener is taken anywhere, and text after the closer is fine, too.',
    { text: `Checking now: ${fence(oilCall)} and then I wait.` },
    { tone: 'good', calls: ['read_gauge'], codes: ['opener-mid-line', 'text-after-closer'] },
  ),
  example(
    'forgotten-closer',
    'Quirks that bite',
    'A forgotten closing fence',
    'The next opener begins with ~~~ as well, so it is taken for the closer of the first block. Only the first call comes out; the second has lost its opener.',
    { text: `~~~tool_call\n${oilCall}\n${fence(valveCall)}` },
    { tone: 'flawed', calls: ['read_gauge'], codes: ['opener-taken-as-closer'] },
  ),
  example(
    'drafted-in-think',
    'Quirks that bite',
    'A call drafted while thinking',
    'The model only considered opening the valve. ExAthena also looks inside the thinking, so the draft runs as well.',
    { text: `<think>\nMaybe this would do:\n${fence(valveCall)}\nNo, the gauge first.\n</think>\n\n${fence(oilCall)}` },
    { tone: 'flawed', calls: ['open_valve', 'read_gauge'], codes: ['inside-think'] },
  ),
  example(
    'prose-before-json',
    'Quirks that bite',
    'A quoted call runs',
    'A final answer that merely quotes a call. ExAthena 0.4.6 looks at every brace and runs it. Change the server to 0.19, which wants the whole message to be the JSON.',
    { text: `For the record, I used ${oilCall} and the pressure was fine.` },
    { tone: 'flawed', calls: ['read_gauge'], codes: [] },
  ),
  example(
    'hidden-by-native',
    'Quirks that bite',
    'A native call hides the one in the text',
    'The reply has a native call and one in its text. One native call is enough: ExAthena does not look at the text.',
    {
      text: fence(valveCall),
      native: `[\n  {\n    "id": "call_7",\n    "type": "function",\n    "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"oil\\"}" }\n  }\n]`,
    },
    { tone: 'good', calls: ['read_gauge'], codes: ['hidden-by-native', 'earlier-tier-matched'] },
  ),
];
