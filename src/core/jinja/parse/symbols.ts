import { SyntaxFault } from '../faults.ts';
import {
  partsOf,
  type Expression,
  type FrameLayout,
  type FunctionLayout,
  type Load,
  type Reference,
  type Statement,
} from './syntax.ts';

/** Which variable each name of a frame is, as Jinja2 decides it (`idtracking.py`). */

type Entry =
  | { readonly kind: 'parameter' | 'missing' }
  | { readonly kind: 'resolve'; readonly name: string }
  | { readonly kind: 'alias'; readonly from: string };

/**
 * The names of one frame. A variable is a name and the level of the frame that has it: `1 message`. A name that is only read
 * belongs to the frame further out that knows it; one that is written is a variable of its own.
 */
export class Symbols {
  readonly parent: Symbols | null;
  readonly level: number;
  /** Of a branch: the symbols that it began with. They are looked up here, never copied. */
  readonly #base: Symbols | null;
  readonly refs = new Map<string, string>();
  readonly loads = new Map<string, Entry>();
  readonly stores = new Set<string>();

  constructor(parent: Symbols | null, base: Symbols | null = null) {
    this.parent = parent;
    this.level = base?.level ?? (parent === null ? 0 : parent.level + 1);
    this.#base = base;
  }

  find(name: string): string | null {
    return this.own(name) ?? this.parent?.find(name) ?? null;
  }

  /** The variable of this frame, which is not one from outside. */
  own(name: string): string | undefined {
    return this.refs.get(name) ?? this.#base?.own(name);
  }

  #isStored(name: string): boolean {
    return this.stores.has(name) || (this.#base !== null && this.#base.#isStored(name));
  }

  declareParameter(name: string): void {
    this.stores.add(name);
    this.#define(name, { kind: 'parameter' });
  }

  readTarget(node: Expression, use?: 'parameter'): void {
    if (node.kind === 'namespace-reference') this.#load(node.name);
    else if (node.kind === 'tuple') for (const item of node.items) this.readTarget(item, use);
    else if (node.kind === 'name') {
      if (use === 'parameter' || node.use === 'parameter') this.declareParameter(node.name);
      else this.#store(node.name);
    }
  }

  readExpression(node: Expression): void {
    if (node.kind === 'name') this.#load(node.name);
    for (const part of partsOf(node)) this.readExpression(part);
  }

  /** What a statement reads and writes in this frame; frames inside of it are not looked into. */
  readStatement(node: Statement): void {
    switch (node.kind) {
      case 'data':
      case 'break':
      case 'continue':
      case 'generation':
      case 'scope':
      case 'block':
        return;
      case 'print':
        this.readExpression(node.node);
        return;
      case 'if': {
        const [first, ...others] = node.branches;
        if (first === undefined || first.test === null) return;
        this.readExpression(first.test);
        const otherwise = others.at(-1)?.kind === 'else' ? others.pop() : undefined;
        const body = this.#copy();
        for (const statement of first.body) body.readStatement(statement);
        const elifs = this.#copy();
        for (const branch of others) elifs.readStatement({ ...node, branches: [branch] });
        const last = this.#copy();
        for (const statement of otherwise?.body ?? []) last.readStatement(statement);
        this.#join([body, elifs, last]);
        return;
      }
      case 'for':
        this.readExpression(node.iterable);
        return;
      case 'macro':
        this.#store(node.target.name);
        return;
      case 'call-block':
        this.readExpression(node.call);
        return;
      case 'filter-block':
        this.readExpression(node.filter);
        return;
      case 'with':
        for (const value of node.values) this.readExpression(value);
        return;
      case 'set':
        this.readExpression(node.value);
        this.readTarget(node.target);
        return;
      case 'set-block':
        this.readTarget(node.target);
        return;
      case 'load-template':
        this.readExpression(node.template);
        for (const { name } of node.names) this.#store(name);
    }
  }

