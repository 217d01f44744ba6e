import { type Expression, globals } from '../../jinja/index.ts';
import type { Subject } from './subject.ts';

const ofJinja = ['loop', 'caller', 'varargs', 'kwargs', 'self', ...globals.keys()];

/** Names that are read and that nothing in the template sets, with the places that read them. */
export function freeNames({ expressions, statements }: Subject): Map<string, Expression[]> {
  const known = new Set<string>(ofJinja);
  for (const { statement } of statements) {
    if (statement.kind === 'macro') known.add(statement.target.name);
    if (statement.kind === 'macro' || statement.kind === 'call-block')
      for (const { name } of statement.parameters) known.add(name);
  }
  const read = new Map<string, Expression[]>();
  for (const { expression } of expressions) {
    if (expression.kind !== 'name') continue;
    if (expression.use === 'load') {
      const places = read.get(expression.name);
      if (places === undefined) read.set(expression.name, [expression]);
      else places.push(expression);
    } else known.add(expression.name);
  }
  for (const name of known) read.delete(name);
  return read;
}
