import { withoutSpace } from '../../../text/json/index.ts';
import { mayBeWrapped } from '../mend/wrapped-arguments.ts';
import type { Block } from './block.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/**
 * Makes the call of `{"name": text, "arguments": object}` between two offsets; white space may be around it. Most calls have
 * this shape, and are read here without detours. For any other text it does nothing and returns false.
 */
export function readPlainCall(block: Block, from: number, to: number): boolean {
  const { text, base } = block.source.view(from, to);
  // The places of an object with two members.
  const places: [number, number, ...number[]] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  if (block.source.json.places(text, from - base, to - base, places) !== 2) return false;
  const [start, end] = places;
  const [name, value] = text.startsWith('"name"', places[2]) ? [4, 8] : [8, 4];
  const nameFrom = places[name] as number;
  const nameTo = places[name + 1] as number;
  const argumentsFrom = places[value] as number;
  const argumentsTo = places[value + 1] as number;
  if (!text.startsWith('"name"', places[name - 2]) || !text.startsWith('"arguments"', places[value - 2])) return false;
  if (text.charCodeAt(nameFrom) !== QUOTE || text.charCodeAt(argumentsFrom) !== OPEN_BRACE) return false;
  const called = text.slice(nameFrom + 1, nameTo - 1);
  if (called === '' || called.includes('\\') || mayBeWrapped(text, argumentsFrom)) return false;

  const nameSpan = { from: nameFrom + base, to: nameTo + base };
  const argumentsSpan = { from: argumentsFrom + base, to: argumentsTo + base };
  block.rec.read('name', nameSpan);
  block.rec.read('arguments', argumentsSpan);
  const argumentsText = withoutSpace(text, argumentsFrom, argumentsTo, block.source.codes);
  block.call({ name: called, nameSpan, argumentsText, argumentsSpan }, { from: start + base, to: end + base });
  return true;
}
