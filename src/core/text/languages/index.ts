export { nlohmannDump, quoted, type WrittenString } from './cpp/nlohmann-dump.ts';
export { memberOf, membersOf, type OpenPart, readNlohmann, type UnclosedString } from './cpp/nlohmann.ts';
export { jasonText, nodeFromValue, objectNode, sortedMembers, stringNode } from './elixir/inspect.ts';
export { type ElixirException, type ElixirText, interpolate, isElixirFalsy } from './elixir/terms.ts';
export { elixirTrimmed, isElixirSpace, trimElixir } from './elixir/trim.ts';
export { goJsonError } from './go/json-error.ts';
export {
  heightsOf,
  isGoJson,
  isTooDeep,
  losslessText,
  numbersFit,
  readGoJson,
  withoutLoneSurrogates,
} from './go/json.ts';
export { parseGoFloat, parseGoInt, scanGoFloat, truncatedToInt64 } from './go/numbers.ts';
export { compareBytes, equalFold, isGoSpace, lastOfEachKey, lowerGo, marshal, marshalText, trimGo } from './go/text.ts';
export { htmlEntities, LONGEST_OLD_NAME, WINDOWS_1252 } from './html/named-entities.ts';
export { type JavascriptReading, javascriptText, lastMember, partsOf, readJavascriptJson } from './javascript/json.ts';
export { decodeText } from './python/escapes.ts';
export { unescapeHtml } from './python/html.ts';
export { MUST_ESCAPE, MUST_ESCAPE_ASCII, pythonDumps, scalarText } from './python/json-dumps.ts';
export { decodeErrorText, type PythonJsonError, type PythonReading, rawDecode, readPythonJson } from './python/json.ts';
export { readJson5 } from './python/json5.ts';
export { literalEval } from './python/literal.ts';
export { areFewDigits, floatRepr, pythonFloat, pythonInt } from './python/numbers.ts';
export { isOrjson } from './python/orjson.ts';
export { backslashesBefore } from './python/partial-ending.ts';
export {
  type PartialPythonReading,
  readPartialJson,
  readPartialJsonSglang,
  PartialValues,
  readPartialJsonVllm,
} from './python/partial-python.ts';
export {
  afterRegexSpace,
  isRegexModuleSpace,
  isRegexModuleWord,
  REGEX_SPACE,
  REGEX_WORD,
} from './python/regex-module.ts';
export { shlexSplit } from './python/shlex.ts';
export { parseModule, type PythonCall, type PythonSyntax } from './python/syntax.ts';
export {
  afterSpace,
  countOf,
  isPythonLineEnd,
  isPythonSpace,
  isRegexWord,
  lstrip,
  PYTHON_SPACE,
  rstrip,
  strippedSpan,
  stripPython,
} from './python/text.ts';
export { decimalValue, isNamePart, isNameStart, isPrintableCode } from './python/unicode.ts';
export {
  isDict,
  isHashable,
  isList,
  PythonDict,
  pythonEquals,
  type PythonMember,
  type PythonNode,
  pythonRepr,
  pythonStr,
  PythonTuple,
  type PythonValue,
  truthy,
  typeName,
} from './python/value.ts';
