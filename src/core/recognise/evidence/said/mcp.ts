import { phrasesOf, type Phrase } from './phrase.ts';

/** What clients and servers say of the Model Context Protocol: a server that did not start, one without tools, a call that it refuses. */
// Source: modelcontextprotocol.io, and the clients that each row names
export const saidOfMcp: readonly Phrase[] = phrasesOf(null, [
  // MySQL_MCP#5: what is handed to a tool is whole JSON with the closing markers of the model after it
  {
    id: 'arguments-marks',
    pattern:
      /^\s{0,8}(?!\{\s{0,8}"(?:name|function|tool)\w{0,8}")\{[^]{0,4000}\}[\s\x60]{0,12}(?:<\/?[|｜]?[\w▁]{2,40}[|｜]?>[\s\x60]{0,4}|\[\/[A-Z_]{4,20}\]\s{0,4}){1,6}$/,
    isExact: true,
    causes: ['arguments'],
    did: 'calls',
    says: 'Markup of the model follows the JSON of the arguments, and the model server left it there.',
    fix: 'Update the model server, or start it with the parser of this model. What is before the markup is whole.',
  },
  // modelcontextprotocol/typescript-sdk src/types.ts CallToolRequest: what Zod says of a call whose arguments are no object
  {
    id: 'mcp-arguments',
    pattern:
      /"expected": ?"(?:object|record)",\s{0,40}(?:"(?:received|code)": ?"\w{2,20}",\s{0,40}){0,2}"path": ?\[\s{0,40}"params",\s{0,40}"arguments"\s{0,40}\]/,
    isExact: true,
    causes: ['arguments'],
    did: 'calls',
    says: 'The arguments of the call are no object, and the tool takes nothing else.',
    fix: 'Have the client refuse or repair such arguments, or choose another model. The arguments must be a JSON object.',
  },
  // modelcontextprotocol/python-sdk mcp/server/session.py, which answers with -32602, and typescript-sdk streamableHttp.ts: python-sdk#2583
  {
    id: 'mcp-uninitialised',
    pattern:
      /\bReceived request before initialization was\s{1,60}(?:\S{1,60}\s{1,120})?complete\b|\bBad Request: Server not initialized\b/,
    isExact: true,
    causes: ['client'],
    did: null,
    says: 'The MCP server refused the request, since its session was not initialised: it looked at no tool and no argument.',
    fix: 'Connect the client anew: a server that was restarted has lost the session. Send nothing before `notifications/initialized`, and update both.',
  },
  {
    id: 'mcp-request',
    pattern:
      /\B-32602(?:: |\\{0,2}["'], ?\\{0,2}["']?|, ?\s{0,20}\\{0,2}["']message\\{0,2}["']: ?\\{0,2}["'])Invalid request parameters\b/,
    causes: ['client'],
    did: null,
    says: 'The MCP server could not take the request as a whole, most often before its session was initialised.',
    fix: 'Look in the log of the MCP server for `Failed to validate request`. Connect the client anew.',
  },
  // modelcontextprotocol/typescript-sdk, shared/protocol.ts: the client counts the time; xiaohongshu-mcp#120
  {
    id: 'mcp-timeout',
    pattern: /\B-32001\b[^\n]{0,60}\bRequest timed out\b/,
    isExact: true,
    causes: ['client'],
    did: null,
    says: 'The MCP client gave up waiting for the tool, which may still run: the time limit is its own.',
    fix: 'Raise the time limit for tools in the client. The log of the MCP server says what the tool was doing.',
  },
  // SyncMcpToolCallback.java: spring-ai#2857, #3023
  {
    id: 'mcp-result-thrown',
    pattern: /\bIllegalStateException: Error calling tool: \[TextContent\[/,
    by: ['spring-ai', 'proof'],
    isExact: true,
    causes: ['client'],
    did: 'calls',
    says: 'The tool ran and gave an error, and Spring AI ended the request in place of telling the model.',
    fix: 'Look why the tool failed. Update Spring AI, or give the text of the exception to the model as the result.',
  },
  // odysseus#5466 (`tools_sent=0`); what others log of a request, beside its model. A list without anything is blank where phrases are looked for.
  {
    id: 'sent-no-tools',
    pattern:
      /^(?=[^\n]{0,400}?\b(?:model|messages?|request|prompt|round)["']?[=: ])(?![^\n]{0,400}\bMCP server\b)(?:[^\n]{0,400}?[\s,{("'])?(?:(?:num_?|n_)?tools?_?(?:sent|count|n(?:ames|um)?|len(?:gth)?|[cC]ount)?["']?(?:: ?|= ?)(?:0(?![\d.])|None\b|null\b|nil\b|\[\]| {2}(?! {2})(?=\s\S|[,)]|\s*$))|(?<=\b(?:request|sending|sent|calling)\b[^\n]{0,200})(?:with )?(?:0|zero) tools\b)/m,
    causes: ['no-tools'],
    did: null,
    says: 'By its log, the client sent a request without any tools.',
    fix: 'Look why the client leaves its tools out. Many send them only to models and addresses that a setting marks as able to call. Then look at that line again.',
  },
  // Model Context Protocol, tools/list
  {
    id: 'mcp-no-tools',
    pattern: /"result": ?\{"tools": ?\[\][,}]/,
    causes: ['no-tools'],
    did: null,
    says: 'The MCP server lists no tools: `tools` is empty in its answer to `tools/list`.',
    fix: 'Look into the MCP server: it has to offer its tools before a client can declare them.',
  },
  // Node, and Python's `subprocess`, as Claude Desktop, Cline, AnythingLLM and VS Code show it: modelcontextprotocol/servers#1332, vscode-mcp-server#6
  {
    id: 'mcp-program',
    pattern:
      /(?<=\bMCP\b[^\n]{0,200}|\[error\] (?:\[[^\]\n]{1,80}\] )?|\bConnection state: Error )\bspawn ([^\s"'\\]{1,120}) ENOENT\b|\bspawn (?:npx|uvx|bunx)(?:\.cmd)? ENOENT\b|\bNo such file or directory: '(?:npx|uvx|bunx)'/,
    isVague: true,
    causes: ['no-tools'],
    did: null,
    says: 'The program that starts an MCP server was not found, so the model was offered none of its tools.',
    fix: 'Install that program (`npx` comes with Node.js, `uvx` with uv), or write its full path into the settings of the client.',
  },
  // codex-rs core/src/mcp_connection_manager.rs, Claude Desktop, Cline, AnythingLLM
  {
    id: 'mcp-unstarted',
    isVague: true,
    pattern:
      /\bMCP client for [`'"][^`'"\n]{1,80}[`'"] failed to start\b|\bServer transport closed unexpectedly, this is likely due to the process exiting early\b|\bFailed to (?:start (?:single )?|connect to (?:new )?)MCP server\b/,
    causes: ['no-tools'],
    did: null,
    says: 'An MCP server did not start, so the model was offered none of its tools.',
    fix: 'Run the command of that MCP server in a terminal, and mend what it reports. Then start the client again.',
  },
  // modelcontextprotocol/python-sdk mcp/shared/session.py, which mcpo logs (python-sdk#407); codex-as-mcp#5; mcp-chrome#139
  {
    id: 'mcp-waited',
    pattern:
      /\bTimed out while waiting for response to \w{0,40}Request\b|\btimed out awaiting (?:tools\/call|initialize)\b|\bMCP tool\b[^\n]{0,80}\btimed out\b|\bError calling tool[^\n]{0,80}\b(?:timed out|[Tt]imeout)\b/,
    isExact: true,
    causes: ['client'],
    did: 'error',
    says: 'The MCP server of the tool did not answer in time: this is not about the server of the model.',
    fix: 'Look into the log of the MCP server, and start it again. Where its tool only needs longer, raise the time limit of what calls it.',
  },
  // The same, and typescript-sdk shared/protocol.ts: mysql_mcp_server#49, Godot-MCP#24 (Node.js was missing), spotify-mcp#39
  {
    id: 'mcp-closed',
    pattern: /\B-32000\b[^\n]{0,60}\bConnection closed\b|\bM[cC][pP]Error: Connection closed\b/,
    isExact: true,
    causes: ['client'],
    did: 'error',
    says: 'The MCP server of the tool ended or closed the connection: this is not about the server of the model.',
    fix: 'Run the command of that MCP server in a terminal, and mend what it reports. Often a program that it needs is missing, such as Node.js.',
  },
]);
