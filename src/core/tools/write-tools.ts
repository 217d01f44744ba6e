import { valueToText } from '../text/json/index.ts';
import type { ToolForm } from './tool-form.ts';
import type { ToolDefinition } from './tool.ts';

/**
 * A list of tools as pretty JSON in one form. Reading it gives the same definitions, as far as the form can say them:
 * only the ExAthena form has `parallel_safe`, and in a bare JSON Schema the tool's name and description take the place
 * of the schema's own `title` and `description`, no schema is the same as an empty one, and a schema without any keyword
 * that marks it as one cannot be told from other data.
 */
export function writeTools(tools: readonly ToolDefinition[], form: ToolForm): string {
  return keepLoneSurrogates(
    valueToText(
      tools.map((tool) => written(tool, form)),
      2,
    ),
  );
}

function written(tool: ToolDefinition, form: ToolForm): object {
  const { name, description, schema, parallelSafe } = tool;
  switch (form) {
    case 'exathena':
      return defined({ name, description, schema, parallel_safe: parallelSafe });
    case 'openai':
      return { type: 'function', function: defined({ name, description, parameters: schema }) };
    case 'openai-responses':
      return defined({ type: 'function', name, description, parameters: schema });
    case 'anthropic':
      return defined({ name, description, input_schema: schema });
    case 'mcp':
      return defined({ name, description, inputSchema: schema });
    case 'json-schema': {
      const { title: _title, description: _description, ...own } = schema ?? {};
      return defined({ title: name, description, ...own });
    }
  }
}

function defined(members: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Half a character can be read as it is, but the strict reader refuses its escape, which `JSON.stringify` writes. */
function keepLoneSurrogates(json: string): string {
  return json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (escape, unit: string | undefined) =>
    unit === undefined ? escape : String.fromCharCode(parseInt(unit, 16)),
  );
}
