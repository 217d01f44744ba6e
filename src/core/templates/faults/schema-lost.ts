import type { JsonObject } from '../../json/node.ts';
import { isObject, own } from '../../json/node.ts';
import { inCode } from './fault-words.ts';
import type { FaultRule, Found } from './rule.ts';
import { piecesOf, type Rendered, type Subject } from './subject.ts';

const PROBE = 'probed_value';

/** Parameters that JSON Schema allows and that templates which print schemas key by key forget. */
const probes: readonly {
  readonly what: string;
  readonly schema: JsonObject;
  readonly has: (schema: JsonObject) => boolean;
}[] = [
  {
    what: 'a list of types',
    schema: { type: ['string', 'null'], description: 'May be null' },
    has: ({ type }) => Array.isArray(type),
  },
  {
    what: 'an array without `items`',
    schema: { type: 'array', description: 'A list' },
    has: (schema) => schema['type'] === 'array' && own(schema, 'items') === undefined,
  },
  {
    what: 'a parameter without `type`',
    schema: { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'One of two' },
    has: (schema) => own(schema, 'type') === undefined,
  },
  {
    what: 'a parameter without `description`',
    schema: { type: 'string' },
    has: (schema) => own(schema, 'description') === undefined,
  },
];

/** A schema makes the template raise, or comes into the prompt as Python writes it or not at all. */
export const schemaLost: FaultRule = {
  code: 'schema-lost',
  find(subject): readonly Found[] {
    const usual = subject.rendered('tools');
    if (usual.rendering.failure !== null || piecesOf(usual, ['tools']).length === 0) return [];
    const seen = new Set<number>();
    return probes.flatMap((probe): Found[] => {
      const rendered = subject.changed('tools', probe.what, ({ tools }) => ({
        tools: (tools ?? []).map((tool) => withParameter(tool, probe.schema)),
      }));
      const problem = problemOf(subject, usual, rendered);
      if (problem === null || seen.has(problem.at.from)) return [];
      seen.add(problem.at.from);
      const isDeclared = (subject.options.material?.tools ?? []).some(({ schema }) =>
        parametersOf(schema).some(probe.has),
      );
      return [
        {
          level: isDeclared ? 'fault' : 'caution',
          message: `The template cannot print ${probe.what}: ${problem.how}.`,
          at: problem.at,
          shows: null,
          remedy: `Print the schema with \`tojson\`, or declare no tool with ${probe.what}.`,
          edits: [],
        },
      ];
    });
  },
};

function withParameter(tool: JsonObject, schema: JsonObject): JsonObject {
  const described = tool['function'];
  const parameters = isObject(described) ? described['parameters'] : undefined;
  const properties = isObject(parameters) ? parameters['properties'] : undefined;
  const whole = {
    ...(isObject(parameters) ? parameters : {}),
    properties: { ...(isObject(properties) ? properties : {}), [PROBE]: schema },
  };
  return { ...tool, function: { ...(isObject(described) ? described : {}), parameters: whole } };
}

function parametersOf(schema: JsonObject | undefined): JsonObject[] {
  const properties = schema?.['properties'];
  return isObject(properties) ? Object.values(properties).filter(isObject) : [];
}

function problemOf(
  subject: Subject,
  usual: Rendered,
  { rendering }: Rendered,
): { readonly how: string; readonly at: Found['at'] } | null {
  const { failure } = rendering;
  if (failure !== null)
    return { how: `it raises ${inCode(`${failure.exception}: ${failure.message}`)}`, at: failure.span };
  const known = new Set(usual.rendering.warnings.map(({ span }) => span.from));
  const warning = rendering.warnings.find(({ span, code }) => !known.has(span.from) && code !== 'undefined-looped');
  if (warning !== undefined) {
    const how =
      warning.code === 'repr-printed' ? 'it is printed as Python does, with single quotes' : inCode(warning.message);
    return { how, at: warning.span };
  }
  const repr = rendering.pieces.find(
    ({ from, to, origin }) =>
      origin.kind === 'value' &&
      origin.part === 'structure' &&
      origin.path.includes(PROBE) &&
      rendering.prompt.slice(from, to).includes("'"),
  );
  if (repr !== undefined) {
    const span = rendering.steps[repr.step]?.span ?? { from: 0, to: 0 };
    return { how: 'it is printed as Python does, with single quotes', at: subject.writtenPlace(span) };
  }
  if (rendering.prompt.includes(PROBE)) return null;
  const tools = rendering.pieces.find(({ origin }) => origin.kind === 'value' && origin.path[0] === 'tools');
  const span = rendering.steps[tools?.step ?? -1]?.span ?? { from: 0, to: 0 };
  return { how: 'the parameter is not in the prompt', at: subject.writtenPlace(span) };
}
