import type { Lesson } from './lesson.ts';
import { oilInHermes, readOil, tools } from './setting.ts';

const pieces = [
  'I will',
  ' look.',
  '\n<tool',
  '_call>\n{"name": "read_gauge", ',
  '"arguments": {"dial": "oil"}}\n</tool_call>',
];
const recording = { lengths: pieces.slice(0, -1).map(({ length }) => length), gaps: [] };
const minimax =
  'I look. <minimax:tool_call>\n<invoke name="read_gauge">\n<parameter name="dial">oil</parameter>\n</invoke>\n</minimax:tool_call>';
const llama = 'I look. {"name": "read_gauge", "parameters": {"dial": "oil"}}';

export const lesson: Lesson = {
  id: 'when-may-it-be-shown',
  title: 'Streams: when may a character be shown?',
  minutes: 8,
  steps: [
    {
      say: 'A model writes a few characters at a time, and users like to read along. So the reply comes in pieces: a **stream**, and each piece is a **chunk**. This reply came in five. The first three are `I will`, ` look.` and a line break with `<tool`. Which text does the user see after the third chunk?',
      case: { profile: 'vllm:hermes', tools, text: pieces.join(''), recording },
      ask: { kind: 'predict', what: { of: 'text-after', chunks: 3 } },
      hints: ['The characters `<tool` may become a tag, or not.', 'The server waits with them.'],
      after:
        'The server holds `<tool` back until it knows what it becomes. Shown once, a character cannot be taken back.',
    },
    {
      say: 'Not every server is careful at every place. This reply is in the format of MiniMax, and SGLang reads it. Two chunks are enough to confuse it. Put the cursor where the first chunk should end, so that the user **sees a tag**.',
      case: { profile: 'sglang:minimax-m2', tools, text: minimax },
      ask: { kind: 'cut', shows: 'leak' },
      hints: [
        'Between two words nothing happens. Try a place inside of something that the server looks for.',
        'Put the cursor inside of `<minimax:tool_call>`.',
      ],
      after:
        'The server looked at each chunk alone. No chunk held the whole tag, so both halves were shown, and the call was lost. Read as a whole, as the line at the top says, the same reply is fine.',
    },
    {
      say: 'The same server, the same reply. With that border the call is lost as well, and with others. Find the **last** border at which the **call is lost**.',
      case: { profile: 'sglang:minimax-m2', tools, text: minimax },
      ask: { kind: 'cut', shows: 'loss', isLast: true },
      hints: ['It is the same tag. Any border inside of it does it.', 'Put the cursor before the `>` of the tag.'],
      after:
        'Which border a stream has depends on chance. That is why such a failure comes and goes, and why nobody can repeat it from the text alone.',
    },
    {
      say: 'Streams can also need other rules. Llama’s parser in vLLM finds this call when it has the whole reply. In a stream it wants the call at the very beginning. Edit the reply so that the call comes **whole and streamed**.',
      case: { profile: 'vllm:llama3_json', tools, text: llama },
      ask: { kind: 'fix', edit: ['text'], conditions: [{ must: 'call', calls: [readOil], streamed: true }], most: 8 },
      hints: ['What comes before the call?', 'Remove `I look. ` with its space.'],
      after: 'Test with the setting that your program uses. A reply that works without streaming can fail with it.',
    },
    {
      say: 'A stream can end too early, for example at a limit of length. Here it ended in the middle of the arguments. How many calls does your program get of the whole reply?',
      case: { profile: 'vllm:hermes', tools, text: oilInHermes.slice(0, oilInHermes.indexOf('oil"') + 2) },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['The JSON is not complete.', 'This parser needs complete JSON.'],
      after:
        'Look at the finish reason of a response: `length` means that the limit was reached. Raise the limit, and the same prompt may work.',
    },
  ],
};
