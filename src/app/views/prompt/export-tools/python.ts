import type { JsonObject, JsonValue, ToolDefinition } from '../../../../core/index.ts';
import { definitionsOf, descriptionOf, identifierOf, membersOf, shapeOf, type Member } from './schema-shape.ts';

/** Functions with docstrings, as frameworks of agents read them. */
export function pythonFunctions(tools: readonly ToolDefinition[]): string {
  const classes = new Classes(tools);
  const functions = tools.map(({ name, description = '', schema = {} }) => {
    const members = membersOf(schema);
    // Python takes no parameter without a default after one that has a default.
    const sorted = [
      ...members.filter(({ isRequired }) => isRequired),
      ...members.filter(({ isRequired }) => !isRequired),
    ];
    const parameters = sorted.map((member) => `    ${parameter(member, classes, name)},`);
    const head =
      parameters.length === 0
        ? `def ${identifierOf(name)}():`
        : `def ${identifierOf(name)}(\n${parameters.join('\n')}\n):`;
    const said = members.filter((member) => descriptionOf(member.schema) !== '');
    const args = said.map((member) => `    ${identifierOf(member.name)}: ${oneLine(descriptionOf(member.schema))}`);
    const doc = [description.trim(), ...(args.length === 0 ? [] : [`Args:\n${args.join('\n')}`])].filter(
      (part) => part !== '',
    );
    return `${head}\n${docstring(doc.join('\n\n'))}    raise NotImplementedError`;
  });
  return fileOf(classes, functions);
}

/** Models of Pydantic, one a tool. */
export function pydanticModels(tools: readonly ToolDefinition[]): string {
  const classes = new Classes(tools);
  const models = tools.map(({ name, description = '', schema = {} }) => modelOf(name, description, schema, classes));
  return fileOf(classes, models);
}

function fileOf(classes: Classes, parts: readonly string[]): string {
  const body = [...classes.written, ...parts].join('\n\n\n');
  const used = (names: readonly string[]): string =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).join(', ');
  const imports = [
    ['datetime', used(['date', 'datetime', 'time'])],
    ['enum', used(['Enum'])],
    ['typing', used(['Annotated', 'Any', 'Literal'])],
    ['uuid', used(['UUID'])],
    ['pydantic', used(['AnyUrl', 'BaseModel', 'EmailStr', 'Field'])],
  ].flatMap(([module = '', names = '']) => (names === '' ? [] : `from ${module} import ${names}`));
  return `${imports.length === 0 ? '' : `${imports.join('\n')}\n\n\n`}${body}\n`;
}

/** The models that the arguments of tools are made of. */
class Classes {
  readonly written: string[] = [];
  readonly #names = new Set<string>();

  constructor(tools: readonly ToolDefinition[]) {
    for (const { name } of tools) this.#names.add(identifierOf(name));
    const defined = new Map(tools.flatMap(({ schema }) => definitionsOf(schema ?? {})));
    for (const name of defined.keys()) this.#names.add(identifierOf(name));
    for (const [name, schema] of defined) this.written.push(definitionOf(name, schema, this));
  }

