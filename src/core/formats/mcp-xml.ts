import { namedJson } from './kit/read/named-json.ts';
import type { ToolIndex } from './kit/read/tool-index.ts';
import { eachCall } from './kit/read/write-calls.ts';
import { valueToText } from '../text/json/index.ts';
import type { ToolFormat } from './format.ts';

/** How hosts join a server and its tool to one name. */
const JOINED = ['_', '__', '.', '-', '/', ':'];

/** The declared name that is made of server and tool, where the tool alone is not declared and only one is. */
function declaredName(tool: string, server: string | null, tools: ToolIndex): string {
  if (server === null || tools.has(tool)) return tool;
  const names = [...JOINED.map((sign) => `${server}${sign}${tool}`), `mcp__${server}__${tool}`];
  const [name = tool, ...others] = names.filter((one) => tools.has(one));
  return others.length === 0 ? name : tool;
}

/** A server, a tool and JSON arguments, each in a tag. */
export const mcpXml: ToolFormat = {
  id: 'mcp-xml',
  lineage: 'Cline and MiroThinker',
  models: 'MiroThinker 1.0 to 1.7, any by prompt',
  readers: { others: ['Cline', 'Roo'] },
  proposed: ['vllm', 'llamacpp'],
  tier: 'marked',
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
    beforeName: ['<tool_name>'],
    nameEnd: ['</tool_name>'],
    beforeJson: ['<arguments>'],
    afterJson: ['</arguments>'],
    close: ['</use_mcp_tool>'],
    nameOf: (tool, server, tools) => ({ name: declaredName(tool, server, tools), id: null }),
    single: true,
  }),
  closers: ['</use_mcp_tool>'],
};
