import { boundSlots } from './bound-macro.ts';
import type { Variables } from './evaluate.ts';
import { Frames, nameOf } from './frames.ts';
import { pythonError, typeError, unsupported } from './faults.ts';
import type { Expression, ForNode, IfNode, MacroBody, Statement } from './parse/syntax.ts';
import type { ParsedTemplate } from './parse/parse-template.ts';
import type { RenderOptions } from './rendering.ts';
import { Output } from './output.ts';
import { iterate } from './values/iterate.ts';
import { Loop } from './values/loop.ts';
import { Text, valueOrigin } from './values/text.ts';
import {
  Callable,
  Dict,
  DictView,
  isScalar,
  isText,
  List,
  Once,
  Range,
  Thing,
  truthy,
  Tuple,
  typeName,
  Undefined,
  type CallArguments,
  type Value,
} from './values/value.ts';
import { strOf } from './values/write.ts';

type Ending = 'end' | 'break' | 'continue';

/** Runs the statements of a template. One is made for one rendering. */
export class Interpreter extends Frames {
  readonly prompt: Output;
  readonly #template: ParsedTemplate;
  #output: Output;

  constructor(template: ParsedTemplate, context: ReadonlyMap<string, Value>, options: RenderOptions) {
    super(context, options);
    this.#template = template;
    this.prompt = new Output(this.host.budget);
    this.#output = this.prompt;
  }

  protected override lineOf(offset: number): number {
    return this.#template.source.slice(0, offset).split('\n').length;
  }

  /** The steps so far. */
  get spent(): number {
    return this.host.budget.spent;
  }

  /** @throws TemplateFault */
  run(): void {
    const { layout, body } = this.#template;
    this.variables = { slots: new Array<Value | undefined>(layout.main.size), places: [], outer: null };
    this.enterFrame(layout.frame);
    this.#statements(body);
  }

