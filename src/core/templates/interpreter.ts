import type { Span } from '../document/span.ts';
import { Budget } from './budget.ts';
import { Evaluator, type Variables } from './evaluate.ts';
import { pythonError, TemplateFault, typeError, unsupported } from './faults.ts';
import { filters } from './filters/index.ts';
import { globals } from './globals.ts';
import type { Host } from './host.ts';
import type { Expression, ForNode, FrameLayout, IfNode, MacroBody, Statement } from './parse/syntax.ts';
import type { ParsedTemplate } from './parse/parse-template.ts';
import type { RenderOptions, WarningCode } from './rendering.ts';
import { Steps } from './steps.ts';
import { templateTests } from './template-tests.ts';
import { Output } from './output.ts';
import { iterate } from './values/iterate.ts';
import { Loop } from './values/loop.ts';
import { Text } from './values/text.ts';
import {
  Callable,
  Dict,
  DictView,
  isText,
  List,
  Namespace,
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

export interface RawWarning {
  readonly code: WarningCode;
  readonly message: string;
  readonly span: Span;
  readonly step: number;
}

const time = { year: 2000, month: 1, day: 1 } as const;

/** Runs the statements of a template. One is made for one rendering. */
export class Interpreter extends Evaluator {
  readonly steps = new Steps();
  readonly warnings: RawWarning[] = [];
  readonly prompt: Output;
  readonly #template: ParsedTemplate;
  readonly #context: ReadonlyMap<string, Value>;
  /** What the template sets at its top; only blocks ask for it here. */
  readonly #exported = new Map<string, Value>();
  #output: Output;
  #span: Span = { from: 0, to: 0 };

  constructor(template: ParsedTemplate, context: ReadonlyMap<string, Value>, options: RenderOptions) {
    const budget = new Budget(options.allowance);
    const host: Host = {
      budget,
      now: options.now ?? time,
      call: (callee, args) => this.call(callee, args),
      filter: (name, value, args) => {
        const filter = filters.get(name);
        if (filter === undefined) throw pythonError('TemplateRuntimeError', `No filter named '${name}' found.`);
        return filter(value, args, host);
      },
      test: (name, value, args) => {
        const test = templateTests.get(name);
        if (test === undefined) throw pythonError('TemplateRuntimeError', `No test named '${name}' found.`);
        return test(value, args, host);
      },
      warn: (code, message) => this.#warn(code, message, this.current ?? this.#span),
    };
    super(host);
    this.#template = template;
    this.#context = context;
    this.prompt = new Output(budget);
    this.#output = this.prompt;
  }

  /** Where a fault without a place of its own happened. */
  get place(): Span {
    return this.current ?? this.#span;
  }

  /** @throws TemplateFault */
  run(): void {
    const { layout, body } = this.#template;
    this.variables = { slots: new Array<Value | undefined>(layout.main.size), outer: null };
    this.#enter(layout.frame);
    this.#statements(body);
  }

  protected override lineOf(offset: number): number {
    return this.#template.source.slice(0, offset).split('\n').length;
  }

  #warn(code: WarningCode, message: string, { from, to }: Span): void {
    if (this.warnings.length >= 1000) return;
    this.warnings.push({ code, message, span: { from, to }, step: this.steps.open });
  }

  #resolve(name: string): Value | undefined {
    for (const variables of [this.#exported, this.#context]) {
      const value = variables.get(name);
      if (value !== undefined) return value;
    }
    return globals.get(name)?.(this.host);
  }

  #enter({ enter }: FrameLayout): void {
    for (const load of enter) {
      const value =
        load.kind === 'resolve' ? this.#resolve(load.name) : load.kind === 'alias' ? this.load(load.from) : undefined;
      this.variables.slots[load.slot] = value;
    }
  }

  #leave({ leave }: FrameLayout): void {
    for (const slot of leave) this.variables.slots[slot] = undefined;
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
    this.#span = node;
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
        if (node.isTop) this.#exported.set(node.target.name, macro);
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
        this.#enter(node.frame);
        if (truthy(this.evaluate(node.autoescape))) throw unsupported('`autoescape true`');
        const ending = this.#statements(node.body);
        this.#leave(node.frame);
        return ending;
      }
      case 'block': {
        if (node.isRequired) throw pythonError('TemplateRuntimeError', `Required block '${node.name}' not found`);
        const variables = this.variables;
        this.variables = { slots: new Array<Value | undefined>(node.ownFunction.size), outer: null };
        this.#enter(node.frame);
        this.#statements(node.body);
        this.variables = variables;
        return 'end';
      }
      case 'load-template':
        this.evaluate(node.template);
        throw typeError('no loader for this environment specified');
    }
  }

  #print(node: Expression): void {
    const step = this.steps.enter({ kind: 'print', span: node });
    this.scalarPlace = null;
    const value = this.evaluate(node);
    this.current = node;
    const { scalarPlace } = this;
    const text = strOf(value);
    if (!isText(value)) this.#warnOf(value, node);
    const isPlaced = scalarPlace !== null && (node.kind === 'attribute' || node.kind === 'item') && !(value instanceof Thing);
    this.#output.add(
      isPlaced && !isText(value)
        ? Text.of(text.text, { kind: 'value', place: scalarPlace, part: 'text', from: 0, to: text.length, written: 'as-is' })
        : text.placed({ kind: 'computed', from: node.from, to: node.to }),
      step,
    );
    this.steps.leave();
  }

  #warnOf(value: Value, node: Expression): void {
    if (value === null) this.#warn('none-printed', 'None', node);
    else if (value instanceof Undefined) this.#warn('undefined-printed', value.message, node);
    else if (value instanceof List || value instanceof Dict || value instanceof Tuple || value instanceof DictView)
      this.#warn('repr-printed', typeName(value), node);
    else if (value instanceof Once || value instanceof Callable) this.#warn('object-printed', typeName(value), node);
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
    if (items instanceof Undefined) this.#warn('undefined-looped', items.message, node.iterable);
    if (!node.isRecursive) return this.#turns(node, items, 0, null);
    const outer = this.variables;
    const recurse = (inner: Value, depth: number): Text => {
      const before = this.variables;
      this.host.budget.enter();
      const { text } = this.#captured(() => {
        this.variables = { slots: new Array<Value | undefined>(node.ownFunction?.size ?? 0), outer };
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
    const kept = node.test === null ? all : this.#kept(node, all);
    const loop = new Loop(kept, node.test === null && !(items instanceof Once) ? sizeOf(items) : null, depth, recurse);
    const step = this.steps.enter({ kind: 'loop', span: { from: node.from, to: node.to }, turns: 0 });
    let index = 0;
    for (let item = loop.turn(); item !== undefined; item = loop.turn()) {
      this.host.budget.spend(1);
      this.steps.enter({ kind: 'turn', span: node.target, index, ended: 'end' });
      if (node.loop !== null) this.variables.slots[node.loop] = loop;
      this.#assign(node.target, item);
      this.#enter(node.bodyFrame);
      const ending = this.#statements(node.body);
      this.steps.leave(ending);
      index += 1;
      if (ending === 'break') break;
    }
    this.steps.setTurns(step, index);
    this.steps.leave();
    this.#leave(node.bodyFrame);
    if (index > 0 || node.otherwise === null) return;
    this.#enter(node.otherwiseFrame);
    this.#statements(node.otherwise);
    this.#leave(node.otherwiseFrame);
  }

  /** The items that the condition of a loop keeps, one at a time. */
  *#kept(node: ForNode, items: Iterable<Value>): Generator<Value> {
    const { test, testTarget, testFunction } = node;
    if (test === null || testTarget === null) return;
    const outer = this.variables;
    const own: Variables = { slots: new Array<Value | undefined>(testFunction?.size ?? 0), outer };
    for (const item of items) {
      const before = this.variables;
      this.variables = own;
      this.#enter(node.testFrame);
      this.#assign(testTarget, item);
      const isKept = truthy(this.evaluate(test));
      this.variables = before;
      if (isKept) yield item;
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

  #assign(target: Expression, value: Value): void {
    if (target.kind === 'name') {
      this.store(target.reference, value);
    } else if (target.kind === 'namespace-reference') {
      (this.load(target.reference) as Namespace).attributes.set(target.attribute, value);
    } else if (target.kind === 'tuple') {
      this.current = target;
      this.#unpack(target.items, value);
    }
  }

  #unpack(targets: readonly Expression[], value: Value): void {
    const values: Value[] = [];
    try {
      for (const item of iterate(value, this.host.budget)) {
        values.push(item);
        if (values.length > targets.length) break;
      }
    } catch (fault) {
      if (fault instanceof TemplateFault && fault.exception === 'TypeError')
        throw typeError(`cannot unpack non-iterable ${typeName(value)} object`);
      throw fault;
    }
    const wanted = targets.length;
    if (values.length > wanted) throw pythonError('ValueError', `too many values to unpack (expected ${wanted})`);
    if (values.length < wanted)
      throw pythonError('ValueError', `not enough values to unpack (expected ${wanted}, got ${values.length})`);
    for (const [index, target] of targets.entries()) this.#assign(target, values[index] as Value);
  }

  #set(node: Extract<Statement, { kind: 'set' }>): void {
    this.#checkNamespaces(node.target);
    this.steps.enter({ kind: 'set', span: node, name: nameOf(node.target) });
    const value = this.evaluate(node.value);
    this.#assign(node.target, value);
    if (node.isTop) this.#export(node.target);
    this.steps.leave();
  }

  #checkNamespaces(target: Expression): void {
    if (target.kind === 'tuple') for (const item of target.items) this.#checkNamespaces(item);
    if (target.kind !== 'namespace-reference' || this.load(target.reference) instanceof Namespace) return;
    this.current = target;
    throw pythonError('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
  }

  #export(target: Expression): void {
    if (target.kind === 'tuple') for (const item of target.items) this.#export(item);
    if (target.kind !== 'name') return;
    const value = this.load(target.reference);
    if (value !== undefined) this.#exported.set(target.name, value);
  }

  #setBlock(node: Extract<Statement, { kind: 'set-block' }>): void {
    this.steps.enter({ kind: 'set', span: node, name: nameOf(node.target) });
    this.#enter(node.frame);
    const { text } = this.#captured(() => this.#statements(node.body));
    let value: Value = text;
    if (node.filter !== null) {
      this.captured = text;
      value = this.evaluate(node.filter);
    }
    this.#checkNamespaces(node.target);
    this.#assign(node.target, value);
    this.#leave(node.frame);
    if (node.isTop) this.#export(node.target);
    this.steps.leave();
  }

  #with(node: Extract<Statement, { kind: 'with' }>): Ending {
    this.#enter(node.frame);
    for (const [index, target] of node.targets.entries()) {
      this.#assign(target, this.evaluate(node.values[index] as Expression));
    }
    const ending = this.#statements(node.body);
    this.#leave(node.frame);
    return ending;
  }

  #filterBlock(node: Extract<Statement, { kind: 'filter-block' }>): void {
    const step = this.steps.enter({ kind: 'print', span: node });
    this.#enter(node.frame);
    const { text } = this.#captured(() => this.#statements(node.body));
    this.captured = text;
    const value = this.evaluate(node.filter);
    this.#output.add(strOf(value).placed({ kind: 'computed', from: node.from, to: node.to }), step);
    this.#leave(node.frame);
    this.steps.leave();
  }

  #callBlock(node: Extract<Statement, { kind: 'call-block' }>): void {
    const step = this.steps.enter({ kind: 'print', span: node });
    const caller = this.#macro(node, 'caller');
    const callee = this.evaluate(node.call.node);
    const args = this.arguments(node.call.args);
    this.current = node.call;
    const value = this.call(callee, { ...args, keywords: new Map([...args.keywords, ['caller', caller]]) });
    this.#output.add(strOf(value).placed({ kind: 'computed', from: node.from, to: node.to }), step);
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
      const span = this.current ?? this.#span;
      const slots = boundSlots(node, name, names, args);
      this.host.budget.enter();
      this.steps.enter({ kind: 'call', span, name });
      const before = this.variables;
      const { text } = this.#captured(() => {
        this.variables = { slots, outer };
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
    this.#enter(node.frame);
    const { parameters, defaults } = node;
    for (const [index, { name, reference }] of parameters.entries()) {
      if (this.load(reference) !== undefined) continue;
      const value = defaults[index - (parameters.length - defaults.length)];
      const given = value === undefined ? new Undefined(`parameter '${name}' was not provided`) : this.evaluate(value);
      this.store(reference, given);
    }
  }
}