  #define(name: string, entry: Entry): void {
    const variable = `${this.level} ${name}`;
    this.refs.set(name, variable);
    this.loads.set(variable, entry);
  }

  #load(name: string): void {
    if (this.find(name) === null) this.#define(name, { kind: 'resolve', name });
  }

  #store(name: string): void {
    this.stores.add(name);
    if (this.own(name) !== undefined) return;
    const outer = this.parent?.find(name) ?? null;
    this.#define(name, outer === null ? { kind: 'missing' } : { kind: 'alias', from: outer });
  }

  #copy(): Symbols {
    return new Symbols(this.parent, this);
  }

  /** What is written in only some of the branches begins with the value from outside. */
  #join(branches: readonly Symbols[]): void {
    const stores = new Set<string>();
    for (const branch of branches) for (const name of branch.stores) if (!this.#isStored(name)) stores.add(name);
    for (const branch of branches) {
      for (const [name, variable] of branch.refs) this.refs.set(name, variable);
      for (const [variable, entry] of branch.loads) this.loads.set(variable, entry);
      for (const name of branch.stores) this.stores.add(name);
    }
    for (const name of stores) {
      const variable = this.find(name);
      if (variable === null) continue;
      const outer = this.parent?.find(name) ?? null;
      this.loads.set(variable, outer === null ? { kind: 'resolve', name } : { kind: 'alias', from: outer });
    }
  }
}

/** A function of Python that Jinja2 would make: it keeps the variables of its frames. */
export class FunctionScope {
  readonly parent: FunctionScope | null;
  readonly #layout: FunctionLayout;
  readonly #slots = new Map<string, number>();

  constructor(parent: FunctionScope | null, layout: FunctionLayout) {
    this.parent = parent;
    this.#layout = layout;
  }

  slot(variable: string): number {
    const known = this.#slots.get(variable);
    if (known !== undefined) return known;
    const slot = this.#layout.size;
    this.#slots.set(variable, slot);
    this.#layout.size += 1;
    return slot;
  }

  has(variable: string): boolean {
    return this.#slots.has(variable);
  }
}

export class Frame {
  readonly symbols: Symbols;
  scope: FunctionScope;
  isTop = false;
  /** In an `if`, where an unknown filter counts only when it is used. */
  isSoft = false;
  isInLoop = false;

  constructor(symbols: Symbols, scope: FunctionScope) {
    this.symbols = symbols;
    this.scope = scope;
  }

  inner(): Frame {
    const frame = new Frame(new Symbols(this.symbols), this.scope);
    frame.isInLoop = this.isInLoop;
    return frame;
  }

  soft(): Frame {
    const frame = new Frame(this.symbols, this.scope);
    frame.isTop = this.isTop;
    frame.isInLoop = this.isInLoop;
    frame.isSoft = true;
    return frame;
  }

  slot(name: string): number {
    return this.scope.slot(this.symbols.own(name) ?? '');
  }

  /** What happens to its variables. Their slots are made here, in the function that the frame belongs to. */
  layout(): FrameLayout {
    const enter: Load[] = [];
    const leave: number[] = [];
    for (const [variable, entry] of this.symbols.loads) {
      const slot = this.scope.slot(variable);
      leave.push(slot);
      if (entry.kind === 'resolve') enter.push({ kind: 'resolve', slot, name: entry.name });
      else if (entry.kind === 'alias') enter.push({ kind: 'alias', slot, from: this.#placeOf(entry.from) });
      else if (entry.kind === 'missing') enter.push({ kind: 'missing', slot });
    }
    return { enter, leave };
  }

  /** What is written in this frame and in those around it. */
  visible(): readonly { readonly name: string; readonly reference: Reference }[] {
    const names = new Set<string>();
    for (let symbols: Symbols | null = this.symbols; symbols !== null; symbols = symbols.parent)
      for (const name of symbols.stores) names.add(name);
    return [...names].map((name) => ({ name, reference: this.#placeOf(this.symbols.find(name) ?? '') }));
  }

  reference(node: Extract<Expression, { kind: 'name' | 'namespace-reference' }>): Reference {
    const variable = this.symbols.find(node.name);
    if (variable !== null) return this.#placeOf(variable);
    const message = `Tried to resolve a name to a reference that was unknown to the frame ('${node.name}')`;
    throw new SyntaxFault(message, node.from, node.to, 'AssertionError');
  }

  #placeOf(variable: string): Reference {
    let out = 0;
    let scope: FunctionScope = this.scope;
    while (!scope.has(variable) && scope.parent !== null) {
      scope = scope.parent;
      out += 1;
    }
    return { out, slot: scope.slot(variable) };
  }
}
