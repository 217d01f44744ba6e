import type { EvaluationPlugin, ValidationContext } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental';
import type { JsonPath, JsonValue } from '../../core/index.ts';
import {
  constantText,
  failedKeyword,
  forbiddenItem,
  forbiddenProperty,
  forbiddenValue,
  missingCompanion,
  missingProperty,
  noFormFits,
  severalFormsFit,
  typeText,
  unexpectedValue,
  wrongValue,
} from './problem-text.ts';

export interface SchemaProblem {
  /** To the value in the arguments; to the object when one of its properties is missing. */
  readonly path: JsonPath;
  readonly keyword: string;
  readonly message: string;
}

/** A problem on its way up from the keyword that found it. */
interface Failure {
  readonly instance: JsonNode;
  readonly keyword: string;
  readonly message: string;
  readonly path: JsonPath;
  /** What was expected instead, when that is a type or a value: alternatives of this kind join to one sentence. */
  readonly expected: readonly string[] | null;
  /** A schema that allows nothing said so; the keyword above it knows what that means. */
  readonly isNever: boolean;
}

/** What the validator hands from keyword to keyword. A schema and the keyword that applies it share one. */
interface Context extends ValidationContext {
  failures?: Failure[];
  /** How many of the schemas that a keyword applies were met. */
  met?: number;
  /** A keyword that decides which other properties and items are known has failed here. */
  isUndecided?: boolean;
}

/** Keywords that apply schemas to the same value: when one fails, what it would have known counts as unknown. */
const IN_PLACE = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
  'dependentSchemas',
]);

const FOR_PROPERTIES = new Set(['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties']);
const FOR_ITEMS = new Set(['items', 'prefixItems', 'additionalItems', 'unevaluatedItems']);

/**
 * Collects what is wrong while the validator works: one problem for each failed keyword that says something on its own.
 * `anyOf`, `oneOf`, `not` and `contains` are one problem each, without those of the schemas they try.
 */
export class ProblemCollector implements EvaluationPlugin<Context> {
  #failures: readonly Failure[] = [];

  get problems(): SchemaProblem[] {
    return this.#failures.map(({ path, keyword, message }) => ({ path, keyword, message }));
  }

  beforeSchema(_url: string, _instance: JsonNode, context: Context): void {
    // The schemas that one keyword applies to different values share a context.
    context.isUndecided = false;
  }

  afterKeyword(
    [, schemaUri, limit]: readonly [string, string, unknown],
    instance: JsonNode,
    context: Context,
    isValid: boolean,
    schemaContext: Context,
  ): void {
    if (isValid) return;
    const keyword = schemaUri.slice(schemaUri.lastIndexOf('/') + 1);
    // The validator evaluates these last. After another keyword has failed, they would blame what it had allowed.
    if (keyword.startsWith('unevaluated') && schemaContext.isUndecided) return;
    if (IN_PLACE.has(keyword)) schemaContext.isUndecided = true;
    const failures = (schemaContext.failures ??= []);
    for (const failure of failuresOf(keyword, limit, instance, context)) failures.push(failure);
  }

  afterSchema(url: string, instance: JsonNode, context: Context, isValid: boolean): void {
    if (isValid) {
      context.met = (context.met ?? 0) + 1;
    } else if (typeof context.ast[url] === 'boolean') {
      (context.failures ??= []).push({ ...failure('', '', instance), isNever: true });
    }
    // The last schema to end is the outermost.
    this.#failures = context.failures ?? [];
  }
}

function failuresOf(keyword: string, limit: unknown, instance: JsonNode, context: Context): readonly Failure[] {
  const nested = context.failures ?? [];
  switch (keyword) {
    case 'anyOf':
    case 'oneOf':
      return [alternatives(keyword, Array.isArray(limit) ? limit.length : 0, instance, nested, context.met ?? 0)];
    case 'propertyNames':
      return forbiddenNames(keyword, nested);
    case 'not':
    case 'contains':
      return [plain(keyword, limit, instance)];
    default:
      return nested.length > 0
        ? nested.map((inner) => (inner.isNever ? forbidden(keyword, inner) : inner))
        : ownFailures(keyword, limit, instance);
  }
}