/** The variables of a macro with what it was called with. @throws TemplateFault */
function boundSlots(node: MacroBody, name: string, names: readonly string[], args: CallArguments): (Value | undefined)[] {
  const slots = new Array<Value | undefined>(node.ownFunction.size);
  const { positional } = args;
  const keywords = new Map(args.keywords);
  let isCallerFound = positional.length >= names.length && names.includes('caller');
  for (const [index, { name: parameter, reference }] of node.parameters.entries()) {
    if (index < positional.length) slots[reference.slot] = positional[index];
    else {
      slots[reference.slot] = keywords.get(parameter);
      keywords.delete(parameter);
      isCallerFound ||= parameter === 'caller';
    }
  }
  if (node.caller !== null && !isCallerFound) {
    const caller = keywords.get('caller') ?? null;
    slots[node.caller] = caller === null ? new Undefined('No caller defined') : caller;
    keywords.delete('caller');
  }
  if (node.kwargs !== null) {
    const dict = new Dict();
    for (const [key, value] of keywords) dict.set(Text.computed(key), value);
    slots[node.kwargs] = dict;
  } else if (keywords.size > 0) {
    if (keywords.has('caller'))
      throw typeError(
        `macro '${name}' was invoked with two values for the special caller argument. This is most likely a bug.`,
      );
    throw typeError(`macro '${name}' takes no keyword argument '${[...keywords.keys()][0] ?? ''}'`);
  }
  if (node.varargs !== null) slots[node.varargs] = new Tuple(positional.slice(names.length));
  else if (positional.length > names.length)
    throw typeError(`macro '${name}' takes not more than ${names.length} argument(s)`);
  return slots;
}

function sizeOf(items: Value): number | null {
  if (isText(items)) return null;
  return items instanceof Thing && !(items instanceof Range) ? items.len() : items instanceof Range ? items.length : null;
}

function nameOf(target: Expression): string {
  if (target.kind === 'name') return target.name;
  if (target.kind === 'namespace-reference') return `${target.name}.${target.attribute}`;
  return target.kind === 'tuple' ? target.items.map(nameOf).join(', ') : '';
}


