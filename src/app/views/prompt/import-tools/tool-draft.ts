import { isObject, type JsonObject, type JsonValue, type ToolDefinition } from '../../../../core/index.ts';

/** One parameter in the form. */
export interface DraftParameter {
  /** Stays while the name changes. */
  readonly id: number;
  readonly name: string;
  /** `as-written`: a type that the form cannot say; it stays as it is. */
  readonly type: DraftType;
  readonly isRequired: boolean;
  readonly description: string;
  /** One value a line; empty for any value. */
  readonly choices: string;
  /** What the schema said before, for the keywords that the form does not show. */
  readonly base: JsonValue;
}

export const draftTypes = ['string', 'integer', 'number', 'boolean', 'string[]', 'number[]', 'object'] as const;
export type DraftType = (typeof draftTypes)[number] | 'as-written';

/** A tool in the form, while it is written. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly DraftParameter[];
  readonly parallelSafe: boolean | null;
  /** The schema the tool had; null for none. Keywords beside `properties` and `required` are kept. */
  readonly base: JsonObject | null;
}

export interface DraftProblem {
  /** `name`, or the id of a parameter with the field: `3 name`, `3 choices`. */
  readonly field: string;
  readonly message: string;
  /** False for mere advice. */
  readonly blocks: boolean;
}

export const emptyDraft: ToolDraft = {
  name: '',
  description: '',
  parameters: [],
  parallelSafe: null,
  base: null,
};

export function newParameter(draft: ToolDraft): DraftParameter {
  const id = Math.max(0, ...draft.parameters.map((one) => one.id)) + 1;
  return { id, name: '', type: 'string', isRequired: true, description: '', choices: '', base: {} };
}

export function draftOf({ name, description, schema, parallelSafe }: ToolDefinition): ToolDraft {
  const properties = schema?.['properties'];
  const required = new Set(Array.isArray(schema?.['required']) ? schema['required'] : []);
  const parameters = Object.entries(isObject(properties) ? properties : {}).map(
    ([key, base], index): DraftParameter => ({
      id: index + 1,
      name: key,
      type: draftType(base),
      isRequired: required.has(key),
      description: isObject(base) && typeof base['description'] === 'string' ? base['description'] : '',
      choices: choicesText(base),
      base,
    }),
  );
  return {
    name,
    description: description ?? '',
    parameters,
    parallelSafe: parallelSafe ?? null,
    base: schema ?? null,
  };
}

/** The tool that a draft describes. What the form did not change comes out as it went in. */
export function definitionOf(draft: ToolDraft): ToolDefinition {
  const { name, description, parallelSafe, base, parameters } = draft;
  const schema = base === null && parameters.length === 0 ? emptySchema : schemaOf(draft);
  return {
    name,
    ...(description !== '' && { description }),
    schema,
    ...(parallelSafe !== null && { parallelSafe }),
  };
}

const emptySchema: JsonObject = { type: 'object', properties: {} };

function schemaOf({ base, parameters }: ToolDraft): JsonObject {
  const schema: JsonObject = { ...(base ?? emptySchema) };
  const had = isObject(base?.['properties']);
  if (parameters.length > 0 || had) {
    schema['properties'] = Object.fromEntries(parameters.map((one) => [one.name, propertyOf(one)]));
  }
  const names = new Set(parameters.map(({ name }) => name));
  const before = isObject(base?.['properties']) ? base['properties'] : {};
  // Names that `required` holds and the form never showed are not the form's to drop.
  const unseen = (Array.isArray(base?.['required']) ? base['required'] : []).filter(
    (one) => typeof one !== 'string' || (!names.has(one) && !Object.hasOwn(before, one)),
  );
  const required = [...parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name), ...unseen];
  if (required.length > 0) schema['required'] = keepOrder(required, base?.['required']);
  else delete schema['required'];
  return schema;
}

/** The same set of names keeps the order it was written in. */
function keepOrder(names: JsonValue[], before: JsonValue | undefined): JsonValue[] {
  const isSame = Array.isArray(before) && before.length === names.length && before.every((one) => names.includes(one));
  return isSame ? before : names;
}

function propertyOf({ type, description, choices, base }: DraftParameter): JsonValue {
  const isAsBefore = type === draftType(base) && choices === choicesText(base);
  // A property may be `true`, which allows everything.
  if (!isObject(base))
    return isAsBefore && description === '' ? base : { ...typeKeywords(type), ...described(description) };
  const { description: _description, enum: _enum, ...rest } = base;
  if (isAsBefore) {
    if (description === (typeof base['description'] === 'string' ? base['description'] : '')) return base;
    return { ...rest, ...(base['enum'] !== undefined && { enum: base['enum'] }), ...described(description) };
  }
  const { type: _type, items, ...others } = rest;
  const property: JsonObject = type === 'as-written' ? { ...rest } : { ...typeKeywords(type), ...others };
  if (type === draftType(base) && items !== undefined) property['items'] = items;
  const values = choiceValues(type, choices);
  if (values.length > 0) property['enum'] = values;
  return { ...property, ...described(description) };
}

function described(description: string): JsonObject {
  return description === '' ? {} : { description };
}

function typeKeywords(type: DraftType): JsonObject {
  if (type === 'as-written') return {};
  if (type === 'string[]') return { type: 'array', items: { type: 'string' } };
  if (type === 'number[]') return { type: 'array', items: { type: 'number' } };
  return { type };
}

function draftType(schema: JsonValue): DraftType {
  if (!isObject(schema)) return 'as-written';
  const { type, items } = schema;
  const itemType = isObject(items) && Object.keys(items).length === 1 ? items['type'] : undefined;
  const said = type === 'array' ? typeof itemType === 'string' && `${itemType}[]` : type;
  return draftTypes.find((one) => one === said) ?? 'as-written';
}

function choicesText(schema: JsonValue): string {
  const values = isObject(schema) ? schema['enum'] : undefined;
  if (!Array.isArray(values)) return '';
  return values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
}

function choiceValues(type: DraftType, choices: string): JsonValue[] {
  return choiceLines(choices).map((line) => (type === 'integer' || type === 'number' ? Number(line) : line));
}

function choiceLines(choices: string): string[] {
  const lines = choices.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** What keeps a draft from being a tool, and what is better known. `otherNames` are those of the other tools. */
export function draftProblems(draft: ToolDraft, otherNames: ReadonlySet<string>): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const report = (field: string, message: string, blocks = true): void => {
    problems.push({ field, message, blocks });
  };
  if (draft.name === '') report('name', 'A tool needs a name.');
  else if (otherNames.has(draft.name)) report('name', 'Another tool has this name.');
  else if (!/^[a-zA-Z0-9_-]{1,64}$/.test(draft.name)) {
    report('name', 'APIs take 1 to 64 letters, digits, `_` and `-`. You can still add it.', false);
  }
  const seen = new Set<string>();
  for (const { id, name, type, choices } of draft.parameters) {
    if (name === '') report(`${id} name`, 'A parameter needs a name.');
    else if (seen.has(name)) report(`${id} name`, 'This name appears twice.');
    seen.add(name);
    if (type !== 'integer' && type !== 'number') continue;
    const bad = choiceLines(choices).find((line) => !isNumeral(line, type));
    if (bad !== undefined) {
      report(`${id} choices`, `\`${bad}\` is not ${type === 'integer' ? 'an integer' : 'a number'}.`);
    }
  }
  return problems;
}

function isNumeral(text: string, type: DraftType): boolean {
  const value = Number(text);
  return Number.isFinite(value) && (type === 'number' || Number.isInteger(value));
}
