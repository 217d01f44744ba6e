// The tools of a coding agent, which most of the reported failures are about.

const text = { type: 'string' };

const schemas = {
  read_file: { type: 'object', properties: { path: text }, required: ['path'] },
  write_file: { type: 'object', properties: { path: text, content: text }, required: ['path', 'content'] },
  run_command: {
    type: 'object',
    properties: { command: text, timeout: { type: 'integer' }, background: { type: 'boolean' } },
    required: ['command'],
  },
  search_logs: {
    type: 'object',
    properties: { query: text, filter: { type: 'object', properties: { level: text } } },
    required: ['query'],
  },
  list_filters: { type: 'object', properties: {} },
} as const;

type WorkbenchTool = keyof typeof schemas;

/** The definitions of these tools as JSON text. */
export function workbench(...names: readonly WorkbenchTool[]): string {
  return JSON.stringify(
    names.map((name) => ({ name, schema: schemas[name] })),
    null,
    2,
  );
}

/** Three tools that most of the cases declare. */
export const files = workbench('read_file', 'write_file', 'run_command');

/** `search_logs` as some generators of schemas write it: the type of `filter` is elsewhere. */
export const searchWithReference = JSON.stringify(
  [
    {
      name: 'search_logs',
      schema: {
        type: 'object',
        properties: { query: text, filter: { $ref: '#/$defs/filter' } },
        required: ['query'],
        $defs: { filter: { type: 'object', properties: { level: text } } },
      },
    },
  ],
  null,
  2,
);