  #statements(body: readonly Statement[]): Ending {
    for (const node of body) {
      const ending = this.#statement(node);
      if (ending !== 'end') return ending;
    }
    return 'end';
  }

  #statement(node: Statement): Ending {
    this.host.budget.spend(1);
    this.statementSpan = node;
    this.current = null;
    switch (node.kind) {
      case 'data': {
        const step = this.steps.add({ kind: 'data', span: node });
        const { from, to, text } = node;
        this.#output.data(text, { kind: 'literal', from, to, written: 'as-is' }, step);
        return 'end';
      }
      case 'print':
        this.#print(node.node);
        return 'end';
      case 'if':
        return this.#if(node);
      case 'for':
        this.#for(node);
        return 'end';
      case 'break':
      case 'continue':
        return node.kind;
      case 'set':
        this.#set(node);
        return 'end';
      case 'set-block':
        this.#setBlock(node);
        return 'end';
      case 'macro': {
        const macro = this.#macro(node, node.target.name);
        this.store(node.target.reference, macro);
        if (node.isTop) this.exported.set(node.target.name, macro);
        return 'end';
      }
      case 'call-block':
        this.#callBlock(node);
        return 'end';
      case 'generation': {
        const step = this.steps.enter({ kind: 'generation', span: node });
        const caller = this.#macro(node, 'caller');
        this.#output.add(caller.call({ positional: [], keywords: new Map() }) as Text, step);
        this.steps.leave();
        return 'end';
      }
      case 'with':
        return this.#with(node);
      case 'filter-block':
        this.#filterBlock(node);
        return 'end';
      case 'scope': {
        this.enterFrame(node.frame);
        if (truthy(this.evaluate(node.autoescape))) throw unsupported('`autoescape true`');
        const ending = this.#statements(node.body);
        this.leaveFrame(node.frame);
        return ending;
      }
      case 'block': {
        if (node.isRequired) throw pythonError('TemplateRuntimeError', `Required block '${node.name}' not found`);
        this.#block(node);
        return 'end';
      }
      case 'load-template':
        this.evaluate(node.template);
        throw typeError('no loader for this environment specified');
    }
  }

  /** A block sees what the template has set at its top, and with `scoped` what is around it. */
  #block(node: Extract<Statement, { kind: 'block' }>): void {
    const { variables } = this;
    const exported = new Map(this.exported);
    for (const { name, reference } of node.visible) {
      const value = this.load(reference);
      if (value !== undefined) this.exported.set(name, value);
    }
    this.variables = { slots: new Array<Value | undefined>(node.ownFunction.size), places: [], outer: null };
    this.enterFrame(node.frame);
    this.#statements(node.body);
    this.variables = variables;
    if (node.visible.length === 0) return;
    this.exported.clear();
    for (const [name, value] of exported) this.exported.set(name, value);
  }

  #print(node: Expression): void {
    const step = this.steps.enter({ kind: 'print', span: node });
    const value = this.evaluate(node);
    this.current = node;
    const { scalarPlace } = this;
    const text = strOf(value, this.host.budget);
    if (!isText(value)) this.#warnOf(value, node);
    const isPlaced = scalarPlace !== null && isScalar(value);
    const { from, to } = node;
    this.#output.add(
      text.placed(isPlaced ? valueOrigin(scalarPlace, text.length) : { kind: 'computed', from, to }),
      step,
    );
    this.steps.leave();
  }

  #warnOf(value: Value, node: Expression): void {
    if (value === null) this.warn('none-printed', 'None', node);
    else if (value instanceof Undefined) this.warn('undefined-printed', value.message, node);
    else if (value instanceof List || value instanceof Dict || value instanceof Tuple || value instanceof DictView)
      this.warn('repr-printed', typeName(value), node);
    else if (value instanceof Once || value instanceof Callable) this.warn('object-printed', typeName(value), node);
  }

  #if(node: IfNode): Ending {
    for (const { kind, span, test, body } of node.branches) {
      if (test !== null && !truthy(this.evaluate(test))) continue;
      this.steps.enter({ kind: 'branch', span, taken: kind });
      const ending = this.#statements(body);
      this.steps.leave();
      return ending;
    }
    this.steps.add({ kind: 'branch', span: node.branches[0]?.span ?? node, taken: 'none' });
    return 'end';
  }

  #for(node: ForNode): void {
    const items = this.evaluate(node.iterable);
    this.current = node.iterable;
    if (items instanceof Undefined) this.warn('undefined-looped', items.message, node.iterable);
    if (!node.isRecursive) {
      this.#turns(node, items, 0, null);
      return;
    }
    const outer = this.variables;
    const recurse = (inner: Value, depth: number): Text => {
      const before = this.variables;
      this.host.budget.enter();
      const { text } = this.#captured(() => {
        this.variables = { slots: new Array<Value | undefined>(node.ownFunction?.size ?? 0), places: [], outer };
        this.#turns(node, inner, depth, recurse);
      });
      this.variables = before;
      this.host.budget.leave();
      return text;
    };
    this.#output.add(recurse(items, 0), this.steps.open);
  }

  #turns(node: ForNode, items: Value, depth: number, recurse: Loop['recurse']): void {
    const all = iterate(items, this.host.budget);
    // Where each kept item is among all items.
    const positions: number[] | null = node.test === null ? null : [];
    const kept = positions === null ? all : this.#kept(node, all, positions);
    const place = items instanceof List ? items.place : null;
    const loop = new Loop(
      kept,
      node.test === null && !(items instanceof Once) ? sizeOf(items) : null,
      depth,
      recurse,
      this.host.budget,
    );
    const step = this.steps.enter({ kind: 'loop', span: { from: node.from, to: node.to }, turns: 0 });
    let index = 0;
    for (let item = loop.turn(); item !== undefined; item = loop.turn()) {
      this.host.budget.spend(1);
      this.steps.enter({ kind: 'turn', span: node.target, index, ended: 'end' });
      if (node.loop !== null) this.variables.slots[node.loop] = loop;
      const isPlaced = place !== null && isScalar(item);
      this.assign(node.target, item, isPlaced ? { parent: place, key: positions?.[index] ?? index } : null);
      this.enterFrame(node.bodyFrame);
      const ending = this.#statements(node.body);
      this.steps.leave(ending);
      index += 1;
      if (ending === 'break') break;
    }
    this.steps.setTurns(step, index);
    this.steps.leave();
    this.leaveFrame(node.bodyFrame);
    if (index > 0 || node.otherwise === null) return;
    this.enterFrame(node.otherwiseFrame);
    this.#statements(node.otherwise);
    this.leaveFrame(node.otherwiseFrame);
  }

  /** The items that the condition of a loop keeps, one at a time. */
  *#kept(node: ForNode, items: Iterable<Value>, positions: number[]): Generator<Value> {
    const { test, testTarget, testFunction } = node;
    if (test === null || testTarget === null) return;
    const outer = this.variables;
    const own: Variables = { slots: new Array<Value | undefined>(testFunction?.size ?? 0), places: [], outer };
    let index = -1;
    for (const item of items) {
      index += 1;
      const before = this.variables;
      this.variables = own;
      this.enterFrame(node.testFrame);
      this.assign(testTarget, item);
      const isKept = truthy(this.evaluate(test));
      this.variables = before;
      if (!isKept) continue;
      positions.push(index);
      yield item;
    }
  }

  /** Runs something whose output is a text of its own. */
  #captured(run: () => void): { readonly text: Text } {
    const outer = this.#output;
    const own = new Output(this.host.budget);
    this.#output = own;
    run();
    this.#output = outer;
    return { text: own.text() };
  }

  #set(node: Extract<Statement, { kind: 'set' }>): void {
    this.checkNamespaces(node.target);
    this.steps.enter({ kind: 'set', span: node, name: nameOf(node.target) });
    const value = this.evaluate(node.value);
    this.assign(node.target, value, this.scalarPlace);
    if (node.isTop) this.exportTarget(node.target);
    this.steps.leave();
  }

  #setBlock(node: Extract<Statement, { kind: 'set-block' }>): void {
    this.steps.enter({ kind: 'set', span: node, name: nameOf(node.target) });
    this.enterFrame(node.frame);
    const { text } = this.#captured(() => this.#statements(node.body));
    let value: Value = text;
    if (node.filter !== null) {
      this.captured = text;
      value = this.evaluate(node.filter);
    }
    this.checkNamespaces(node.target);
    this.assign(node.target, value);
    this.leaveFrame(node.frame);
    if (node.isTop) this.exportTarget(node.target);
    this.steps.leave();
  }

  #with(node: Extract<Statement, { kind: 'with' }>): Ending {
    this.enterFrame(node.frame);
    for (const [index, target] of node.targets.entries()) {
      const value = this.evaluate(node.values[index] as Expression);
      this.assign(target, value, this.scalarPlace);
    }
    const ending = this.#statements(node.body);
    this.leaveFrame(node.frame);
    return ending;
  }

  #filterBlock(node: Extract<Statement, { kind: 'filter-block' }>): void {
    const step = this.steps.enter({ kind: 'print', span: node });
    this.enterFrame(node.frame);
    const { text } = this.#captured(() => this.#statements(node.body));
    this.captured = text;
    const value = this.evaluate(node.filter);
    this.#output.add(strOf(value, this.host.budget).placed({ kind: 'computed', from: node.from, to: node.to }), step);
    this.leaveFrame(node.frame);
    this.steps.leave();
  }

  #callBlock(node: Extract<Statement, { kind: 'call-block' }>): void {
    const step = this.steps.enter({ kind: 'print', span: node });
    const caller = this.#macro(node, 'caller');
    const callee = this.evaluate(node.call.node);
    const args = this.arguments(node.call.args);
    this.current = node.call;
    const value = this.call(callee, { ...args, keywords: new Map([...args.keywords, ['caller', caller]]) });
    this.#output.add(strOf(value, this.host.budget).placed({ kind: 'computed', from: node.from, to: node.to }), step);
    this.steps.leave();
  }

  /** A macro as a value: it keeps the variables of the place where it was made. */
  #macro(node: MacroBody, name: string): Callable {
    const outer = this.variables;
    const names = node.parameters.map((parameter) => parameter.name);
    const attributes = new Map<string, Value>([
      ['name', Text.computed(name)],
      ['arguments', new Tuple(names.map((one) => Text.computed(one)))],
      ['catch_kwargs', node.kwargs !== null],
      ['catch_varargs', node.varargs !== null],
      ['caller', node.caller !== null || names.includes('caller')],
    ]);
    const call = (args: CallArguments): Value => {
      const span = this.current ?? this.statementSpan;
      const slots = boundSlots(node, name, names, args);
      this.host.budget.enter();
      this.steps.enter({ kind: 'call', span, name });
      const before = this.variables;
      const { text } = this.#captured(() => {
        this.variables = { slots, places: [], outer };
        this.#enterMacro(node);
        this.#statements(node.body);
      });
      this.variables = before;
      this.steps.leave();
      this.host.budget.leave();
      return text;
    };
    return new Callable('Macro', name, call, `<Macro '${name}'`, attributes);
  }

  #enterMacro(node: MacroBody): void {
    this.enterFrame(node.frame);
    const { parameters, defaults } = node;
    for (const [index, { name, reference }] of parameters.entries()) {
      if (this.load(reference) !== undefined) continue;
      const value = defaults[index - (parameters.length - defaults.length)];
      const given = value === undefined ? new Undefined(`parameter '${name}' was not provided`) : this.evaluate(value);
      this.store(reference, given);
    }
  }
}

function sizeOf(items: Value): number | null {
  if (isText(items)) return null;
  return items instanceof Thing && !(items instanceof Range)
    ? items.len()
    : items instanceof Range
      ? items.length
      : null;
}
