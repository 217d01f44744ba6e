import { call, failuresOf } from './failure.ts';
import { files } from './workbench.ts';

const readApp = call('read_file', '{"path": "src/app.ts"}');
const thinking = '<think>\nThe user wants the file. I could list the folder first. Reading it is enough, so I will';
const envelope = '{"server_idx": 0, "tool_name": "read_file", "tool_args": {"path": "src/app.ts"}}';
const fenced = '```json\n{"name": "read_file", "arguments": {"path": "src/app.ts"}}\n```';
const withAt = files.replaceAll(/"name": "/g, '"name": "@');
const toolbox = '<toolbox name="@read_file" args=\'{"path": "src/app.ts"}\' />';
const ownTags = 'I read the file first.\n\n<read_file>\n<path>src/app.ts</path>\n</read_file>';

const exathena = failuresOf('ExAthena', [
  {
    id: 'exathena-thinking-only',
    title: 'The whole budget went into thinking',
    kind: 'cut-off',
    threads: ['udin-io/ex_athena#194'],
    happens: 'ExAthena finds no call and returns the thoughts as text: `</think>` never came.',
    helps: 'Raise the token limit, or turn thinking off.',
    documented: 'The report saw a blank answer that counted as a success.',
    state: { profile: 'exathena', tools: files, text: thinking },
    claim: { calls: [], content: thinking },
    remedy: {
      change: {
        text: `${thinking} read it.\n</think>\n\n~~~tool_call\n{"name": "read_file", "arguments": {"path": "src/app.ts"}}\n~~~`,
      },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'exathena-own-envelope',
    title: 'DeepSeek wraps the call in keys of its own',
    kind: 'other-keys',
    threads: ['camel-ai/camel#3086'],
    happens: 'ExAthena finds no call: the object has `tool_name` and `tool_args`, not `name` and `arguments`.',
    helps: 'Show the exact keys in the prompt. Models copy the keys of the example.',
    state: { profile: 'exathena', tools: files, text: envelope },
    claim: { calls: [], content: envelope },
    remedy: {
      change: { text: '{"server_idx": 0, "name": "read_file", "arguments": {"path": "src/app.ts"}}' },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'exathena-code-block',
    title: 'ExAthena 0.19 no longer reads a JSON code block',
    kind: 'text-around',
    threads: ['ollama/ollama#13519', 'jundot/omlx#2565'],
    happens: 'ExAthena 0.19 returns the reply as text: the message must begin with `{` or `[`.',
    helps: 'Ask for the JSON without a code block. Version 0.4.6 reads this reply.',
    state: { profile: 'exathena-head', tools: files, text: fenced },
    claim: { calls: [], content: fenced, streamed: { calls: [], content: fenced } },
    remedy: { change: { profile: 'exathena' }, calls: [readApp], streamed: true },
  },
]);

const chatcli = failuresOf('ChatCLI', [
  {
    id: 'chatcli-other-tag',
    title: 'The model invents the tag `<toolbox>`',
    kind: 'damaged-markers',
    threads: ['diillson/chatcli#1200'],
    happens: 'ChatCLI finds no call: it knows the tags `<tool_call>` and `<tool>`, and no other.',
    helps: 'Write `<tool …>`, the short form that ChatCLI accepts since this report.',
    state: { profile: 'chatcli', tools: withAt, text: toolbox },
    claim: { calls: [], content: toolbox },
    remedy: {
      change: { text: toolbox.replace('<toolbox', '<tool') },
      calls: [call('@read_file', '{"path": "src/app.ts"}')],
    },
  },
  {
    id: 'chatcli-tag-of-another-client',
    title: 'A call in the tags of Cline and Roo',
    kind: 'wrong-parser',
    threads: ['RooCodeInc/Roo-Code#10270', 'cline/cline#10843'],
    happens: 'ChatCLI finds no call: the tag has the name of the tool, as other clients taught it.',
    helps: 'Show ChatCLI’s own tag in the prompt. The XML parser of the AI SDK reads these tags.',
    state: { profile: 'chatcli', tools: files, text: ownTags },
    claim: { calls: [], content: ownTags },
    remedy: { change: { profile: 'ai-sdk:morph-xml' }, calls: [readApp], streamed: true },
  },
]);

export const agentSystemFailures = [...exathena, ...chatcli];
