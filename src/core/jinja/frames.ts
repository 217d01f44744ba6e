import type { Span } from '../text/document/index.ts';
import { Budget } from './budget.ts';
import { Evaluator } from './evaluate.ts';
import { pythonError, TemplateFault, typeError } from './faults.ts';
import { filters } from './filters/index.ts';
import { globals } from './globals.ts';
import type { Host } from './host.ts';
import { getAttribute, getItem } from './members.ts';
import type { Expression, FrameLayout } from './parse/syntax.ts';
import type { RenderOptions, WarningCode } from './rendering.ts';
import { Steps } from './steps.ts';
import { templateTests } from './template-tests.ts';
import { iterate } from './values/iterate.ts';
import type { Place } from './values/text.ts';
import { Namespace, Tuple, typeName, type Value } from './values/value.ts';

export interface RawWarning {
  readonly code: WarningCode;
  readonly message: string;
  readonly span: Span;
  readonly step: number;
}

const time = { year: 2000, month: 1, day: 1 } as const;

/** The variables of a template: what frames do with them, and what is assigned to. */
export abstract class Frames extends Evaluator {
  readonly steps = new Steps();
  readonly warnings: RawWarning[] = [];
  readonly #context: ReadonlyMap<string, Value>;
  /** What the template sets at its top; only blocks ask for it here. */
  protected readonly exported = new Map<string, Value>();
  protected statementSpan: Span = { from: 0, to: 0 };

  protected constructor(context: ReadonlyMap<string, Value>, options: RenderOptions) {
    const budget = new Budget(options.allowance);
    const host: Host = {
      budget,
      now: options.now ?? time,
      attribute: (value, name) => getAttribute(value, name, host),
      item: (value, index) => getItem(value, index, host),
      call: (callee, args) => this.call(callee, args),
      filter: (name, value, args) => {
        const filter = filters.get(name);
        if (filter === undefined) throw pythonError('TemplateRuntimeError', `No filter named '${name}'.`);
        return filter(value, args, host);
      },
      test: (name, value, args) => {
        const test = templateTests.get(name);
        if (test === undefined) throw pythonError('TemplateRuntimeError', `No test named '${name}'.`);
        return test(value, args, host);
      },
      warn: (code, message) => this.warn(code, message, this.current ?? this.statementSpan),
    };
    super(host);
    this.#context = context;
  }

  /** Where a fault without a place of its own happened. */
  get place(): Span {
    return this.current ?? this.statementSpan;
  }

  protected warn(code: WarningCode, message: string, { from, to }: Span): void {
    if (this.warnings.length >= 1000) return;
    this.warnings.push({ code, message, span: { from, to }, step: this.steps.open });
  }

  #resolve(name: string, slot: number): void {
    const { slots, places } = this.variables;
    const exported = this.exported.get(name);
    const given = exported === undefined ? this.#context.get(name) : undefined;
    slots[slot] = exported !== undefined ? exported : given !== undefined ? given : globals.get(name)?.(this.host);
    places[slot] = given === undefined ? null : { parent: null, key: name };
  }

  protected enterFrame({ enter }: FrameLayout): void {
    for (const load of enter) {
      if (load.kind === 'resolve') this.#resolve(load.name, load.slot);
      else {
        this.variables.slots[load.slot] = load.kind === 'alias' ? this.load(load.from) : undefined;
        this.variables.places[load.slot] = load.kind === 'alias' ? this.placeOf(load.from) : null;
      }
    }
  }

  protected leaveFrame({ leave }: FrameLayout): void {
    for (const slot of leave) this.variables.slots[slot] = undefined;
  }

  /** @param place the value's own, where it is a scalar that the template was given */
  protected assign(target: Expression, value: Value, place: Place | null = null): void {
    if (target.kind === 'name') {
      this.store(target.reference, value, place);
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
    // Of the entry of a dict, the second part is the value.
    const place = value instanceof Tuple ? value.valuePlace : null;
    for (const [index, target] of targets.entries())
      this.assign(target, values[index] as Value, index === 1 ? place : null);
  }

  protected checkNamespaces(target: Expression): void {
    if (target.kind === 'tuple') for (const item of target.items) this.checkNamespaces(item);
    if (target.kind !== 'namespace-reference' || this.load(target.reference) instanceof Namespace) return;
    this.current = target;
    throw pythonError('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
  }

  protected exportTarget(target: Expression): void {
    if (target.kind === 'tuple') for (const item of target.items) this.exportTarget(item);
    if (target.kind !== 'name') return;
    const value = this.load(target.reference);
    if (value !== undefined) this.exported.set(target.name, value);
  }
}

/** What is assigned to, as written. */
export function nameOf(target: Expression): string {
  if (target.kind === 'name') return target.name;
  if (target.kind === 'namespace-reference') return `${target.name}.${target.attribute}`;
  return target.kind === 'tuple' ? target.items.map(nameOf).join(', ') : '';
}
