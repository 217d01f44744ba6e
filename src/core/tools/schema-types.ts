import { nearest } from '../text/document/index.ts';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** What programs call the types. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['double', 'number'],
  ['float', 'number'],
  ['int', 'integer'],
  ['list', 'array'],
  ['map', 'object'],
  ['str', 'string'],
  ['tuple', 'array'],
]);

/** Whether JSON Schema has the type. */
export function isSchemaType(word: string): boolean {
  return TYPES.includes(word);
}

/** The type that a word may mean which JSON Schema does not have; null where nobody knows. */
export function meantType(word: string): string | null {
  return SPELLINGS.get(word.toLowerCase()) ?? nearest(word, TYPES);
}
