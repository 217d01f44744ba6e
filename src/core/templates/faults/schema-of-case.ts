import { isObject, type JsonObject, own } from '../../text/json/index.ts';
import { inCode } from './fault-words.ts';
import type { Found } from './rule.ts';
import { piecesOf, type Rendered, type Subject } from './subject.ts';

/** How deep the parameters of parameters are looked at. */
const DEEPEST = 6;

/** What a schema says that a prompt should have. */
interface Said {
  readonly path: readonly string[];
  /** The values that the parameter may have; null where this is about its name. */
  readonly values: readonly string[] | null;
}

/** The schemas of the case's own tools. */
export function schemasOf({ cases }: Subject): readonly JsonObject[] {
  return (cases[0]?.tools ?? []).map(schemaOf);
}

function schemaOf({ function: described }: JsonObject): JsonObject {
  const schema = isObject(described) ? own(described, 'parameters') : undefined;
  return isObject(schema) ? schema : {};
}

/** The first parameter of a tool of the case that is not in its prompt. */
export function lostInCase(subject: Subject): Found[] {
  const [rendered] = subject.cases;
  if (rendered === undefined || rendered.rendering.failure !== null) return [];
  for (const [index, tool] of rendered.tools.entries()) {
    const name = isObject(tool['function']) ? tool['function']['name'] : undefined;
    if (typeof name !== 'string' || !rendered.rendering.prompt.includes(name)) continue;
    const lost = saidIn(schemaOf(tool)).find((said) => !isPrinted(rendered, index, said));
    if (lost === undefined) continue;
    const path = inCode(lost.path.join('.'));
    return [
      {
        level: 'fault',
        message:
          lost.values === null
            ? `The template drops the parameter ${path} of the tool ${inCode(name)} of this case.`
            : `The template drops the values of ${path}, a parameter of the tool ${inCode(name)} of this case.`,
        at: placeOf(subject, rendered, index),
        shows: { conversation: rendered.conversation, range: null },
        remedy: 'Print the schema with `tojson`, so that nothing of it is lost.',
        edits: [],
      },
    ];
  }
  return [];
}

/** The names of all parameters with what they may be, a parameter before those inside of it. */
function saidIn(schema: JsonObject, path: readonly string[] = []): Said[] {
  if (path.length === DEEPEST) return [];
  const properties = own(schema, 'properties');
  const here = isObject(properties) ? Object.entries(properties) : [];
  return here.flatMap(([name, about]): Said[] => {
    const to = [...path, name];
    if (!isObject(about)) return [{ path: to, values: null }];
    const listed = own(about, 'enum');
    const values = Array.isArray(listed) ? listed.filter((value) => typeof value === 'string' && value !== '') : [];
    const items = own(about, 'items');
    return [
      { path: to, values: null },
      ...(values.length === 0 ? [] : [{ path: to, values: values as string[] }]),
      ...saidIn(about, to),
      ...(isObject(items) ? saidIn(items, to) : []),
    ];
  });
}

/** Found by its origin or as text, because text that a macro builds may have no origin. */
function isPrinted(rendered: Rendered, tool: number, { path, values }: Said): boolean {
  const { prompt } = rendered.rendering;
  const last = path.at(-1) ?? '';
  if (values === null) return prompt.includes(last) || pathsOf(rendered, tool).some((one) => one.includes(last));
  return values.some((value) => prompt.includes(value));
}

function pathsOf(rendered: Rendered, tool: number): readonly (readonly (string | number)[])[] {
  return piecesOf(rendered, ['tools', tool]).map(({ origin }) => origin.path);
}

/** Where the template begins to write the tool. If it writes none, where it goes through the messages. */
function placeOf(subject: Subject, rendered: Rendered, tool: number): Found['at'] {
  const step = piecesOf(rendered, ['tools', tool])[0]?.step ?? -1;
  const span = rendered.rendering.steps[step]?.span;
  return span === undefined ? subject.messageLoop : subject.writtenPlace(span);
}
