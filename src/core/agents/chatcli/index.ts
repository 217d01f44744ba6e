import type { ToolDefinition } from '../../tools/index.ts';
import type { Runtime } from '../../engines/runtime.ts';
import { chatcliTiers, readCascade } from './cascade.ts';
import { chatcliWords, type ChatcliCode } from './words.ts';

function parser(
  rest: Pick<Runtime, 'id' | 'flag' | 'label' | 'emulates'>,
  declared: (tools: readonly ToolDefinition[]) => readonly ToolDefinition[] | null,
): Runtime<ChatcliCode> {
  return {
    ...rest,
    project: 'chatcli',
    source: { version: '1.188' },
    formats: ['chatcli-xml', 'chatcli-bracket'],
    lenient: false,
    tiers: chatcliTiers,
    asks: [],
    words: chatcliWords,
    telling: { vague: ['native-not-a-list', 'object-not-json', 'no-call-keys'] },
    writing: {
      label: 'Convert to a tag',
      onOwnLines: false,
      // In JSON an apostrophe is only inside strings, where its escape says the same.
      write: ({ name, argumentsText }) =>
        `<tool_call name="${name}" args='${argumentsText.replaceAll("'", '\\u0027')}' />`,
    },
    whole(opened, tools, _options, steps) {
      readCascade(rest.id, opened, declared(tools), steps);
      return { content: opened.text === null ? null : opened.document.slice(opened.text.from, opened.text.to) };
    },
  };
}

/** ChatCLI's runtimes, in the order of the picker. It shows a reply when it is whole, so none of them streams. */
export const chatcliRuntimes: readonly Runtime[] = [
  parser(
    {
      id: 'chatcli',
      flag: '',
      label: 'ChatCLI 1.188',
      emulates: 'ChatCLI 1.188 (Go): tags with attributes and JSON objects, then Markdown blocks, then [tool: …].',
    },
    () => null,
  ),
  // The same parser under ChatCLI's tool shim, which matches names against definitions and wants objects as arguments.
  parser(
    {
      id: 'chatcli-shim',
      flag: 'tool shim',
      label: 'ChatCLI 1.188, tool shim',
      emulates: 'ChatCLI 1.188 (Go) with its tool shim: names are matched to the declared tools.',
    },
    (tools) => tools,
  ),
];