/** The failures of a keyword that applies no schemas. */
function ownFailures(keyword: string, limit: unknown, instance: JsonNode): readonly Failure[] {
  switch (keyword) {
    case 'type':
      return [unexpected(keyword, strings(limit).map(typeText), instance)];
    case 'enum':
    case 'const':
      // The validator has made JSON of the allowed values.
      return [unexpected(keyword, strings(limit).map(constantText), instance)];
    case 'required':
      return strings(limit)
        .filter((name) => !Instance.has(name, instance))
        .map((name) => failure(keyword, missingProperty(name, pathOf(instance)), instance));
    case 'dependentRequired':
    case 'dependencies':
      return missingCompanions(keyword, limit, instance);
    default:
      return [plain(keyword, limit, instance)];
  }
}

function plain(keyword: string, limit: unknown, instance: JsonNode): Failure {
  const path = pathOf(instance);
  const message = wrongValue(keyword, limit, Instance.value<JsonValue>(instance), path);
  return failure(keyword, message ?? failedKeyword(keyword, path), instance);
}

function unexpected(keyword: string, expected: readonly string[], instance: JsonNode): Failure {
  const message = unexpectedValue(expected, Instance.value<JsonValue>(instance), pathOf(instance));
  return { ...failure(keyword, message, instance), expected };
}

function alternatives(
  keyword: string,
  forms: number,
  instance: JsonNode,
  nested: readonly Failure[],
  met: number,
): Failure {
  const path = pathOf(instance);
  if (met > 1) return failure(keyword, severalFormsFit(met, forms, path), instance);
  const isChoice =
    nested.length === forms && nested.every((inner) => inner.expected !== null && inner.instance === instance);
  if (!isChoice) return failure(keyword, noFormFits(forms, path), instance);
  return unexpected(keyword, [...new Set(nested.flatMap(({ expected }) => expected ?? []))], instance);
}

function missingCompanions(keyword: string, limit: unknown, instance: JsonNode): readonly Failure[] {
  const rules = limit as readonly (readonly [string, unknown])[];
  return rules.flatMap(([name, companions]) =>
    Instance.has(name, instance) && Array.isArray(companions)
      ? strings(companions)
          .filter((companion) => !Instance.has(companion, instance))
          .map((companion) => failure(keyword, missingCompanion(name, companion, pathOf(instance)), instance))
      : [],
  );
}

/** One problem for each name, whatever the rules are that it breaks, at the property that has the name. */
function forbiddenNames(keyword: string, nested: readonly Failure[]): readonly Failure[] {
  const names = new Map<string, Failure>();
  for (const { instance, path } of nested) {
    const name = Instance.value<string>(instance);
    const message = forbiddenProperty(name, path);
    names.set(name, { ...failure(keyword, message, instance), path: [...path, name] });
  }
  return [...names.values()];
}

function forbidden(keyword: string, { instance, path }: Failure): Failure {
  const step = path.at(-1);
  if (FOR_PROPERTIES.has(keyword) && step !== undefined) {
    return failure(keyword, forbiddenProperty(String(step), path.slice(0, -1)), instance);
  }
  return failure(keyword, FOR_ITEMS.has(keyword) ? forbiddenItem(path) : forbiddenValue(path), instance);
}

function failure(keyword: string, message: string, instance: JsonNode): Failure {
  return { instance, keyword, message, path: pathOf(instance), expected: null, isNever: false };
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The way from the arguments to a value; a property name counts as the object that has it. */
function pathOf(instance: JsonNode): JsonPath {
  const path: (string | number)[] = [];
  let node = instance;
  for (let parent = node.parent; parent !== undefined; parent = node.parent) {
    if (parent.type === 'property') {
      const [name, value] = parent.children;
      if (name !== undefined && value === node) path.push(Instance.value<string>(name));
      node = parent;
    } else {
      if (parent.type === 'array') path.push(Number(node.pointer.slice(node.pointer.lastIndexOf('/') + 1)));
      node = parent;
    }
  }
  return path.reverse();
}
