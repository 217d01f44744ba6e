import { type Expression, type IfBranch, partsOf, type Statement, Text } from '../../jinja/index.ts';

/** A statement of a template, and the branches that it is in, the outermost first. */
export interface Placed {
  readonly statement: Statement;
  readonly branches: readonly IfBranch[];
}

/** An expression, the statement that it is a part of, and the branches around it; of a condition, without its own branch. */
export interface PlacedExpression extends Placed {
  readonly expression: Expression;
}

/** All statements, in the order of the template. */
export function statementsOf(body: readonly Statement[]): Placed[] {
  const found: Placed[] = [];
  const open: Placed[] = body.map((statement) => ({ statement, branches: [] })).reverse();
  for (let placed = open.pop(); placed !== undefined; placed = open.pop()) {
    found.push(placed);
    const { branches } = placed;
    const inner = bodiesOf(placed.statement).flatMap(({ body: statements, branch }) =>
      statements.map((statement) => ({ statement, branches: branch === null ? branches : [...branches, branch] })),
    );
    for (let index = inner.length - 1; index >= 0; index -= 1) open.push(inner[index] as Placed);
  }
  return found;
}

/** All expressions with their parts, in the order of the template; a whole comes before its parts. */
export function expressionsOf(statements: readonly Placed[]): PlacedExpression[] {
  const found: PlacedExpression[] = [];
  for (const placed of statements) {
    const open = expressionsIn(placed.statement).reverse();
    for (let expression = open.pop(); expression !== undefined; expression = open.pop()) {
      found.push({ ...placed, expression });
      open.push(...[...partsOf(expression)].reverse());
    }
  }
  return found;
}

interface Body {
  readonly body: readonly Statement[];
  readonly branch: IfBranch | null;
}

function bodiesOf(node: Statement): readonly Body[] {
  switch (node.kind) {
    case 'if':
      return node.branches.map((branch) => ({ body: branch.body, branch }));
    case 'for':
      return [
        { body: node.body, branch: null },
        ...(node.otherwise === null ? [] : [{ body: node.otherwise, branch: null }]),
      ];
    case 'macro':
    case 'call-block':
    case 'generation':
    case 'set-block':
    case 'with':
    case 'filter-block':
    case 'scope':
    case 'block':
      return [{ body: node.body, branch: null }];
    default:
      return [];
  }
}

function expressionsIn(node: Statement): Expression[] {
  switch (node.kind) {
    case 'print':
      return [node.node];
    case 'if':
      return node.branches.flatMap(({ test }) => (test === null ? [] : [test]));
    case 'for':
      return [node.target, node.iterable, ...(node.test === null ? [] : [node.test])];
    case 'macro':
      return [...node.defaults];
    case 'call-block':
      return [node.call, ...node.defaults];
    case 'set':
      return [node.target, node.value];
    case 'set-block':
      return node.filter === null ? [node.target] : [node.target, node.filter];
    case 'with':
      return [...node.targets, ...node.values];
    case 'filter-block':
      return [node.filter];
    case 'scope':
      return [node.autoescape];
    case 'load-template':
      return [node.template];
    default:
      return [];
  }
}

/** The key of `message.content` and of `message['content']`; null for other expressions. */
export function keyOf(node: Expression): string | null {
  if (node.kind === 'attribute') return node.name;
  if (node.kind !== 'item') return null;
  return constantText(node.index);
}

/** The text of a string of the template; null for other expressions. */
export function constantText(node: Expression): string | null {
  if (node.kind !== 'constant') return null;
  return node.value instanceof Text ? node.value.text : null;
}
