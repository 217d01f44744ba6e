import { namedJson } from '../scan/named-json.ts';
import { eachCall } from '../write/calls.ts';
import { valueToText } from '../json/writer.ts';
import type { ToolFormat } from './format.ts';

/** A server, a tool and JSON arguments, each in a tag. */
export const mcpXml: ToolFormat = {
  id: 'mcp-xml',
  lineage: 'Cline and MiroThinker',
  models: 'MiroThinker 1.0 to 1.7, any by prompt',
  readers: { others: ['Cline', 'Roo'] },
  proposed: ['vllm', 'llamacpp'],
  failures: [
    {
      engines: ['llamacpp'],
      text: 'The server name stands only in the system prompt, so no parser can be derived from the template.',
    },
  ],
  tier: 'tagged',
  prompt: {
    ask: 'Write each call as <use_mcp_tool> with the tags server_name, tool_name and arguments; the arguments are JSON.',
    render: eachCall(
      ({ name, arguments: args }) =>
        `<use_mcp_tool>\n<server_name>tools</server_name>\n<tool_name>${name}</tool_name>\n<arguments>\n${valueToText(args)}\n</arguments>\n</use_mcp_tool>`,
    ),
  },
  example:
    '<use_mcp_tool>\n<server_name>harbour</server_name>\n<tool_name>berth_state</tool_name>\n<arguments>\n{"berth": 3}\n</arguments>\n</use_mcp_tool>',
  openers: [{ text: '<use_mcp_tool>' }],
  read: namedJson({
    id: { open: '<server_name>', end: ['</server_name>'] },
    beforeName: [],
    nameEnd: ['</tool_name>'],
    beforeJson: ['<arguments>'],
    afterJson: ['</arguments>'],
    close: ['</use_mcp_tool>'],
    nameOf: (written) => ({ name: written.replace('<tool_name>', '').trim(), id: null }),
    single: true,
  }),
  closers: ['</use_mcp_tool>'],
};
