import { partsOf, type Expression, type Statement } from './syntax.ts';

/** All statements and expressions, in the order in which Jinja2 keeps them. */
export function walk(
  statements: readonly Statement[],
  atStatement: (node: Statement) => void,
  atExpression: (node: Expression) => void,
  intoBlocks: boolean,
): void {
  const expression = (node: Expression | null): void => {
    if (node === null) return;
    atExpression(node);
    for (const part of partsOf(node)) expression(part);
  };
  const inside = (body: readonly Statement[]): void => walk(body, atStatement, atExpression, intoBlocks);
  for (const node of statements) {
    atStatement(node);
    switch (node.kind) {
      case 'data':
      case 'break':
      case 'continue':
        break;
      case 'print':
        expression(node.node);
        break;
      case 'if':
        for (const { test, body } of node.branches) {
          expression(test);
          inside(body);
        }
        break;
      case 'for':
        expression(node.target);
        expression(node.iterable);
        inside(node.body);
        inside(node.otherwise ?? []);
        expression(node.test);
        break;
      case 'macro':
      case 'call-block':
      case 'generation':
        if (node.kind === 'call-block') expression(node.call);
        node.parameters.forEach(expression);
        node.defaults.forEach(expression);
        inside(node.body);
        break;
      case 'set':
        expression(node.target);
        expression(node.value);
        break;
      case 'set-block':
        expression(node.target);
        expression(node.filter);
        inside(node.body);
        break;
      case 'with':
        node.targets.forEach(expression);
        node.values.forEach(expression);
        inside(node.body);
        break;
      case 'filter-block':
        inside(node.body);
        expression(node.filter);
        break;
      case 'scope':
        expression(node.autoescape);
        inside(node.body);
        break;
      case 'block':
        if (intoBlocks) inside(node.body);
        break;
      case 'load-template':
        expression(node.template);
    }
  }
}
