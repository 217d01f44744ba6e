import { example, type WrittenExample } from './example.ts';
import { atCall } from './pump-house.ts';

export const otherRuntimes: readonly WrittenExample[] = [
  example(
    'chatcli-other-answer',
    'ChatCLI',
    'The same reply, read by ChatCLI',
    'ExAthena wants the key "arguments" and refuses "args": it finds no call. ChatCLI takes both, but only for names with @. Change the server and compare.',
    { text: `I will look.\n\n${atCall}`, profile: 'chatcli' },
    { tone: 'flawed', calls: ['@read_gauge'], codes: ['earlier-tier-matched'] },
  ),
  example(
    'chatcli-two-of-one',
    'ChatCLI',
    'ChatCLI: one call becomes two',
    'The tag is a call, and the JSON in its attribute is read once more. It names another tool, so it is no copy: it runs as well.',
    { text: `<tool_call name="@describe" args='${atCall}' />`, profile: 'chatcli' },
    { tone: 'flawed', calls: ['@describe', '@read_gauge'], codes: ['call-in-call'] },
  ),
  example(
    'chatcli-lost-after-repair',
    'ChatCLI',
    'ChatCLI: a repair swallows the next call',
    'The first object lacks its quotes. ChatCLI repairs it, which makes it longer, and then goes on by the length of the repaired text: beyond the brace that opens the second call.',
    {
      text: `{tool_call: "@open_valve", args: {valve: "B2", percent: 40}}{"tool_call": "@read_gauge", "args": {"dial": "oil"}}`,
      profile: 'chatcli',
    },
    { tone: 'flawed', calls: ['@open_valve'], codes: ['bare-keys', 'scan-jumps'] },
  ),
  example(
    'chatcli-shim',
    'ChatCLI',
    'ChatCLI’s tool shim: matched and repaired',
    'For providers without native tool use. The name is matched with the declared tools, without its @, and arguments that are no JSON go through the repairs one by one.',
    {
      text: `<tool name="@read_gauge" args="{'dial': 'oil', samples: 3}" />`,
      profile: 'chatcli-shim',
    },
    { tone: 'flawed', calls: ['read_gauge'], codes: ['quotes-and-keys'] },
  ),
];
