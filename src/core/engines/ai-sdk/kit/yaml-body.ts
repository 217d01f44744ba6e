import { isObject, type JsonObject } from '../../../text/json/index.ts';
import { keyedLines, propertiesOf, xmlChildren } from './loose-values.ts';
import type { Release } from './release.ts';
import type { Schema } from './schema.ts';
import { holdsSensitiveKey } from './sensitive.ts';
import { readYaml } from './yaml/reader.ts';
import { emptyRecord } from './values.ts';

type YamlBody =
  | { readonly ok: true; readonly args: JsonObject; readonly how: 'yaml' | 'other' }
  /** `at` is about where the YAML could not be accepted; -1 where it is read, and no mapping. */
  | { readonly ok: false; readonly at: number };

/**
 * The arguments of a call as YAML, without the indentation that all lines have; nothing at all is a call without arguments.
 * What is not YAML mapping, 5.1.6 reads as elements, or as lines that begin with declared keys. It refuses arguments that it
 * takes for an attack.
 */
export function readYamlBody(content: string, schema: Schema, release: Release): YamlBody {
  const body = readMapping(content);
  if (release === '4.1.26') return body;
  if (body.ok) return holdsSensitiveKey(body.args) ? { ok: false, at: -1 } : body;
  const args = xmlChildren(content) ?? keyedLines(content, propertiesOf(schema));
  return args === null || holdsSensitiveKey(args) ? body : { ok: true, args, how: 'other' };
}

function readMapping(content: string): YamlBody {
  const begin = content.startsWith('\n') ? 1 : 0;
  const lines = content.slice(begin).split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  if (indents.length === 0) return { ok: true, args: emptyRecord(), how: 'yaml' };
  const indent = indents.reduce((least, one) => Math.min(least, one));
  const reading = readYaml(lines.map((line) => line.slice(indent)).join('\n'));
  if (!reading.ok) return { ok: false, at: Math.min(begin + reading.at, content.length) };
  if (reading.value === null) return { ok: true, args: emptyRecord(), how: 'yaml' };
  return isObject(reading.value) ? { ok: true, args: reading.value, how: 'yaml' } : { ok: false, at: -1 };
}
