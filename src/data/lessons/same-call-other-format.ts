import type { Lesson, LessonStep } from './lesson.ts';
import { coder, hermes, readOil, readSteam, tools } from './setting.ts';

/** A call of another tool is there as a model; the reader writes the wanted one in its place. */
function write(profile: string, say: string, text: string, hints: readonly string[], after: string): LessonStep {
  return {
    say,
    case: { profile, tools, text },
    ask: { kind: 'write', edit: ['text'], conditions: [{ must: 'call', calls: [readSteam], streamed: true }] },
    hints,
    after,
  };
}

const bare = (name: string, args: string): string => `{"name": "${name}", "parameters": ${args}}`;

export const lesson: Lesson = {
  id: 'same-call-other-format',
  title: 'The same call in other formats',
  minutes: 10,
  steps: [
    write(
      'vllm:hermes',
      'Every family of models learned its own form for calls: its **format**. This one is named Hermes: JSON between tags. The text holds a call of `open_valve`. Rewrite it, so that it calls `read_gauge` with `dial` set to `steam`.',
      hermes('open_valve', '{"valve": "B2", "percent": 40}'),
      ['Change the name and the object after `"arguments":`.', 'The arguments become `{"dial": "steam"}`.'],
      'Qwen 2.5, Qwen 3 and the Hermes models write calls like this.',
    ),
    write(
      'vllm:llama3_json',
      'Llama 3 writes JSON without tags, and names the arguments `parameters`. Write the same call in this format: `read_gauge` with `dial` set to `steam`.',
      bare('open_valve', '{"valve": "B2", "percent": 40}'),
      ['There is no tag to write.', 'The reply becomes `{"name": "read_gauge", "parameters": {"dial": "steam"}}`.'],
      'Without tags the parser has to guess where a call begins. A word before the JSON can change what it does.',
    ),
    write(
      'vllm:pythonic',
      'Some models write a call as a line of Python: a list of function calls. Write `read_gauge` with `dial` set to `steam`.',
      '[open_valve(valve="B2", percent=40)]',
      [
        'The name comes before the round bracket, and `=` takes the place of the colon.',
        'The reply becomes `[read_gauge(dial="steam")]`.',
      ],
      'This is the Pythonic format, of Llama 3.2 and others.',
    ),
    write(
      'vllm:qwen3_coder',
      'Qwen3-Coder writes no JSON at all. Every argument has its own pair of tags. Write `read_gauge` with `dial` set to `steam`.',
      coder('open_valve', ['valve', 'B2'], ['percent', '40']),
      [
        'The name of the tool is after `<function=`.',
        'Keep one block from `<parameter=dial>` to `</parameter>`, with `steam` on its own line, and remove the other.',
      ],
      'The outer tag is the same as in Hermes, the inside is not. That is why one parser can seem to fit and still find nothing.',
    ),
    {
      say: 'Five replies of one model came back as text. The first is on the page; the others have the same form. Which parser of vLLM reads all five, whole and in pieces (streamed)?',
      case: { profile: 'vllm:hermes', tools, text: coder('read_gauge', ['dial', 'oil']) },
      ask: {
        kind: 'choose',
        among: [
          { id: 'hermes', label: 'hermes', change: { profile: 'vllm:hermes' } },
          { id: 'llama3-json', label: 'llama3_json', change: { profile: 'vllm:llama3_json' } },
          { id: 'pythonic', label: 'pythonic', change: { profile: 'vllm:pythonic' } },
          { id: 'qwen3-coder', label: 'qwen3_coder', change: { profile: 'vllm:qwen3_coder' } },
          { id: 'deepseek-v31', label: 'deepseek_v31', change: { profile: 'vllm:deepseek_v31' } },
          { id: 'kimi-k2', label: 'kimi_k2', change: { profile: 'vllm:kimi_k2' } },
        ],
        replies: [
          { text: coder('read_gauge', ['dial', 'oil']), calls: [readOil] },
          { text: coder('read_gauge', ['dial', 'steam']), calls: [readSteam] },
          {
            text: coder('open_valve', ['valve', 'B2'], ['percent', '40']),
            calls: [{ name: 'open_valve', argumentsText: '{"valve": "B2", "percent": 40}' }],
          },
          {
            text: coder('read_gauge', ['dial', 'water'], ['samples', '2']),
            calls: [{ name: 'read_gauge', argumentsText: '{"dial": "water", "samples": 2}' }],
          },
          {
            text: coder('write_note', ['text', 'Valve B2 is open.']),
            calls: [{ name: 'write_note', argumentsText: '{"text": "Valve B2 is open."}' }],
          },
        ],
      },
      hints: ['Look at what is inside of `<tool_call>`: JSON or tags?', 'You wrote this format a moment ago.'],
      after:
        'Most calls that “arrive as text” have this cause. The model writes one format, and the server was started with the parser of another.',
    },
    {
      say: 'Some programs try **several parsers in turn**. ExAthena first takes native calls: those that the server found. Then it looks for its own mark, a fence that begins with `~~~tool_call`. Last of all it takes any JSON. Which of its parsers finds this call?',
      case: {
        profile: 'exathena',
        tools,
        text: `I will look.\n\`\`\`json\n${bare('read_gauge', '{"dial": "oil"}').replace('parameters', 'arguments')}\n\`\`\``,
      },
      ask: { kind: 'predict', what: { of: 'tier' } },
      hints: [
        'No server took anything out: all of it is still text.',
        'Three backquotes are not the marks that it looks for.',
      ],
      after:
        'The last parser takes any JSON that looks like a call. So this agent survives a model that forgets its format. It would also run a call that was only an example.',
    },
  ],
};
