import * as Browser from '@hyperjump/browser';
import '@hyperjump/json-schema/draft-04';
import '@hyperjump/json-schema/draft-06';
import '@hyperjump/json-schema/draft-07';
import '@hyperjump/json-schema/draft-2019-09';
import {
  registerSchema,
  setMetaSchemaOutputFormat,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
  type Validator,
} from '@hyperjump/json-schema/draft-2020-12';
import { addKeyword, BASIC, Validation, type ValidationContext } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import { parsedJson, type JsonObject } from '../../core/index.ts';
import { dialectOf, explainRefusal, findFault } from './schema-faults.ts';
import { ProblemCollector, type SchemaProblem } from './schema-problems.ts';

type SchemaVerdict =
  | { readonly state: 'valid' }
  | { readonly state: 'problems'; readonly problems: readonly SchemaProblem[] }
  /** The schema, or the text, cannot be used; `reason` is one sentence. */
  | { readonly state: 'unchecked'; readonly reason: string };

/** Compares the arguments of a call, as JSON text, with one schema. */
export type ArgumentsCheck = (argumentsText: string) => SchemaVerdict;

/**
 * The check for a schema, compiled once for each text of a schema and kept for those used last. The dialect is 2020-12
 * unless `$schema` names 2019-09 or draft 07, 06 or 04. Never rejects, and never loads anything: a reference that leads
 * out of the schema makes the verdict `unchecked`.
 *
 * `format` says something and demands nothing. Numbers are compared as JavaScript sees them. A `pattern` that
 * backtracks without end cannot be interrupted from here: whoever calls this needs a worker with a deadline.
 */
export function checkFor(schema: JsonObject): Promise<ArgumentsCheck> {
  // Before anything that recurses into the schema.
  const fault = findFault(schema);
  if (fault !== null) return Promise.resolve(unchecked(fault));
  const identity = JSON.stringify(schema);
  const known = checks.get(identity);
  // Set again, it is the last in the order of the map: the first is the one to forget.
  checks.delete(identity);
  const check = known ?? compile(schema);
  checks.set(identity, check);
  for (const oldest of checks.keys()) {
    if (checks.size <= CHECKS_KEPT) break;
    checks.delete(oldest);
  }
  return check;
}

/** Enough for the tools of one conversation, and a bound for the versions of a schema that someone is typing. */
const CHECKS_KEPT = 100;
const checks = new Map<string, Promise<ArgumentsCheck>>();

let schemasRegistered = 0;

async function compile(schema: JsonObject): Promise<ArgumentsCheck> {
  const dialect = dialectOf(schema);
  schemasRegistered += 1;
  const uri = `https://callscope.invalid/schema/${schemasRegistered}`;
  try {
    registerSchema(dialect === null ? schema : { ...schema, $schema: dialect }, uri);
    const validator = await validate(uri);
    return (argumentsText) => compare(validator, argumentsText);
  } catch (error) {
    return unchecked(explainRefusal(error, schema));
  } finally {
    // The compiled check needs it no longer, and the registry would keep it forever.
    unregisterSchema(uri);
  }
}

function compare(validator: Validator, argumentsText: string): SchemaVerdict {
  const value = parsedJson(argumentsText);
  if (value === undefined) return { state: 'unchecked', reason: 'The arguments are not valid JSON.' };
  const collector = new ProblemCollector();
  try {
    const { valid } = validator(value, { plugins: [collector] });
    return valid ? { state: 'valid' } : { state: 'problems', problems: collector.problems };
  } catch (error) {
    // The validator recurses with the depth of the value, and with a schema that applies itself to the same value.
    const reason =
      error instanceof RangeError
        ? 'The arguments are nested too deeply, or the schema refers to itself without end.'
        : 'The validator failed on this schema and these arguments.';
    return { state: 'unchecked', reason };
  }
}

function unchecked(reason: string): ArgumentsCheck {
  return () => ({ state: 'unchecked', reason });
}

// The rest of this module sets up the validator, whose settings are global.

for (const scheme of ['http', 'https', 'file']) Browser.removeUriSchemePlugin(scheme);
setShouldValidateFormat(false);
// An invalid schema is to be reported with its place.
setMetaSchemaOutputFormat(BASIC);

/** What the validator tells keywords like `unevaluatedProperties`. */
interface PropertiesContext extends ValidationContext {
  readonly evaluatedProperties?: Set<string>;
}

// The handler that comes with the library finds `constructor` in its table of properties, because every object has one.
addKeyword<ReadonlyMap<string, string>>({
  id: 'https://json-schema.org/keyword/properties',
  simpleApplicator: true,
  compile: async (schema, ast) => {
    const schemas = new Map<string, string>();
    for await (const [name, property] of Browser.entries(schema)) {
      schemas.set(name, await Validation.compile(property as typeof schema, ast, schema));
    }
    return schemas;
  },
  interpret: (schemas, instance, context) => {
    if (Instance.typeOf(instance) !== 'object') return true;
    let isValid = true;
    for (const [nameNode, value] of Instance.entries(instance)) {
      const name = Instance.value<string>(nameNode);
      const schema = schemas.get(name);
      if (schema === undefined) continue;
      if (!Validation.interpret(schema, value, context)) isValid = false;
      (context as PropertiesContext).evaluatedProperties?.add(name);
    }
    return isValid;
  },
});
