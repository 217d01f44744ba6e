import type { JsonError, JsonNode } from '../text/json/index.ts';
import type { Span } from '../text/document/index.ts';

export type ToolProblemCode =
  | 'syntax'
  | 'not-a-tool-list'
  | 'entry-not-object'
  | 'unknown-form'
  | 'function-not-object'
  | 'missing-name'
  | 'name-not-string'
  | 'empty-name'
  | 'duplicate-name'
  | 'description-not-string'
  | 'schema-not-object'
  | 'several-schema-keys'
  | 'foreign-schema-key'
  | 'loose-properties'
  | 'parallel-safe-not-boolean';

export interface ToolProblem {
  readonly code: ToolProblemCode;
  /** `error`: a tool, or a part of one, could not be used. `warning`: it was, perhaps not as it was meant. */
  readonly severity: 'error' | 'warning';
  /** In the text that was read. */
  readonly span: Span;
  readonly message: string;
}

const SEVERITY: Record<ToolProblemCode, 'error' | 'warning'> = {
  syntax: 'error',
  'not-a-tool-list': 'error',
  'entry-not-object': 'error',
  'unknown-form': 'error',
  'function-not-object': 'error',
  'missing-name': 'error',
  'name-not-string': 'error',
  'empty-name': 'error',
  'duplicate-name': 'warning',
  'description-not-string': 'warning',
  'schema-not-object': 'error',
  'several-schema-keys': 'warning',
  'foreign-schema-key': 'warning',
  'loose-properties': 'warning',
  'parallel-safe-not-boolean': 'warning',
};

export function toolProblem(code: ToolProblemCode, { from, to }: Span, message: string): ToolProblem {
  return { code, severity: SEVERITY[code], span: { from, to }, message };
}

/** What a value is, with its article. */
export function kindName(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'a list';
    case 'string':
      return 'a string';
    case 'number':
      return 'a number';
    case 'true':
    case 'false':
    case 'null':
      return node.kind;
  }
}

const EXPECTATIONS: Record<NonNullable<JsonError['expected']>, string> = {
  value: 'a value',
  key: 'a double-quoted key',
  colon: 'a colon',
  'comma-or-close': 'a comma or the closing bracket',
  digit: 'a digit',
  end: 'nothing more',
};

const SYNTAX_SENTENCES: Record<JsonError['code'], string> = {
  'unexpected-character': 'unexpected character',
  'unexpected-end': 'the text ends too early',
  'control-character': 'a control character in a string is not escaped',
  'bad-escape': 'invalid escape',
  'lone-surrogate': 'half of a surrogate pair',
  'number-out-of-range': 'a number is out of range',
};

export function syntaxMessage(text: string, error: JsonError): string {
  const before = text.slice(0, error.at);
  const line = before.split('\n').length;
  const column = error.at - before.lastIndexOf('\n');
  const wanted = error.expected === null ? '' : `, expected ${EXPECTATIONS[error.expected]}`;
  return `The JSON is invalid: ${SYNTAX_SENTENCES[error.code]}${wanted} (line ${line}, column ${column}).`;
}
