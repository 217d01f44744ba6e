import { isObject, type JsonValue, parsedJson, readTools, type ToolDefinition } from '../../../../core/index.ts';
import type { TypesJob, TypesReading, YamlReading } from '../../../worker/protocol.ts';
import { isOpenApi, operationsOf } from './openapi.ts';

/** What a pasted text can be read as. */
export type ImportKind = 'json' | 'typescript' | 'zod' | 'python' | 'openapi' | 'yaml' | 'request';

/** A tool that a text offers. */
export interface Candidate {
  readonly name: string;
  /** Where it comes from, when that says more than its name. */
  readonly place: string;
  /** Chosen unless the reader decides otherwise. */
  readonly isWanted: boolean;
  readonly define: () => { readonly definition: ToolDefinition; readonly notes: readonly string[] };
}

export interface ImportReading {
  readonly candidates: readonly Candidate[];
  /** One sentence each. */
  readonly notes: readonly string[];
  /** What the text was, where that says more than how it was read. */
  readonly kind?: ImportKind;
}

/** What is read in workers; each answers with a sentence when that failed. */
export interface ImportReaders {
  readonly types: (job: TypesJob) => Promise<TypesReading | string>;
  /** JSON text. */
  readonly yaml: (source: string) => Promise<Pick<YamlReading, 'json' | 'problem'> | string>;
  /** The tools of a command or a request, as JSON text; empty where it has none. */
  readonly request: (source: string) => Promise<{ readonly toolsText: string } | string>;
}

