import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

// No module of the core, and no data, keeps anything from one call to the next: the same input gives the same answer, whatever was read
// before. This finds what can be seen in the syntax: variables of a module, and constants of a module that are changed.

const changing = new Set('add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '));

function faultsIn(source: string): string[] {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true);
  const constants = new Set<string>();
  const faults: string[] = [];
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    for (const { name } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name)) continue;
      if (isConst) constants.add(name.text);
      else faults.push(`${name.text} is a variable of the module`);
    }
  }
  const isConstant = (node: ts.Expression): boolean => ts.isIdentifier(node) && constants.has(node.text);
  const isPart = (node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression =>
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  const rootOf = (node: ts.Expression): ts.Expression => (isPart(node) ? rootOf(node.expression) : node);
  const visit = (node: ts.Node, shadowed: ReadonlySet<string>): void => {
    let hidden = shadowed;
    if (ts.isFunctionLike(node)) {
      const own = new Set(shadowed);
      for (const { name } of node.parameters) collect(name, own);
      ts.forEachChild(node, (child) => {
        declaredIn(child, own);
      });
      hidden = own;
    }
    const changed = changedBy(node);
    if (changed !== null) {
      const root = rootOf(changed);
      if (isConstant(root) && !hidden.has((root as ts.Identifier).text))
        faults.push(`${(root as ts.Identifier).text} is changed: ${node.getText(file).split('\n')[0] ?? ''}`);
    }
    ts.forEachChild(node, (child) => {
      visit(child, hidden);
    });
  };
  /** What a node changes a part of. */
  const changedBy = (node: ts.Node): ts.Expression | null => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      return changing.has(node.expression.name.text) ? node.expression.expression : null;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment) {
      if (node.operatorToken.kind > ts.SyntaxKind.LastAssignment || !isPart(node.left)) return null;
      // Where a search begins; it is set before every search.
      return ts.isPropertyAccessExpression(node.left) && node.left.name.text === 'lastIndex' ? null : node.left;
    }
    if (ts.isDeleteExpression(node)) return isPart(node.expression) ? node.expression : null;
    return null;
  };
  visit(file, new Set());
  return faults;
}

/** Names that a function declares, so that they are not those of the module. */
function declaredIn(node: ts.Node, names: Set<string>): void {
  if (ts.isFunctionLike(node)) return;
  if (ts.isVariableDeclaration(node)) collect(node.name, names);
  ts.forEachChild(node, (child) => {
    declaredIn(child, names);
  });
}

function collect(name: ts.BindingName, names: Set<string>): void {
  if (ts.isIdentifier(name)) names.add(name.text);
  else for (const element of name.elements) if (ts.isBindingElement(element)) collect(element.name, names);
}

test('no module of the core and of the data has state', () => {
  // Not the folder of the core: knip takes such an address for an import of everything in its index.ts.
  const src = new URL('../src/', import.meta.url);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(?:core|data)\/.*\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(200);
  const faults = files.flatMap((file) =>
    faultsIn(readFileSync(new URL(file, src), 'utf8')).map((fault) => `src/${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

describe('the check itself', () => {
  test.each([
    'let last = 0; export function next() { return (last += 1); }',
    'const known = new Map(); export function learn(code) { known.set(code, 1); }',
    'const codes = []; function fill() { codes[0] = 1; }',
    'const codes = []; const fill = () => { codes.length = 0; };',
    'const kept = { last: null }; function keep(one) { kept.last ??= one; }',
    'const kept = { list: [] }; class A { add(one) { kept.list.push(one); } }',
    'const kept = {}; function forget(key) { delete kept[key]; }',
  ])('refuses %s', (source) => {
    expect(faultsIn(source)).toHaveLength(1);
  });

  test.each([
    'const known = new Map([[1, 2]]); export const look = (key) => known.get(key);',
    'const codes = []; function fill() { const codes = []; codes.push(1); return codes; }',
    'const list = [2, 1]; const sorted = list.toSorted();',
    'function make() { let last = 0; const seen = new Set(); return () => { seen.add((last += 1)); }; }',
    'const rules = [1]; function f(rules) { rules.push(2); }',
  ])('lets %s be', (source) => {
    expect(faultsIn(source)).toEqual([]);
  });
});
