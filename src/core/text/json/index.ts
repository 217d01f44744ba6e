export { decodedOffsets } from './decoded.ts';
export type { JsonError, JsonErrorCode, JsonExpectation } from './error.ts';
export { ExactNumbers } from './exact-numbers.ts';
export {
  isObject,
  isRecord,
  type JsonArrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonObjectNode,
  type JsonPath,
  type JsonStringNode,
  type JsonValue,
  member,
  own,
  parsedJson,
  partAt,
} from './node.ts';
export { jsonPathAt } from './path-at.ts';
export { layOut, prettyLines, prettyText } from './pretty.ts';
export { followed } from './reference.ts';
export { applyRepairs, type RepairCode } from './repairs.ts';
export { JsonReader, type JsonSuccess, outlineJson, readJson } from './strict.ts';
export { stringEnd } from './string-end.ts';
export { escapedUnit, isQuote } from './tolerant-characters.ts';
export { readTolerant } from './tolerant.ts';
export type { TolerantReading } from './tolerant-reading.ts';
export { writeTree } from './write-tree.ts';
export { compactText, nodeToText, nodeToValue, valueToText, withoutSpace } from './writer.ts';
