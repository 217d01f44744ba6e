import type { PythonSyntax } from './tree.ts';

/** Which expressions can be assigned to, annotated or deleted. */

/** Whether something can be on the left of `=`. */
export function isTarget(node: PythonSyntax, mayBeStarred: boolean): boolean {
  if (node.kind === 'name' || node.kind === 'attribute') return true;
  if (node.kind === 'list' || node.kind === 'tuple') return node.items.every((item) => isTarget(item, mayBeStarred));
  if (node.kind === 'starred') return mayBeStarred && isTarget(node.value, false);
  return node.kind === 'other' && node.form === 'subscript';
}

/** Whether something can be annotated, and be followed by `+=`. */
export function isAnnotated(node: PythonSyntax): boolean {
  return node.kind === 'name' || node.kind === 'attribute' || (node.kind === 'other' && node.form === 'subscript');
}

/** What Python calls an expression that it cannot assign to. */
export function nameOf(node: PythonSyntax): string {
  switch (node.kind) {
    case 'constant':
      if (node.value === null) return 'None';
      return typeof node.value === 'boolean' ? (node.value ? 'True' : 'False') : 'literal';
    case 'call':
      return 'function call';
    case 'fstring':
      return 'f-string expression';
    default:
      return 'expression';
  }
}
