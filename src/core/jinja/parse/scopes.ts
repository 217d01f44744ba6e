import { SyntaxFault } from '../faults.ts';
import { Frame, FunctionScope, Symbols } from './symbols.ts';
import { partsOf, type Expression, type ForNode, type MacroBody, type SetNode, type Statement } from './syntax.ts';
import { walk } from './walk.ts';

/**
 * Gives every name its place, as Jinja2's compiler does: which variable a name means depends on what else is read and
 * written in its frame. Also refuses what Jinja2 refuses to compile.
 *
 * @returns the layout of the template as a function, and its blocks by name
 * @throws SyntaxFault
 */
export function placeNames(body: readonly Statement[], known: KnownNames): TemplateLayout {
  const scopes = new Scopes(known);
  return scopes.template(body);
}

export interface KnownNames {
  readonly filters: ReadonlySet<string>;
  readonly tests: ReadonlySet<string>;
}

export interface TemplateLayout {
  readonly main: { readonly size: number };
  readonly frame: ReturnType<Frame['layout']>;
}

class Scopes {
  readonly #known: KnownNames;
  readonly #blocks = new Set<string>();

  constructor(known: KnownNames) {
    this.#known = known;
  }

  template(body: readonly Statement[]): TemplateLayout {
    const main = { size: 0 };
    const frame = new Frame(new Symbols(null), new FunctionScope(null, main));
    frame.isTop = true;
    for (const statement of body) frame.symbols.readStatement(statement);
    const layout = frame.layout();
    this.#statements(body, frame);
    return { main, frame: layout };
  }

