import { isObject, type JsonObject, own } from '../../text/json/index.ts';
import { inCode } from './fault-words.ts';
import type { FaultRule, Found } from './rule.ts';
import { lostInCase, schemasOf } from './schema-of-case.ts';
import { mishaps, piecesOf, type Rendered, type Subject, type ValuePiece } from './subject.ts';

const PROBE = 'probed_value';

interface Problem {
  readonly how: string;
  readonly at: Found['at'];
}

const NOT_PRINTED = 'the parameter is not in the prompt';
const asPython = 'it is printed as Python does, with single quotes';

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
    const seen = new Set<string>();
    const found = probes.flatMap((probe): Found[] => {
      const rendered = subject.changed('tools', probe.what, ({ tools }) => ({
        tools: (tools ?? []).map((tool) => withParameter(tool, probe.schema)),
      }));
      const problem = problemOf(subject, usual, rendered);
      if (problem === null || seen.has(problem.how)) return [];
      seen.add(problem.how);
      const declared = subject.options.material?.tools?.map(({ schema }) => schema) ?? schemasOf(subject);
      const isDeclared = declared.some((schema) => parametersOf(schema).some(probe.has));
      return [
        {
          level: isDeclared ? 'fault' : 'caution',
          message: `The template cannot print ${probe.what}${isDeclared ? ', which the case declares' : ''}: ${problem.how}.`,
          at: problem.at,
          shows: null,
          remedy: `Print the schema with \`tojson\`, or declare no tool with ${probe.what}.`,
          edits: [],
        },
      ];
    });
    // Where every parameter is lost, the probes have said so.
    return seen.has(NOT_PRINTED) ? found : [...found, ...lostInCase(subject)];
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

function problemOf(subject: Subject, usual: Rendered, rendered: Rendered): Problem | null {
  const { failure, pieces, prompt, steps } = rendered.rendering;
  if (failure !== null)
    return { how: `it raises ${inCode(`${failure.exception}: ${failure.message}`)}`, at: failure.span };
  const known = new Set(usual.rendering.warnings.map(({ span }) => span.from));
  const warning = mishaps(rendered).find(({ span }) => !known.has(span.from));
  if (warning !== undefined) {
    const how = warning.code === 'repr-printed' ? asPython : inCode(warning.message);
    return { how, at: warning.span };
  }
  const stepSpan = (step = -1): Found['at'] => subject.writtenPlace(steps[step]?.span ?? { from: 0, to: 0 });
  const isRepr = (piece: ValuePiece, text: string): boolean =>
    piece.origin.part === 'structure' && text.slice(piece.from, piece.to).includes("'");
  const repr = piecesOf(rendered, ['tools']).find(
    (piece) => piece.origin.path.includes(PROBE) && isRepr(piece, prompt),
  );
  const isUsual = piecesOf(usual, ['tools']).some((piece) => isRepr(piece, usual.rendering.prompt));
  if (repr !== undefined && !isUsual) return { how: asPython, at: stepSpan(repr.step) };
  if (prompt.includes(PROBE)) return null;
  const tools = pieces.find(({ origin }) => origin.kind === 'value' && origin.path[0] === 'tools');
  return { how: NOT_PRINTED, at: stepSpan(tools?.step) };
}
