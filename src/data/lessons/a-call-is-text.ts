import type { Lesson } from './lesson.ts';
import { hermes, oilInHermes, readOil, tools } from './setting.ts';

const good = `I will read the gauge.\n${oilInHermes}`;
const misspelt = good.replace('<tool_call>', '<toolcall>');
const server = { profile: 'vllm:hermes', tools } as const;

export const lesson: Lesson = {
  id: 'a-call-is-text',
  title: 'A tool call is only text',
  minutes: 5,
  steps: [
    {
      say: 'A language model can only write text. Your program has **tools**: functions that the model may ask for. To ask, it writes a request in an agreed form, a **tool call**. A server (here vLLM, with its part `hermes`) reads the text and takes the calls out for your program. The text on this page is one reply of a model. How many calls does your program get?',
      case: { ...server, text: good },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['The request begins with `<tool_call>` and ends with `</tool_call>`.', 'Count these pairs of tags.'],
      after:
        'The server found the tags, read what is between them, and gave your program one call: `read_gauge` with `oil`.',
    },
    {
      say: 'Your program gets two things: the calls, and the text that remains. A chat window shows the text to the user. Which text is that here? Type it.',
      case: { ...server, text: good },
      ask: { kind: 'predict', what: { of: 'content' } },
      hints: ['The call is taken out, with its tags.', 'One sentence remains.'],
      after: 'The user sees the sentence and never the tags. That is how it looks when all goes well.',
    },
    {
      say: 'In this reply one character is missing: the first tag is `<toolcall>`. A person would still understand it. How many calls does your program get now?',
      case: { ...server, text: misspelt },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['The server does not understand the text. It looks for the exact characters `<tool_call>`.'],
      after:
        'One character decides. The server found no `<tool_call>`, so all of the reply stayed text, and your program did nothing. The user sees the tags and the request in the chat.',
    },
    {
      say: 'Now repair it. Edit the text of the reply so that your program gets the call. Change as little as you can: one character is enough.',
      case: { ...server, text: misspelt },
      ask: { kind: 'fix', edit: ['text'], conditions: [{ must: 'call', calls: [readOil], streamed: true }], most: 1 },
      hints: [
        'Compare the first tag with the last one.',
        'The first tag needs an underscore between `tool` and `call`.',
      ],
      after:
        'The line at the top of the page changed while you typed. Everything here works like that: change something, and see what the server does.',
    },
    {
      say: 'The other way round: this reply is fine. Change one character so that your program gets no call at all.',
      case: { ...server, text: `I will open the valve.\n${hermes('open_valve', '{"valve": "B2", "percent": 40}')}` },
      ask: { kind: 'break', edit: ['text'], conditions: [{ must: 'count', calls: 0 }], most: 1 },
      hints: [
        'Which characters does the server look for?',
        'Damage the first tag, or a quote or a brace between the tags.',
      ],
      after:
        'There are many ways to break a call with one character. Models find all of them. In the steps, `json.loads` reads the part between the tags. In the next lessons you see where servers look, and why they miss calls.',
    },
  ],
};
