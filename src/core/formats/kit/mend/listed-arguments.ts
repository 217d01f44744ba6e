import { type JsonNode, readJson, valueToText } from '../../../text/json/index.ts';
import { coerce } from '../read/coerce.ts';
import { keyValues, type KeyRules } from '../read/key-values.ts';
import { elementValues } from '../read/nested-elements.ts';
import { typesOf } from '../read/schema.ts';
import type { ToolIndex } from '../read/tool-index.ts';
import { yamlMapping } from '../read/yaml-mapping.ts';

/** What may close such a form. */
const TAIL = /^[\s)}\]`*.;]*$/;

/** What a list may be besides pairs whose values have quotation marks, or are numbers, literals or in brackets. */
export interface Dress {
  /** Lines of YAML. */
  readonly mayBeLines: boolean;
  /** Values of several words, up to the end of their line. */
  readonly mayBeWords: boolean;
}

/** Arguments as JSON, and its members. */
export interface ReadArguments {
  readonly json: string;
  readonly members: Extract<JsonNode, { kind: 'object' }>['members'];
}

/**
 * The arguments that fill a text: keys and values in any dress, or lines of `key: value` or `key=value`. Null unless all keys
 * are parameters of the tool; without declared tools, unless every value shows that it is one.
 */
export function argumentsIn(
  tools: ToolIndex,
  tool: string,
  text: string,
  { mayBeLines, mayBeWords }: Dress = { mayBeLines: !tools.isEmpty, mayBeWords: true },
): ReadArguments | null {
  const json =
    inAnyDress(tools, tool, text, mayBeWords) ??
    inElements(tools, tool, text) ??
    (mayBeLines ? inLines(tools, tool, text) : null);
  const read = json === null ? null : readJson(json);
  if (json === null || read?.ok !== true || read.node.kind !== 'object') return null;
  const { members } = read.node;
  const declared = tools.parameters(tool);
  return tools.isEmpty || members.every(({ key }) => declared.includes(key.value)) ? { json, members } : null;
}

function inAnyDress(tools: ToolIndex, tool: string, text: string, mayBeWords: boolean): string | null {
  const read = keyValues(text, 0, keyRules(tools, tool, mayBeWords));
  if (read === null || !TAIL.test(text.slice(read.to))) return null;
  return `{${Array.from(read.members, ([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
}

/** Elements whose tags are the keys. */
const ELEMENTS = /^["'`\s]*(<[\s\S]*>)["'`\s)}\]]*$/;

function inElements(tools: ToolIndex, tool: string, text: string): string | null {
  const body = ELEMENTS.exec(text)?.[1];
  const read = body === undefined || tools.isEmpty ? null : elementValues(body, tools.schema(tool));
  return read === null || read.isMixed || read.missing.length > 0 || read.json === '{}' ? null : read.json;
}

function keyRules(tools: ToolIndex, tool: string, mayBeWords: boolean): KeyRules {
  const declared = new Set(tools.parameters(tool));
  return {
    isKey: (key) => tools.isEmpty || declared.has(key),
    wordsAs(key, words) {
      if (tools.isEmpty || !(mayBeWords || /^\S{1,40}$/.test(words))) return null;
      const schema = tools.parameter(tool, key);
      const { json, to } = coerce(words, schema, tools.schema(tool));
      // A text that does not become what its parameter is may describe it.
      const types = schema === null ? null : typesOf(schema, tools.schema(tool) ?? schema);
      return to === null && types !== null && types.size > 0 && !types.has('string') ? null : json;
    },
  };
}

/** A key, its sign, and a value in quotation marks. */
const QUOTED = /^["']?[\w.-]+["']?[ \t]*([:=])[ \t]*(["'])([^\n]*)$/;

/** Whether a value begins with a quotation mark that no line closes, or is none after an equals sign: something cut it off. */
function endsOpen(lines: readonly string[]): boolean {
  return lines.some((line, index) => {
    const [, sign, quote = '', rest = ''] = QUOTED.exec(line) ?? [];
    const isOpen = sign === '=' ? !rest.trimEnd().endsWith(quote) : sign === ':' && rest.split(quote).length % 2 === 1;
    return isOpen
      ? !lines.slice(index + 1).some((later) => later.trimEnd().endsWith(quote))
      : /^[\w.-]+[ \t]*=[ \t]*$/.test(line) && index === lines.length - 1;
  });
}

/** Whether a text begins with a parameter, as a list of pairs does, and ends inside of a value. */
export function isCutPair(parameters: readonly string[], text: string): boolean {
  const key = /^["']?([\w.-]+)["']?[ \t]*[:=]/.exec(text)?.[1] ?? '';
  return parameters.includes(key) && endsOpen(text.split('\n'));
}

function inLines(tools: ToolIndex, tool: string, text: string): string | null {
  const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  if (endsOpen(lines)) return null;
  const yaml = lines.map((line) => line.replace(/^([\w.-]+)[ \t]*=[ \t]*/, '$1: ')).join('\n');
  return yamlMapping(yaml, tools.schema(tool))?.json ?? null;
}
