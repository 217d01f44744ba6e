import type { Lesson, LessonCase } from './lesson.ts';
import { hermes, oilInHermes, tools } from './setting.ts';

const asked = 'What does the oil gauge say?';
const result = '{"bar": 4.2}';

const withResults = `{% for message in messages %}
{% if message.role == 'tool' %}
<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
{% else %}
<|im_start|>{{ message.role }}
{{ message.content }}
{% for call in message.tool_calls or [] %}
<tool_call>
{"name": {{ call.function.name | tojson }}, "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{% endfor %}
<|im_end|>
{% endif %}
{% endfor %}
<|im_start|>assistant
`;

const withoutCalls = withResults.replace(/\{% for call[^]*?\{% endfor %\}\n/, '');
const withoutResults = `{% for message in messages %}
{% if message.role != 'tool' %}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endif %}
{% endfor %}
<|im_start|>assistant
`;

const ok = (call: number, name: string, content: string) => ({ call, name, kind: 'ok', code: '', content }) as const;

function turn(text: string, template: string, ...results: readonly ReturnType<typeof ok>[]): LessonCase {
  return {
    profile: 'vllm:hermes',
    tools,
    text,
    loop: { asked, results, strays: [], earlier: [], later: [] },
    template: { text: template },
  };
}

const two = `${oilInHermes}\n${hermes('read_gauge', '{"dial": "steam"}')}`;

export const lesson: Lesson = {
  id: 'the-loop',
  title: 'The loop: what goes back to the model',
  minutes: 9,
  steps: [
    {
      say: 'A model may call several tools in one reply. Which calls does your program get here? Type their names in order.',
      case: { profile: 'vllm:hermes', tools, text: `${oilInHermes}\n${hermes('write_note', '{"text": "Oil read."}')}` },
      ask: { kind: 'predict', what: { of: 'names' } },
      hints: ['There are two pairs of tags.', 'The names are after `"name":`.'],
      after: 'Your program runs the functions. The model does not see what they return, until you tell it.',
    },
    {
      say: 'So your program asks **again**: it sends the whole conversation once more, with the result of the tool. That is the loop of an agent. In which order does the model read these parts in its second turn?',
      case: { ...turn(oilInHermes, withResults, ok(0, 'read_gauge', result)), view: 'prompt' },
      ask: {
        kind: 'order',
        by: 'prompt',
        items: [
          { label: 'The result of the tool', at: '<tool_response>' },
          { label: 'The question of the user', at: asked },
          { label: 'Where the model continues', at: '</tool_response><|im_end|>\n<|im_start|>assistant' },
          { label: 'Its own call', at: '<tool_call>' },
        ],
      },
      hints: ['It reads the conversation as it happened.', 'Question, call, result, and then it continues.'],
      after: 'A model remembers nothing. All that it knows of its first turn is what your program sent back.',
    },
    {
      say: 'This template leaves the results out: the model asks the same again and again. Edit the template so that the prompt holds the result. Messages with the role `tool` have it as their `content`.',
      case: { ...turn(oilInHermes, withoutResults, ok(0, 'read_gauge', result)), view: 'prompt' },
      ask: {
        kind: 'fix',
        edit: ['template'],
        conditions: [
          { must: 'prompt', text: result },
          { must: 'prompt', text: asked },
        ],
      },
      hints: ["The line with `message.role != 'tool'` keeps results out.", 'Remove that line, and its `{% endif %}`.'],
      after:
        'An agent that repeats itself is often an agent that cannot see its results. Look at the prompt before you blame the model.',
    },
    {
      say: 'Here the template prints the result, but not the call before it. The model reads an answer to a question that it never asked. Print the calls as well: the prompt should hold `<tool_call>` and `read_gauge`. `message.tool_calls` is the list of calls.',
      case: { ...turn(oilInHermes, withoutCalls, ok(0, 'read_gauge', result)), view: 'prompt' },
      ask: {
        kind: 'write',
        edit: ['template'],
        conditions: [
          { must: 'prompt', text: '<tool_call>' },
          { must: 'prompt', text: 'read_gauge' },
          { must: 'prompt', text: result },
        ],
      },
      hints: [
        'After `{{ message.content }}` of the second kind of message, add a loop over `message.tool_calls or []`.',
        'Write `{% for call in message.tool_calls or [] %}<tool_call>{{ call.function | tojson }}</tool_call>{% endfor %}`.',
      ],
      after: 'The history teaches. A model that reads its own calls in a wrong form writes the next one in that form.',
    },
    {
      say: 'Two calls, two results. The model has to know which belongs to which. Bring the prompt of its next turn into order.',
      case: {
        ...turn(two, withResults, ok(0, 'read_gauge', '{"oil": 4.2}'), ok(1, 'read_gauge', '{"steam": 9.1}')),
        view: 'prompt',
      },
      ask: {
        kind: 'order',
        by: 'prompt',
        items: [
          { label: 'The result for steam', at: '{"steam": 9.1}' },
          { label: 'The call for steam', at: '{"dial": "steam"}' },
          { label: 'The result for oil', at: '{"oil": 4.2}' },
          { label: 'The call for oil', at: '{"dial": "oil"}' },
        ],
      },
      hints: ['All calls of a reply come first.', 'Results come in the order of their calls.'],
      after:
        'This template shows no ids, so only the order says which result belongs to which call. Send results in the order of the calls.',
    },
  ],
};
