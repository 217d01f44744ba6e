import type { GlmString } from '../../../sglang/kit/glm-values.ts';
import { literal } from '../../../sglang/kit/typed-values.ts';

/** A Python literal is read, and printed again where it is no string. */
export const literalOrText: GlmString = (text) => {
  const read = literal(text);
  return 'raises' in read && read.raises === 'SyntaxError' ? { value: text } : read;
};
