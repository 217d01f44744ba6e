import type { Lesson, LessonCase } from './lesson.ts';
import { oilInHermes, readOil, tools } from './setting.ts';

const asked = 'What does the oil gauge say?';
const loop = { asked, results: [], strays: [], earlier: [], later: [] } as const;

const forgetful = `{% for message in messages %}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}
<|im_start|>assistant
`;

const withTools = `<|im_start|>system
You can call these tools:
{{ tools | tojson }}<|im_end|>
${forgetful}`;

const taught = `<|im_start|>system
You can call these tools:
{{ tools | tojson }}
Write a call as JSON between tags:
<tool_call>
{"name": "the tool", "arguments": {"a parameter": "its value"}}
</tool_call><|im_end|>
${forgetful}`;

const prompt = (template: string): LessonCase => ({
  profile: 'vllm:hermes',
  tools,
  loop,
  view: 'prompt',
  template: { text: template },
});

export const lesson: Lesson = {
  id: 'what-the-model-was-shown',
  title: 'What the model was shown',
  minutes: 10,
  steps: [
    {
      say: 'How does a model know about your tools? A **chat template** writes everything into one long text, the **prompt**. The model continues that text. The template is on this page, with the prompt that it makes; `<|im_start|>` begins a part and `<|im_end|>` ends it. In which order does the model read these parts?',
      case: prompt(taught),
      ask: {
        kind: 'order',
        by: 'prompt',
        items: [
          { label: 'Where the model begins to write', at: '<|im_start|>assistant' },
          { label: 'How to write a call', at: 'Write a call as JSON' },
          { label: 'The question of the user', at: asked },
          { label: 'Which tools there are', at: 'read_gauge' },
        ],
      },
      hints: ['Read the prompt from its first line.', 'Tools first, then the form of a call, then the conversation.'],
      after: 'The prompt stops where the answer begins. What the model writes there is the reply.',
    },
    {
      say: 'This template prints the messages and forgets the tools. The model cannot call what it never read. What is between `{{` and `}}` is a gap that is filled in: `{{ tools | tojson }}` prints all tools as JSON. Write it into the template, before the first line.',
      case: prompt(forgetful),
      ask: {
        kind: 'fix',
        edit: ['template'],
        conditions: [
          { must: 'prompt', text: 'read_gauge' },
          { must: 'prompt', text: 'write_note' },
          { must: 'prompt', text: asked },
        ],
      },
      hints: ['Put the cursor before the first line of the template.', 'Write `{{ tools | tojson }}` there.'],
      after: 'Templates come with the model. Some never print tools, and then no server setting helps.',
    },
    {
      say: 'Now the model knows the tools, but not how to write a call. Extend the template: show the form, with the tag `<tool_call>` and the keys `"name"` and `"arguments"`.',
      case: prompt(withTools),
      ask: {
        kind: 'write',
        edit: ['template'],
        conditions: [
          { must: 'prompt', text: 'read_gauge' },
          { must: 'prompt', text: '<tool_call>' },
          { must: 'prompt', text: '"name"' },
          { must: 'prompt', text: '"arguments"' },
          { must: 'prompt', text: asked },
        ],
      },
      hints: [
        'Text outside of `{{ }}` and `{% %}` is printed as it is.',
        'After the tools write: `<tool_call>{"name": "a tool", "arguments": {}}</tool_call>`',
      ],
      after: 'A model that was trained on a format needs little help. Another one imitates the form that you show it.',
    },
    {
      say: 'Sometimes you cannot change the template, only the **system prompt**: your own words at the beginning. Show the model there how to write a call, with the tag `<tool_call>` and the key `"arguments"`.',
      case: prompt(forgetful),
      ask: {
        kind: 'write',
        edit: ['system'],
        conditions: [
          { must: 'prompt', text: '<tool_call>' },
          { must: 'prompt', text: '"arguments"' },
          { must: 'prompt', text: asked },
        ],
      },
      hints: [
        'The field is named “System prompt”.',
        'Write the same form there: `<tool_call>{"name": "a tool", "arguments": {}}</tool_call>`',
      ],
      after:
        'Many agents work like this. They write the tools and the form into the system prompt, and find the calls in the text themselves.',
    },
    {
      say: 'A case from practice. The template shows the form with tags, and the model writes it. Still the call arrives as text. The reply is on the page. What is to blame?',
      case: { profile: 'vllm:pythonic', tools, text: `I will look.\n${oilInHermes}`, template: { text: taught } },
      ask: {
        kind: 'tell',
        among: [
          { id: 'reply', label: 'The model: it wrote a sentence before the call', change: { text: oilInHermes } },
          {
            id: 'parser',
            label: 'The server: it was started with the parser of another format',
            change: { profile: 'vllm:hermes' },
          },
          { id: 'tools', label: 'The tools: there are too many', change: { tools: '' } },
          {
            id: 'template',
            label: 'The template: it does not show the tools',
            change: { template: { text: withTools } },
          },
          {
            id: 'line-break',
            label: 'The model: it forgot a line break at the end',
            change: { text: `I will look.\n${oilInHermes}\n` },
          },
        ],
        conditions: [{ must: 'call', calls: [readOil], streamed: true }],
      },
      hints: ['Callscope changes one of them at a time and asks the server again.'],
      after:
        'The prompt, the model and the parser have to agree on one format. Check the three in this order: what was shown, what was written, who reads it.',
    },
  ],
};
