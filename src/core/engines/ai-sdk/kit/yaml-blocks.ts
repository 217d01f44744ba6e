import type { Span } from '../../../text/document/index.ts';
import { isObject, type JsonObject } from '../../../text/json/index.ts';
import { readYaml } from './yaml/reader.ts';

/** A `<tool_call>` with a mapping in it. */
interface YamlBlock extends Span {
  readonly mapping: JsonObject;
  /** The name of the closing tag that ends it, whichever it is; empty where none does. */
  readonly closer: string;
}

const OPENER = /<tool_call\s*>/gi;
const CLOSER = /<\/\s*([A-Za-z_][\w.:-]*)\s*>/;

/** Each up to the first closing tag of any name, or to the next block. */
export function yamlBlocks(text: string): readonly YamlBlock[] {
  const opens = [...text.matchAll(OPENER)];
  return opens.flatMap(({ 0: tag, index }, number): YamlBlock[] => {
    const bodyFrom = index + tag.length;
    const body = text.slice(bodyFrom, opens[number + 1]?.index ?? text.length);
    const closer = CLOSER.exec(body);
    const reading = readYaml(closer === null ? body : body.slice(0, closer.index));
    if (!reading.ok || !isObject(reading.value)) return [];
    const to = bodyFrom + (closer === null ? body.length : closer.index + closer[0].length);
    return [{ from: index, to, mapping: reading.value, closer: closer?.[1] ?? '' }];
  });
}
