import type { Lesson } from './lesson.ts';
import { hermes, oilInHermes, readOil, tools } from './setting.ts';

const wideOpen = hermes('open_valve', '{"valve": "B2", "percent": 100}');
const draft = `<think>\nMaybe ${wideOpen}\nNo, better not.\n</think>\nI leave the valve closed.`;
const unclosed = `<think>\nI should read it.\n${oilInHermes}`;
const healthy = `<think>\nI read the gauge.\n</think>\n${oilInHermes}`;
const server = { profile: 'vllm:hermes', tools } as const;

export const lesson: Lesson = {
  id: 'thinking-and-quoting',
  title: 'Thinking, quoting, calling',
  minutes: 8,
  steps: [
    {
      say: 'Some models **think** before they answer, between `<think>` and `</think>`. In its thinking this model drafts a call, and then decides against it. How many calls does vLLM with `hermes` give your program?',
      case: { ...server, text: draft },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['The parser looks for `<tool_call>` and for nothing else.', 'It does not know what thinking is.'],
      after:
        'A call that nobody meant: a **phantom**. The valve opens although the model decided against it, and its answer is lost.',
    },
    {
      say: 'A server can run a **reasoning parser** first. It takes the thinking out, and the tool parser reads the rest. It should give no call for this draft. And it should keep the call of a reply that thinks first. Which one does both, whole and in pieces (streamed)?',
      case: { ...server, text: draft },
      ask: {
        kind: 'choose',
        among: [
          { id: 'none', label: 'no reasoning parser', change: { reasoningParser: '' } },
          { id: 'qwen3', label: 'qwen3', change: { reasoningParser: 'qwen3' } },
          { id: 'deepseek-r1', label: 'deepseek_r1', change: { reasoningParser: 'deepseek_r1' } },
          { id: 'glm45', label: 'glm45', change: { reasoningParser: 'glm45' } },
          { id: 'kimi-k2', label: 'kimi_k2', change: { reasoningParser: 'kimi_k2' } },
          { id: 'granite', label: 'granite', change: { reasoningParser: 'granite' } },
        ],
        replies: [
          { text: draft, calls: [] },
          { text: healthy, calls: [readOil] },
        ],
      },
      hints: [
        'Some of them end the thinking at `<tool_call>`, even without `</think>`.',
        'The one of DeepSeek R1 waits for `</think>`.',
      ],
      after:
        'For it, `<tool_call>` does not end the thinking: it waits for the closing tag. That is right here. In the next step the same rule does harm.',
    },
    {
      say: 'This model forgot `</think>`, and your program gets nothing at all: no call, no text. The server runs `deepseek_r1` before `hermes`. What is to blame?',
      case: { ...server, reasoningParser: 'deepseek_r1', text: unclosed },
      ask: {
        kind: 'tell',
        among: [
          {
            id: 'tool-parser',
            label: 'The tool parser: another one would find the call',
            change: { profile: 'vllm:llama3_json' },
          },
          {
            id: 'reasoning-parser',
            label: 'The reasoning parser: it waits for a tag that never comes',
            change: { reasoningParser: 'qwen3' },
          },
          { id: 'tools', label: 'The tools: the call does not fit', change: { tools: '' } },
          { id: 'thinking', label: 'The request: thinking should be turned off in it', change: { thinking: 'off' } },
          {
            id: 'call',
            label: 'The call: its JSON has a fault',
            change: { text: `<think>\nI should read it.\n${hermes('read_gauge', '{"dial":"oil"}')}` },
          },
        ],
        conditions: [{ must: 'call', calls: [readOil], streamed: true }],
      },
      hints: [
        'Who reads first, and what does it take?',
        'Callscope changes one of them at a time and asks the server again.',
      ],
      after:
        'The reasoning parser took everything, so the tool parser got an empty text. No parser is right for all replies: choose the one that was made for your model.',
    },
    {
      say: 'Who does what, and when? This reply is healthy. Bring the work of the server into order.',
      case: { ...server, reasoningParser: 'deepseek_r1', text: healthy },
      ask: {
        kind: 'order',
        by: 'steps',
        items: [
          { label: 'The tool parser reads the arguments', at: { find: 'read', what: 'arguments' } },
          { label: 'The tool parser gets what is left', at: { find: 'read', what: 'passed-on' } },
          { label: 'The reasoning parser takes the thinking', at: { find: 'read', what: 'reasoning' } },
          { label: 'The tool parser reads the name', at: { find: 'read', what: 'name' } },
        ],
      },
      hints: ['The reasoning parser runs before the tool parser.', 'The name comes before the arguments.'],
      after: 'One after the other, and each sees only what the one before left over.',
    },
    {
      say: 'A user asked what a call looks like, and the model **quotes** one. vLLM cannot tell a quote from a call. Edit the reply: no call may come, and the user should still read `open_valve` and `"percent": 100`.',
      case: { ...server, text: `A call looks like this:\n${wideOpen}\nShall I do it?` },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          { must: 'count', calls: 0 },
          { must: 'show', text: 'open_valve' },
          { must: 'show', text: '"percent": 100' },
          { must: 'show', text: 'Shall I do it?' },
        ],
      },
      hints: [
        'The parser looks for `<tool_call>`.',
        'Write the tag in another way, such as `[tool_call]`, or leave it out.',
      ],
      after:
        'Models that explain their own format call tools by accident. A program that asks before it acts does no harm then.',
    },
  ],
};
