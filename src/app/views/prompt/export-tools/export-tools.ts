import { writeTools, type ToolDefinition } from '../../../../core/index.ts';
import { readImport, type ImportKind, type ImportReaders } from '../import-tools/import-tools.ts';
import { curlCommand, geminiTools, mcpAnswer, openApiJson, openApiYaml } from './documents.ts';
import { pydanticModels, pythonFunctions } from './python.ts';
import { unsaid } from './read-back.ts';
import { typescriptFunctions } from './typescript.ts';
import { aiSdkTools, zodSchemas } from './zod.ts';

/** A form in which tools leave the page, and as what it is read when it comes back. */
export interface ExportForm {
  readonly id: string;
  readonly label: string;
  /** The name of its file. */
  readonly file: string;
  readonly reads: ImportKind;
  readonly write: (tools: readonly ToolDefinition[]) => string;
}

export const exportForms: readonly ExportForm[] = [
  form('openai', 'OpenAI', 'tools.json', 'json', (tools) => `${writeTools(tools, 'openai')}\n`),
  form('anthropic', 'Anthropic', 'tools.json', 'json', (tools) => `${writeTools(tools, 'anthropic')}\n`),
  form('gemini', 'Gemini', 'tools.json', 'json', geminiTools),
  form('mcp', 'MCP: answer to tools/list', 'tools.json', 'json', mcpAnswer),
  form('openapi', 'OpenAPI 3.1, JSON', 'openapi.json', 'openapi', openApiJson),
  form('openapi-yaml', 'OpenAPI 3.1, YAML', 'openapi.yaml', 'yaml', openApiYaml),
  form('python', 'Python functions', 'tools.py', 'python', pythonFunctions),
  form('pydantic', 'Pydantic models', 'models.py', 'python', pydanticModels),
  form('typescript', 'TypeScript functions', 'tools.ts', 'typescript', typescriptFunctions),
  form('zod', 'Zod schemas', 'schemas.ts', 'zod', zodSchemas),
  form('ai-sdk', 'AI SDK tools', 'tools.ts', 'zod', aiSdkTools),
  form('curl', 'curl', 'request.sh', 'request', curlCommand),
];

function form(id: string, label: string, file: string, reads: ImportKind, write: ExportForm['write']): ExportForm {
  return { id, label, file, reads, write };
}

/** What a form does not say of the tools, found by reading it back as an import would. Never rejects. */
export async function unsaidBy(
  { reads }: ExportForm,
  text: string,
  tools: readonly ToolDefinition[],
  readers: ImportReaders,
): Promise<readonly string[]> {
  const { candidates } = await readImport(reads, text, readers);
  // Types that tools are made of are no tools, unless one has their name.
  const names = new Set(tools.map(({ name }) => name));
  const back = candidates.filter(({ name, isWanted, place }) => isWanted || place === '' || names.has(name));
  return unsaid(
    tools,
    back.map((one) => one.define().definition),
  );
}
