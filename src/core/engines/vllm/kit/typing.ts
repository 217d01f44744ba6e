import { literalEval, pythonFloat, type PythonValue } from '../../../text/languages/index.ts';

/** How vLLM's parsers of tagged values make a value out of text and a declared type. */

/** A value, or an exception that the conversion lets out. */
export type Typed = { readonly value: PythonValue } | { readonly raises: string };

/** `float(text)`, as an int where it is whole: `5.0` becomes 5, `inf` raises OverflowError. Text that is not a number stays. */
export function wholeOrFloat(text: string): Typed {
  const value = pythonFloat(text);
  if (value === null || Number.isNaN(value)) return { value: text };
  if (!Number.isFinite(value)) return { raises: 'OverflowError' };
  return { value: Number.isInteger(value) ? BigInt(value) : value };
}

/** `ast.literal_eval`, or the text where that raises ValueError or SyntaxError. */
export function literalOrText(text: string, letsTypeErrorOut = false): Typed {
  const literal = literalEval(text);
  if (literal.ok) return { value: literal.node.value };
  return letsTypeErrorOut && literal.message.startsWith('unhashable type') ? { raises: 'TypeError' } : { value: text };
}
