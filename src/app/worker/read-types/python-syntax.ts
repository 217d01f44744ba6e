import type { SyntaxNode } from '@lezer/common';

/** Alternatives inside of alternatives that are taken apart; of more the rest is one. */
const DEEPEST = 40;

/** The alternatives of `a | b | c`. */
export function unionParts(node: SyntaxNode, depth: number): readonly (SyntaxNode | null)[] {
  const { firstChild, lastChild } = node;
  return firstChild?.name === 'BinaryExpression' && depth < DEEPEST
    ? [...unionParts(firstChild, depth + 1), lastChild]
    : [firstChild, lastChild];
}

export function childrenOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

/** What is between commas inside of brackets, of those from `opener` on. */
export function partsOf(node: SyntaxNode | null, opener = ''): readonly (readonly SyntaxNode[])[] {
  const parts: SyntaxNode[][] = [[]];
  let isInside = opener === '';
  for (const child of childrenOf(node)) {
    if ('([{'.includes(child.name)) {
      isInside ||= child.name === opener;
      continue;
    }
    if (!isInside || ')]}'.includes(child.name)) continue;
    if (child.name === ',') parts.push([]);
    else parts.at(-1)?.push(child);
  }
  return parts.filter((part) => part.length > 0);
}

export function annotationIn(part: readonly SyntaxNode[]): SyntaxNode | null {
  return part.find(({ name }) => name === 'TypeDef')?.lastChild ?? null;
}

export function valueIn(part: readonly SyntaxNode[]): SyntaxNode | null {
  const sign = part.findIndex(({ name }) => name === 'AssignOp');
  return sign < 0 ? null : (part[sign + 1] ?? null);
}
