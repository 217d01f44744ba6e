import { readTools, type JsonValue, type ToolDefinition } from '../../../../core/index.ts';
import type { TypesReading } from '../../../worker/protocol.ts';
import { isOpenApi, operationsOf } from './openapi.ts';

/** What a pasted text can be read as. */
export type ImportKind = 'json' | 'typescript' | 'openapi';

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
}

/** Reads types in a worker; answers with a sentence when that failed. */
export type ReadTypes = (source: string) => Promise<TypesReading | string>;

/** Which kind a text looks like. YAML is known and not read. */
export function recogniseImport(text: string): ImportKind | 'yaml' {
  const start = text.trimStart();
  if (/^(?:[{[]|\ufeff)/.test(start)) {
    const value = parsed(start);
    if (value !== undefined) return isOpenApi(value) ? 'openapi' : 'json';
    // `{ city: string }`: JSON would have its key in quotation marks.
    return /^\{\s*(?:\/[/*]|readonly\s|[A-Za-z_$])/.test(start) ? 'typescript' : 'json';
  }
  if (/^(?:\/[/*]|(?:async|class|const|declare|enum|export|function|interface|module|namespace|type)\s)/.test(start))
    return 'typescript';
  if (/^(?:%YAML|---|#|-\s|["']?[\w./-]{1,80}["']?:(?:\s|$))/.test(start)) return 'yaml';
  return 'json';
}

/** The tools that a text offers when it is read as this kind. Never rejects. */
export async function readImport(kind: ImportKind, text: string, readTypes: ReadTypes): Promise<ImportReading> {
  if (kind === 'json') return readJsonTools(text);
  if (kind === 'openapi') return readOpenApi(text);
  const reading = await readTypes(text);
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
  if (value === undefined) return { candidates: [], notes: ['This is not JSON. Convert YAML to JSON first.'] };
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
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as JsonValue;
  } catch {
    return undefined;
  }
}
