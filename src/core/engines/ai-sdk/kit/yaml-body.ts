import { isObject } from '../../../text/json/index.ts';
import { keyedLines, propertiesOf, xmlChildren } from './loose-values.ts';
import type { YamlBody } from './release.ts';
import type { Schema } from './schema.ts';
import { holdsSensitiveKey } from './sensitive.ts';
import { readYaml } from './yaml/reader.ts';
import { emptyRecord } from './values.ts';

/**
 * The arguments of a call as the newest release reads them: what is no YAML mapping as elements, or as lines that begin with
 * declared keys. Arguments that it takes for an attack it refuses.
 */
export function readYamlBody(content: string, schema: Schema): YamlBody {
  const body = readMapping(content);
  if (body.ok) return holdsSensitiveKey(body.args) ? { ok: false, at: -1 } : body;
  const args = xmlChildren(content) ?? keyedLines(content, propertiesOf(schema));
  return args === null || holdsSensitiveKey(args) ? body : { ok: true, args, how: 'other' };
}

/** Arguments as YAML, without the indentation that all lines have; nothing at all is a call without arguments. */
export function readMapping(content: string): YamlBody {
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
