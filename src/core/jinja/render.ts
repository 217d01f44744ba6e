import type { Span } from '../text/document/index.ts';
import type { JsonPath, JsonValue } from '../text/json/index.ts';
import { Interpreter } from './interpreter.ts';
import { failureOf, parseTemplate, type ParsedTemplate } from './parse/parse-template.ts';
import type { Source } from './parse/source.ts';
import type {
  Origin,
  Piece,
  RenderOptions,
  Rendering,
  RenderStep,
  TemplateContext,
  TemplateFailure,
} from './rendering.ts';
import { fromJson, fromNode } from './values/from-json.ts';
import type { Place, Run, RunOrigin } from './values/text.ts';
import type { Value } from './values/value.ts';

/**
 * Renders a chat template as transformers does: Jinja2 with `trim_blocks`, `lstrip_blocks`, loop controls, the tag
 * `generation`, an immutable sandbox, and transformers' `tojson`. Never throws; nothing that it gets is changed.
 */
export function render(
  template: string | ParsedTemplate,
  context: TemplateContext,
  options: RenderOptions = {},
): Rendering {
  let parsed: ParsedTemplate;
  if (typeof template === 'string') {
    const parsing = parseTemplate(template);
    if (!parsing.ok) return nothing(parsing.failure);
    parsed = parsing.template;
  } else parsed = template;
  let values: ReadonlyMap<string, Value>;
  try {
    values = variablesOf(context);
  } catch (error) {
    return nothing(failureOf(error, parsed, { from: 0, to: 0 }));
  }
  const interpreter = new Interpreter(parsed, values, options);
  let failure: TemplateFailure | null = null;
  try {
    interpreter.run();
  } catch (error) {
    failure = failureOf(error, parsed, interpreter.place);
  }
  return finished(interpreter, parsed, failure);
}

function nothing(failure: TemplateFailure): Rendering {
  return { prompt: '', pieces: [], steps: [], stepsAreCut: false, spent: 0, failure, warnings: [] };
}

function variablesOf({
  messages,
  tools = null,
  documents = null,
  variables = {},
  nodes = new Map(),
  absent = [],
}: TemplateContext): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const add = (name: string, value: JsonValue): void => {
    values.set(name, fromJson(value, { parent: null, key: name }));
  };
  add('messages', messages);
  add('tools', tools);
  add('documents', documents);
  const entries: Iterable<[string, JsonValue]> = isMap(variables) ? variables : Object.entries(variables);
  for (const [name, value] of entries) add(name, value);
  for (const [name, node] of nodes) values.set(name, fromNode(node, { parent: null, key: name }));
  for (const name of absent) values.delete(name);
  return values;
}

function isMap(variables: NonNullable<TemplateContext['variables']>): variables is ReadonlyMap<string, JsonValue> {
  return variables instanceof Map;
}

function finished(interpreter: Interpreter, source: Source, failure: TemplateFailure | null): Rendering {
  const written = interpreter.prompt.text();
  const pieces = piecesOf(written.runs(), written.text, source);
  const ranges = new Map<number, Span>();
  for (const { from, to, step } of pieces) {
    const range = ranges.get(step);
    ranges.set(step, { from: range?.from ?? from, to });
  }
  const placed = interpreter.steps.finished(ranges);
  // Only line ends of Windows move places.
  const steps = source.original.includes('\r')
    ? placed.map((step): RenderStep => {
        const { from, to } = step.span;
        return { ...step, span: { from: source.originalAt(from), to: source.originalAt(to) } };
      })
    : placed;
  return {
    prompt: written.text,
    pieces,
    steps,
    stepsAreCut: interpreter.steps.isCut,
    spent: interpreter.spent,
    failure,
    warnings: interpreter.warnings.map((warning) => ({ ...warning, span: source.spanOf(warning.span) })),
  };
}

/** Neighbours that continue one another become one piece. */
function piecesOf(runs: readonly Run[], prompt: string, source: Source): Piece[] {
  const pieces: Piece[] = [];
  const paths = new Map<Place, JsonPath>();
  let at = 0;
  for (let index = 0; index < runs.length;) {
    const first = runs[index] as Run;
    let { length } = first;
    let { to } = first.origin;
    index += 1;
    for (let next = runs[index]; next !== undefined && continues(first, to, next, length); next = runs[index]) {
      length += next.length;
      to = next.origin.to;
      index += 1;
    }
    const origin = originOf(first.origin, to, prompt, at, at + length, source, paths);
    pieces.push({ from: at, to: at + length, origin, step: first.step });
    at += length;
  }
  return pieces;
}

function continues(first: Run, to: number, next: Run, length: number): boolean {
  const { origin } = first;
  const other = next.origin;
  if (first.step !== next.step || origin.kind !== other.kind) return false;
  if (origin.kind === 'computed') return origin.from === other.from && origin.to === other.to;
  if (origin.kind === 'value') {
    if (other.kind !== 'value' || origin.place !== other.place || origin.part !== other.part) return false;
    if (origin.part === 'structure') return true;
  } else if (other.kind !== 'literal') return false;
  return origin.written === 'as-is' && other.written === 'as-is' && to === other.from && to - origin.from === length;
}

/** @param end of the origin, after its neighbours were added; the piece is `[at, pieceEnd)` of the prompt */
function originOf(
  origin: RunOrigin,
  end: number,
  prompt: string,
  at: number,
  pieceEnd: number,
  source: Source,
  paths: Map<Place, JsonPath>,
): Origin {
  if (origin.kind === 'value') {
    const { kind, place, part, from, written } = origin;
    return { kind, path: pathOf(place, paths), part, from, to: end, written };
  }
  const from = source.originalAt(origin.from);
  const to = source.originalAt(end);
  if (origin.kind === 'computed') return { kind: 'computed', from, to };
  // Only a line end of Windows is read otherwise than it is written.
  const isSame =
    origin.written !== 'as-is' ||
    (to - from === pieceEnd - at && prompt.startsWith(source.original.slice(from, to), at));
  return { kind: 'literal', from, to, written: isSame ? origin.written : 'decoded' };
}

function pathOf(place: Place, paths: Map<Place, JsonPath>): JsonPath {
  const known = paths.get(place);
  if (known !== undefined) return known;
  const path: (string | number)[] = [];
  for (let at: Place | null = place; at !== null; at = at.parent) path.unshift(at.key);
  paths.set(place, path);
  return path;
}
