import { messageOf } from '../../message-of.ts';
import { numberText } from '../../../core/index.ts';
import { parseDocument } from 'yaml';
import type { YamlReading } from '../protocol.ts';

/** Characters; parsing takes a few seconds then. */
const LONGEST = 5_000_000;

/** A YAML document as JSON text, or a sentence that says what is wrong and where. References to anchors are counted: no bomb. */
export function readYaml(source: string): YamlReading {
  if (source.length > LONGEST)
    return {
      json: null,
      problem: `The YAML has more than ${numberText(LONGEST)} characters. Paste a shorter one.`,
    };
  const document = parseDocument(source, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = source.slice(0, error.pos[0]).split('\n').length;
    return { json: null, problem: `This is no YAML: ${error.message} Look at line ${numberText(line)}.` };
  }
  try {
    return { json: JSON.stringify(document.toJS()), problem: '' };
  } catch (error) {
    return {
      json: null,
      problem: `This YAML cannot be read. ${messageOf(error)}.`,
    };
  }
}
