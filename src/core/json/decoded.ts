import type { Span } from '../span.ts';
export function decodedOffset(_text: string, literal: Span, offset: number): number { return literal.from + 1 + offset; }
