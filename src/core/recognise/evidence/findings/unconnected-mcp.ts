import type { Reason } from './reason.ts';

/**
 * How clients show that an MCP server of this name did not connect. All bounded.
 *
 * Sources: `claude mcp list` and `/mcp` of Claude Code (claude-code-router#1123), codex#36685, gemini-cli#2887, mcp-confluent#71
 */
const FAILED: readonly RegExp[] = [
  /^[\s❯>│]{0,8}(?:\d{1,2}\. )?([\w@./-][\w @./-]{0,60}?)(?::[^\n]{1,300} -)? {1,4}[✗✘] (?:Failed to connect|failed)\b/gm,
  /\bMCP client for [`'"]([^`'"\n]{1,80})[`'"] failed to start\b/g,
  /\bMCP startup incomplete \(failed: ([^)\n]{1,200})\)/g,
  /\b(?:[Ff]ailed to start or connect to|Error connecting to) MCP server '([^'\n]{1,80})'/g,
  /\bConnection failed for '([^'\n]{1,80})'/g,
];

/** The same with MCP servers of which each puts its own tools under its name: `mcp__ferry__list`, `ferry_list`. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z\d]{1,80}/g, '_');
}

/**
 * Why a client has no tool that a model calls, where the paste shows that the MCP server of the tool did not connect. Null elsewhere.
 *
 * @param told the names of the called tools, and the words of the error
 */
export function unconnected(first: Reason | undefined, told: string, content: string): Reason | null {
  if (first?.cause !== 'unknown-tool') return null;
  const called = (told.match(/[\w./-]{3,200}/g) ?? []).map((one) => ({ one, name: plain(one).replace(/^mcp_/, '') }));
  for (const pattern of FAILED)
    for (const [, listed = ''] of content.matchAll(pattern))
      for (const server of listed.split(', ')) {
        const found = called.find(({ name }) => name.startsWith(`${plain(server)}_`));
        if (found === undefined) continue;
        return {
          ...first,
          says: `The tool \`${found.one}\` is one of the MCP server \`${server.trim().replaceAll('`', "'")}\`, which did not connect.`,
          headline: undefined,
          fix: 'Run the command of that MCP server in a terminal, and mend what it reports. Then connect the client to it again.',
        };
      }
  return null;
}