  #statements(body: readonly Statement[], frame: Frame): void {
    for (const statement of body) this.#statement(statement, frame);
  }

  #statement(node: Statement, frame: Frame): void {
    switch (node.kind) {
      case 'data':
        return;
      case 'break':
      case 'continue':
        if (!frame.isInLoop) throw new SyntaxFault(`'${node.kind}' outside loop`, node.from, node.to, 'SyntaxError');
        return;
      case 'print':
        this.#expression(node.node, frame);
        return;
      case 'if': {
        const soft = frame.soft();
        for (const { test, body } of node.branches) {
          if (test !== null) this.#expression(test, soft);
          this.#statements(body, soft);
        }
        return;
      }
      case 'for':
        this.#for(node, frame);
        return;
      case 'macro':
        this.#macro(node, frame);
        node.isTop = frame.isTop;
        this.#expression(node.target, frame);
        return;
      case 'call-block':
        this.#macro(node, frame);
        this.#expression(node.call, frame);
        return;
      case 'generation':
        this.#macro(node, frame);
        return;
      case 'set':
        this.#set(node, frame);
        return;
      case 'set-block': {
        const inner = frame.inner();
        for (const statement of node.body) inner.symbols.readStatement(statement);
        node.frame = inner.layout();
        this.#statements(node.body, inner);
        this.#expression(node.target, frame);
        if (node.filter !== null) this.#expression(node.filter, inner);
        node.isTop = frame.isTop;
        return;
      }
      case 'with': {
        const inner = frame.inner();
        for (const target of node.targets) inner.symbols.readTarget(target, 'parameter');
        for (const statement of node.body) inner.symbols.readStatement(statement);
        node.frame = inner.layout();
        for (const target of node.targets) this.#expression(target, inner);
        for (const value of node.values) this.#expression(value, frame);
        this.#statements(node.body, inner);
        return;
      }
      case 'filter-block': {
        const inner = frame.inner();
        for (const statement of node.body) inner.symbols.readStatement(statement);
        inner.symbols.readExpression(node.filter);
        node.frame = inner.layout();
        this.#statements(node.body, inner);
        this.#expression(node.filter, inner);
        return;
      }
      case 'scope': {
        const inner = frame.inner();
        inner.symbols.readExpression(node.autoescape);
        for (const statement of node.body) inner.symbols.readStatement(statement);
        node.frame = inner.layout();
        this.#expression(node.autoescape, inner);
        this.#statements(node.body, inner);
        return;
      }
      case 'block': {
        if (this.#blocks.has(node.name))
          throw new SyntaxFault(`block '${node.name}' defined twice`, node.from, node.to, 'TemplateAssertionError');
        this.#blocks.add(node.name);
        const inner = new Frame(new Symbols(null), new FunctionScope(null, node.ownFunction));
        for (const statement of node.body) inner.symbols.readStatement(statement);
        node.frame = inner.layout();
        this.#statements(node.body, inner);
        if (node.isScoped) node.visible = frame.visible();
        return;
      }
      case 'load-template':
        if (node.tag === 'extends' && !frame.isTop)
          throw new SyntaxFault(
            'cannot use extend from a non top-level scope',
            node.from,
            node.to,
            'TemplateAssertionError',
          );
        this.#expression(node.template, frame);
        for (const name of node.names) this.#expression(name, frame);
    }
  }

  #set(node: SetNode, frame: Frame): void {
    node.isTop = frame.isTop;
    this.#expression(node.target, frame);
    this.#expression(node.value, frame);
  }

  #for(node: ForNode, frame: Frame): void {
    const bodyFrame = frame.inner();
    const isExtended = node.isRecursive || asksFor(node.body, new Set(['loop'])).has('loop') || hasScopedBlock(node);
    // The function that a recursive loop is; the body of any other loop belongs to the function around it.
    if (node.isRecursive) {
      node.ownFunction = { size: 0 };
      bodyFrame.scope = new FunctionScope(frame.scope, node.ownFunction);
    }
    bodyFrame.isInLoop = true;
    if (isExtended) bodyFrame.symbols.declareParameter('loop');
    bodyFrame.symbols.readTarget(node.target, 'parameter');
    for (const statement of node.body) bodyFrame.symbols.readStatement(statement);
    const storesLoop = findName([node], (name, use) => name === 'loop' && use === 'store');
    if (storesLoop !== null) {
      const message = "Can't assign to special loop variable in for-loop target";
      throw new SyntaxFault(message, storesLoop.from, storesLoop.to, 'TemplateAssertionError');
    }
    if (node.test !== null && node.testTarget !== null) this.#condition(node, node.test, node.testTarget, frame);
    node.bodyFrame = bodyFrame.layout();
    if (isExtended) node.loop = bodyFrame.slot('loop');
    this.#expression(node.target, bodyFrame);
    this.#expression(node.iterable, frame);
    this.#statements(node.body, bodyFrame);
    if (node.otherwise === null) return;
    const otherwise = frame.inner();
    otherwise.scope = bodyFrame.scope;
    otherwise.isInLoop = frame.isInLoop && !node.isRecursive;
    for (const statement of node.otherwise) otherwise.symbols.readStatement(statement);
    node.otherwiseFrame = otherwise.layout();
    this.#statements(node.otherwise, otherwise);
  }

  /** The condition of a loop is a function that gets what is gone through. */
  #condition(node: ForNode, test: Expression, target: Expression, frame: Frame): void {
    const inner = frame.inner();
    node.testFunction = { size: 0 };
    inner.scope = new FunctionScope(frame.scope, node.testFunction);
    inner.symbols.readTarget(target, 'parameter');
    inner.symbols.readExpression(test);
    node.testFrame = inner.layout();
    this.#expression(target, inner);
    this.#expression(test, inner);
  }

  #macro(node: MacroBody, frame: Frame): void {
    const inner = frame.inner();
    inner.scope = new FunctionScope(frame.scope, node.ownFunction);
    inner.isInLoop = false;
    const read = (): void => {
      for (const parameter of node.parameters) inner.symbols.declareParameter(parameter.name);
      for (const value of node.defaults) inner.symbols.readExpression(value);
      for (const statement of node.body) inner.symbols.readStatement(statement);
    };
    read();
    const asked = asksFor(node.body, new Set(['caller', 'kwargs', 'varargs']));
    const given = node.parameters.map(({ name }) => name);
    if (asked.has('caller')) {
      const at = given.indexOf('caller');
      if (at >= 0 && at < given.length - node.defaults.length) {
        const message =
          'When defining macros or call blocks the special "caller" argument must be omitted or be given a default.';
        throw new SyntaxFault(message, node.from, node.to, 'TemplateAssertionError');
      }
      if (at < 0) inner.symbols.declareParameter('caller');
    }
    const extra = (name: 'kwargs' | 'varargs'): boolean => asked.has(name) && !given.includes(name);
    if (extra('kwargs')) inner.symbols.declareParameter('kwargs');
    if (extra('varargs')) inner.symbols.declareParameter('varargs');
    read();
    node.frame = inner.layout();
    if (asked.has('caller') && !given.includes('caller')) node.caller = inner.slot('caller');
    if (extra('kwargs')) node.kwargs = inner.slot('kwargs');
    if (extra('varargs')) node.varargs = inner.slot('varargs');
    for (const parameter of node.parameters) this.#expression(parameter, inner);
    for (const value of node.defaults) this.#expression(value, inner);
    this.#statements(node.body, inner);
  }

  #expression(node: Expression, frame: Frame): void {
    if (node.kind === 'name' || node.kind === 'namespace-reference') {
      node.reference = frame.reference(node);
      return;
    }
    const inner = node.kind === 'conditional' ? frame.soft() : frame;
    if ((node.kind === 'filter' || node.kind === 'test') && !frame.isSoft) this.#check(node);
    for (const part of partsOf(node)) this.#expression(part, inner);
  }

  #check({ kind, name, nameSpan }: Extract<Expression, { kind: 'filter' | 'test' }>): void {
    const known = kind === 'filter' ? this.#known.filters : this.#known.tests;
    if (!known.has(name))
      throw new SyntaxFault(`No ${kind} named '${name}'.`, nameSpan.from, nameSpan.to, 'TemplateAssertionError');
  }
}

function hasScopedBlock(node: ForNode): boolean {
  let isFound = false;
  walk(
    [node],
    (statement) => (isFound ||= statement.kind === 'block' && statement.isScoped),
    () => undefined,
    true,
  );
  return isFound;
}

function findName(
  statements: readonly Statement[],
  isWanted: (name: string, use: string) => boolean,
): Extract<Expression, { kind: 'name' }> | null {
  let found: Extract<Expression, { kind: 'name' }> | null = null;
  walk(
    statements,
    () => undefined,
    (node) => {
      if (node.kind === 'name' && isWanted(node.name, node.use)) found ??= node;
    },
    true,
  );
  return found;
}

/** Which of the names a body reads before it writes them. Blocks are not looked into. */
function asksFor(body: readonly Statement[], names: Set<string>): ReadonlySet<string> {
  const asked = new Set<string>();
  walk(
    body,
    () => undefined,
    (node) => {
      if (node.kind !== 'name') return;
      if (node.use === 'load' && names.has(node.name)) asked.add(node.name);
      else names.delete(node.name);
    },
    false,
  );
  return asked;
}
