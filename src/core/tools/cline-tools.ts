import type { ToolDefinition } from './tool.ts';

/**
 * The tools of Cline and Roo Code by name, with the parameters that tell a call from other tags (src/core/prompts/tools). The
 * readers of both clients know tools and parameters apart, each of its own release.
 */
const parameters: Readonly<Record<string, readonly string[]>> = {
  read_file: ['path', 'args'],
  write_to_file: ['path', 'content', 'line_count'],
  replace_in_file: ['path', 'diff'],
  apply_diff: ['path', 'diff', 'args'],
  insert_content: ['path', 'line', 'content'],
  search_and_replace: ['path', 'search', 'replace'],
  execute_command: ['command', 'requires_approval', 'cwd'],
  search_files: ['path', 'regex', 'file_pattern'],
  list_files: ['path', 'recursive'],
  list_code_definition_names: ['path'],
  codebase_search: ['query', 'path'],
  browser_action: ['action', 'url', 'coordinate', 'text'],
  web_fetch: ['url', 'prompt'],
  use_mcp_tool: ['server_name', 'tool_name', 'arguments'],
  access_mcp_resource: ['server_name', 'uri'],
  ask_followup_question: ['question', 'options', 'follow_up'],
  attempt_completion: ['result', 'command'],
  new_task: ['context', 'mode', 'message'],
  plan_mode_respond: ['response', 'options'],
  switch_mode: ['mode_slug', 'reason'],
  fetch_instructions: ['task'],
  update_todo_list: ['todos'],
};

const CALL = /<([a-z_]{4,30})>\s{0,8}<([a-z_]{3,20})>\s{0,8}(?![^<\n]{0,60}(?:\bhere\b|path\/to\b)|Your |\.{3})/g;
/** What rules and prompts say before an example. */
const TEACHES =
  /\b(?:their (?:exact )?formats?|exact format|following format|must (?:strictly )?(?:use|follow)|[Uu]sage:|[Ff]or example|[Ee]xample:)/;

/** In UTF-16 units. */
const LONGEST_RULES = 600;

/** Whether a text has a tag of such a tool with the tag of a parameter of it inside, and not only the words of the prompt. */
export function hasClineCall(text: string): boolean {
  for (const { 1: name = '', 2: key = '', index } of text.matchAll(CALL))
    if (Object.hasOwn(parameters, name) && parameters[name]?.includes(key) === true)
      return !TEACHES.test(text.slice(Math.max(0, index - LONGEST_RULES), index));
  return false;
}

/** The same as definitions. A reply that calls one is read without a request that declares it. */
export const clineTools: readonly ToolDefinition[] = Object.entries(parameters).map(([name, keys]) => ({
  name,
  schema: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])) },
  // Releases have further parameters, which are no fault.
  inferred: true,
}));
