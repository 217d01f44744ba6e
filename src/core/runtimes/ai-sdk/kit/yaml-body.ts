import { isObject, type JsonObject } from '../../../json/node.ts';
import { readYaml } from './yaml/reader.ts';
import { emptyRecord } from './values.ts';

type YamlBody =
  | { readonly ok: true; readonly args: JsonObject }
  /** `at` is about where the YAML could not be accepted; -1 where it is read, and no mapping. */
  | { readonly ok: false; readonly at: number };

/** The arguments of a call as YAML, without the indentation that all lines have; nothing at all is a call without arguments. */
export function readYamlBody(content: string): YamlBody {
  const begin = content.startsWith('\n') ? 1 : 0;
  const lines = content.slice(begin).split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  if (indents.length === 0) return { ok: true, args: emptyRecord() };
  const indent = indents.reduce((least, one) => Math.min(least, one));
  const reading = readYaml(lines.map((line) => line.slice(indent)).join('\n'));
  if (!reading.ok) return { ok: false, at: Math.min(begin + reading.at, content.length) };
  if (reading.value === null) return { ok: true, args: emptyRecord() };
  return isObject(reading.value) ? { ok: true, args: reading.value } : { ok: false, at: -1 };
}
