import type { Expression } from '../../jinja/index.ts';
import type { TemplateEdit } from './rule.ts';
import type { Subject } from './subject.ts';
import { keyOf } from './walk.ts';

/** Wherever arguments are printed: as they are where they are text, and else as JSON. */
export function argumentsAsJson(subject: Subject): TemplateEdit[] {
  const inPrints = subject.expressions.filter(
    ({ statement }) => statement.kind === 'print' || statement.kind === 'set',
  );
  const found: Expression[] = [];
  for (const { expression } of inPrints) {
    const inner = withoutJson(expression);
    const isInside = found.some(({ from, to }) => from <= expression.from && expression.to <= to);
    if (!isInside && keyOf(inner) === 'arguments') found.push(expression);
  }
  // The value of a `set` alone may be meant for a loop, so what prints goes first.
  const isPrinted = (node: Expression): boolean =>
    inPrints.some(({ expression, statement }) => expression === node && statement.kind === 'print');
  const printed = found.filter(isPrinted);
  return [printed, found]
    .filter((nodes) => nodes.length > 0)
    .map((nodes) => ({
      label: 'Print arguments once',
      changes: nodes.map((node) => {
        const text = subject.textOf(withoutJson(node));
        return {
          span: { from: node.from, to: node.to },
          insert: `(${text} if ${text} is string else ${text} | tojson)`,
        };
      }),
    }));
}

/** `x.arguments` of `x.arguments | tojson`, and of `x.arguments | string | tojson`. */
function withoutJson(node: Expression): Expression {
  let inner = node;
  while (inner.kind === 'filter' && inner.node !== null && (inner.name === 'tojson' || inner.name === 'string'))
    inner = inner.node;
  return inner;
}