  /** An object inside of another has a class of its own, named after its place. */
  add(path: string, schema: JsonObject): string {
    const plain = path
      .split(/[^A-Za-z0-9]+/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('');
    let name = identifierOf(plain);
    while (this.#names.has(name)) name = `${name}_`;
    this.#names.add(name);
    this.written.push(modelOf(name, '', schema, this));
    return name;
  }
}

function definitionOf(name: string, schema: JsonObject, classes: Classes): string {
  const shape = shapeOf(schema);
  const values = shape.kind === 'values' ? shape.values : [];
  if (values.length > 0 && values.every((value) => typeof value === 'string'))
    return `class ${identifierOf(name)}(str, Enum):\n${values.map((value, index) => `    VALUE_${String(index + 1)} = ${literal(value)}`).join('\n')}`;
  return modelOf(name, descriptionOf(schema), schema, classes);
}

function modelOf(name: string, description: string, schema: JsonObject, classes: Classes): string {
  const fields = membersOf(schema).map((member) => `    ${field(member, classes, name)}`);
  const body = `${docstring(description.trim())}${fields.join('\n')}`.trimEnd();
  return `class ${identifierOf(name)}(BaseModel):\n${body === '' ? '    pass' : body}`;
}

function parameter({ name, schema, isRequired }: Member, classes: Classes, path: string): string {
  const annotation = annotated(schema, classes, `${path} ${name}`);
  return `${identifierOf(name)}: ${annotation}${isRequired ? '' : ` = ${literal(schema['default'] ?? null)}`}`;
}

function field({ name, schema, isRequired }: Member, classes: Classes, path: string): string {
  const said = descriptionOf(schema);
  const keywords = [
    isRequired ? '' : `default=${literal(schema['default'] ?? null)}`,
    said === '' ? '' : `description=${quoted(said)}`,
    ...bounds(schema),
  ].filter((part) => part !== '');
  const value = keywords.length === 0 ? '' : ` = Field(${keywords.join(', ')})`;
  return `${identifierOf(name)}: ${typeOf(schema, classes, `${path} ${name}`)}${value}`;
}

function annotated(schema: JsonObject, classes: Classes, path: string): string {
  const limits = bounds(schema);
  const type = typeOf(schema, classes, path);
  return limits.length === 0 ? type : `Annotated[${type}, Field(${limits.join(', ')})]`;
}

const formats: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ['date-time', 'datetime'],
  ['date', 'date'],
  ['time', 'time'],
  ['uuid', 'UUID'],
  ['uri', 'AnyUrl'],
  ['email', 'EmailStr'],
]);

const plain = { string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' } as const;

function typeOf(schema: JsonObject, classes: Classes, path: string): string {
  const shape = shapeOf(schema);
  const below = (one: JsonObject): string => annotated(one, classes, path);
  switch (shape.kind) {
    case 'any':
      return 'Any';
    case 'plain':
      return (shape.type === 'string' ? formats.get(schema['format']) : undefined) ?? plain[shape.type];
    case 'values': {
      const values = shape.values.filter((value) => value !== null);
      const texts = values.map(literal).join(', ');
      if (values.length === 0) return 'None';
      return values.length < shape.values.length ? `Literal[${texts}] | None` : `Literal[${texts}]`;
    }
    case 'list':
      return `list[${below(shape.items)}]`;
    case 'tuple':
      return shape.items.length > 1 ? `tuple[${shape.items.map(below).join(', ')}]` : 'tuple';
    case 'record':
      return `dict[str, ${below(shape.values)}]`;
    case 'object':
      return classes.add(path, schema);
    case 'union':
      return shape.some.map(below).join(' | ');
    case 'both':
      return 'Any';
    case 'named':
      return identifierOf(shape.name);
  }
}

const keywords: ReadonlyMap<string, readonly [keyword: string, types: string]> = new Map([
  ['minimum', ['ge', 'number integer']],
  ['exclusiveMinimum', ['gt', 'number integer']],
  ['maximum', ['le', 'number integer']],
  ['exclusiveMaximum', ['lt', 'number integer']],
  ['multipleOf', ['multiple_of', 'number integer']],
  ['minLength', ['min_length', 'string']],
  ['maxLength', ['max_length', 'string']],
  ['minItems', ['min_length', 'array']],
  ['maxItems', ['max_length', 'array']],
  ['pattern', ['pattern', 'string']],
]);

function bounds(schema: JsonObject): string[] {
  const { type, enum: values, prefixItems } = schema;
  if (typeof type !== 'string' || values !== undefined || prefixItems !== undefined) return [];
  return [...keywords].flatMap(([keyword, [name, types]]) => {
    const value = schema[keyword];
    return value !== undefined && types.split(' ').includes(type) ? [`${name}=${literal(value)}`] : [];
  });
}

function docstring(text: string): string {
  if (text === '') return '';
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`);
  // Plain quotation marks stay readable where no three are in a row.
  const written = text.includes('"""') || text.endsWith('"') ? safe : text.replaceAll('\\', '\\\\');
  const lines = written.replaceAll('\n', '\n    ').replaceAll(/[ ]+\n/g, '\n');
  return `    """${lines}${written.includes('\n') ? '\n    ' : ''}"""\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ud800-\udfff]/g, (unit) =>
    /[\ud800-\udfff]/.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function literal(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, one]) => `${quoted(key)}: ${literal(one)}`)
    .join(', ')}}`;
}