/** Which kind a text looks like. */
export function recogniseImport(text: string): ImportKind {
  const start = text.trimStart();
  if (/^(?:[{[]|\ufeff)/.test(start)) {
    const value = parsed(start);
    if (value !== undefined) return isOpenApi(value) ? 'openapi' : 'json';
    // `{ city: string }`: JSON would have its key in quotation marks.
    return /^\{\s*(?:\/[/*]|readonly\s|[A-Za-z_$])/.test(start) ? 'typescript' : 'json';
  }
  if (
    /^(?:[$>%#]\s+)?(?:curl|wget|http|https|Invoke-RestMethod|Invoke-WebRequest)\s|^await fetch\(|^fetch\(/.test(start)
  )
    return 'request';
  if (/\bz\s*\.\s*(?:strict|loose)?[oO]bject\s*\(|\bz\s*\.\s*\w+\(\)/.test(start)) return 'zod';
  if (
    /^(?:@[\w.]+(?:\(|\s)|(?:async\s+)?def\s+\w+\s*\(|from\s+[\w.]+\s+import\s|import\s+[\w.]+\s*(?:as\s|$))/m.test(
      start,
    )
  )
    return 'python';
  if (/^class\s+\w+\s*(?:\([^)]*\))?\s*:/m.test(start)) return 'python';
  if (/^(?:\/[/*]|(?:async|class|const|declare|enum|export|function|interface|module|namespace|type)\s)/.test(start))
    return 'typescript';
  if (/^(?:%YAML|---|#|-\s|["']?[\w./-]{1,80}["']?:(?:\s|$))/.test(start)) return 'yaml';
  return 'json';
}

/** The tools that a text offers when it is read as this kind. Never rejects. */
export async function readImport(kind: ImportKind, text: string, readers: ImportReaders): Promise<ImportReading> {
  if (kind === 'json') return readJson(text, readers);
  if (kind === 'openapi') return readOpenApi(text);
  if (kind === 'yaml') {
    const read = await readers.yaml(text);
    if (typeof read === 'string') return { candidates: [], notes: [read] };
    if (read.json === null) return { candidates: [], notes: [read.problem] };
    const value = parsed(read.json);
    return value !== undefined && isOpenApi(value)
      ? { ...readOpenApi(read.json), kind: 'openapi' }
      : readJsonTools(read.json);
  }
  if (kind === 'request') {
    const read = await readers.request(text);
    if (typeof read === 'string') return { candidates: [], notes: [read] };
    if (read.toolsText === '') return { candidates: [], notes: ['This request declares no tools.'] };
    return readJsonTools(read.toolsText);
  }
  const reading = await readers.types({ source: text, language: kind });
  if (typeof reading === 'string') return { candidates: [], notes: [reading] };
  const someStandAlone = reading.types.some(({ isPart }) => !isPart);
  const candidates = reading.types.map(({ name, description, schema, isPart }): Candidate => {
    const definition = { name, ...(description !== undefined && { description }), schema };
    return {
      name,
      place: isPart ? 'used by another type' : '',
      isWanted: !isPart || !someStandAlone,
      define: () => ({ definition, notes: [] }),
    };
  });
  return { candidates, notes: reading.notes };
}

/** In the forms of the page, or in one that only pastes have, such as Gemini's declarations. */
async function readJson(text: string, { request }: ImportReaders): Promise<ImportReading> {
  const own = readJsonTools(text);
  const json = parsed(text);
  const pasted = own.candidates.length > 0 || json === undefined ? '' : await request(text);
  const reading = typeof pasted === 'string' || pasted.toolsText === '' ? own : readJsonTools(pasted.toolsText);
  return goesOn(json) ? { ...reading, notes: [...reading.notes, MORE_PAGES] } : reading;
}

const MORE_PAGES = 'The list goes on: it has `nextCursor`. Ask the server for the next page, and add its tools too.';

/** Whether MCP answered with one page of its tools, in the message or in its result. Source: the MCP specification, pagination of `tools/list` */
function goesOn(json: JsonValue | undefined): boolean {
  const result = isObject(json) ? json['result'] : undefined;
  const page = isObject(result) ? result : json;
  return isObject(page) && typeof page['nextCursor'] === 'string' && page['nextCursor'] !== '';
}

function readJsonTools(text: string): ImportReading {
  const { tools, problems } = readTools(text);
  return {
    candidates: tools.map(({ definition }) => ({
      name: definition.name,
      place: '',
      isWanted: true,
      define: () => ({ definition, notes: [] }),
    })),
    notes: problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  };
}

/** At most so many are chosen at first; the reader picks from more. */
const FEW_OPERATIONS = 5;

function readOpenApi(text: string): ImportReading {
  const value = parsed(text);
  if (value === undefined) return { candidates: [], notes: ['This is not JSON. Read it as YAML instead.'] };
  if (!isOpenApi(value))
    return { candidates: [], notes: ['This JSON is neither an OpenAPI document nor an operation.'] };
  if (value['swagger'] !== undefined) {
    return { candidates: [], notes: ['This is Swagger 2.0. Convert it to OpenAPI 3.x first.'] };
  }
  const operations = operationsOf(value);
  if (operations.length === 0) return { candidates: [], notes: ['The document has no operations under `paths`.'] };
  const isWanted = operations.length <= FEW_OPERATIONS;
  return { candidates: operations.map((operation) => ({ ...operation, isWanted })), notes: [] };
}

/** The names that are there already, or come twice. */
export function takenNames(tools: readonly ToolDefinition[], there: readonly ToolDefinition[]): string[] {
  const seen = new Set(there.map(({ name }) => name));
  const taken = new Set<string>();
  for (const { name } of tools) {
    if (seen.has(name)) taken.add(name);
    seen.add(name);
  }
  return [...taken];
}

/** The chosen ones with, or without, some. */
export function withChoice<T>(chosen: ReadonlySet<T>, some: readonly T[], isWanted: boolean): ReadonlySet<T> {
  const next = new Set(chosen);
  for (const one of some) {
    if (isWanted) next.add(one);
    else next.delete(one);
  }
  return next;
}

function parsed(text: string): JsonValue | undefined {
  return parsedJson(text.replace(/^\ufeff/, ''));
}
