import type { Span } from '../../text/document/index.ts';
import {
  type Expression,
  globals,
  isText,
  type ParsedTemplate,
  type Rendering,
  type Statement,
  stringMethods,
  walk,
} from '../../jinja/index.ts';
import type { Dialect, DialectFault, DialectFaultCode, StatementName } from './dialect.ts';

/**
 * What a dialect lacks of what a template asks for, in the order of the template. Types are not known here: a filter that
 * a dialect has for lists is not missed where the template gives it a text.
 *
 * @param rendering of the same template: adds what the dialect prints otherwise
 */
export function dialectFaults(
  template: ParsedTemplate,
  dialect: Dialect,
  rendering: Rendering | null = null,
): readonly DialectFault[] {
  const search = new Search(template, dialect);
  walk(
    template.body,
    (node) => search.statement(node),
    (node) => search.expression(node),
    true,
  );
  const { faults } = search;
  for (const { code, message, span } of rendering?.warnings ?? []) {
    if (dialect.printsOtherwise.has(code))
      faults.push({ code: 'printed-otherwise', dialect: dialect.id, name: message, span, effect: 'differs' });
  }
  return faults.toSorted((one, other) => one.span.from - other.span.from || one.span.to - other.span.to);
}

const listMethods = [
  'append',
  'clear',
  'pop',
  'reverse',
  'insert',
  'sort',
  'extend',
  'remove',
  'index',
  'count',
  'copy',
];
const dictMethods = ['get', 'keys', 'values', 'items', 'copy', 'fromkeys', 'update', 'popitem', 'setdefault'];
/** What Python calls a method of a value; any other call is one of the template's own. */
const pythonMethods = new Set([...stringMethods.keys(), ...listMethods, ...dictMethods]);
const loopAttributes = new Set(
  'index index0 revindex revindex0 first last length depth depth0 cycle changed previtem nextitem'.split(' '),
);

class Search {
  readonly faults: DialectFault[] = [];
  readonly #template: ParsedTemplate;
  readonly #dialect: Dialect;
  /** Names that the template gives a value somewhere: they hide functions of Jinja2. */
  readonly #own = new Set<string>();

  constructor(template: ParsedTemplate, dialect: Dialect) {
    this.#template = template;
    this.#dialect = dialect;
    walk(
      template.body,
      (node) => node.kind === 'macro' && this.#own.add(node.target.name),
      (node) => node.kind === 'name' && node.use !== 'load' && this.#own.add(node.name),
      true,
    );
  }

  #add(code: DialectFaultCode, name: string, { from, to }: Span, effect: DialectFault['effect'] = 'fails'): void {
    const span = this.#template.spanOf({ from, to });
    this.faults.push({ code, dialect: this.#dialect.id, name, span, effect });
  }

  statement(node: Statement): void {
    const { source } = this.#template;
    for (const name of wordsOf(node, source)) {
      if (this.#dialect.statements.has(name)) continue;
      const to = name === 'raw' ? node.to : headEnd(node, source);
      this.#add('unknown-statement', name, { from: node.from, to });
    }
  }

  expression(node: Expression): void {
    switch (node.kind) {
      case 'filter':
        this.#filter(node);
        break;
      case 'test':
        this.#test(node);
        break;
      case 'call':
        this.#call(node);
        break;
      case 'attribute':
        if (
          node.node.kind === 'name' &&
          node.node.name === 'loop' &&
          loopAttributes.has(node.name) &&
          !this.#dialect.loop.has(node.name)
        )
          this.#add('unknown-loop-attribute', node.name, node);
        break;
      case 'binary':
        this.#binary(node);
        break;
      case 'compare':
        if (node.rest.length > 1 && !this.#dialect.comparesInChains)
          this.#add('comparison-chain', node.rest.map(({ operator }) => operator).join(' '), node);
        break;
      case 'constant':
      case 'tuple':
      case 'dict':
        this.#literal(node);
        break;
      default:
    }
  }

  #filter(node: Extract<Expression, { kind: 'filter' }>): void {
    const { name, nameSpan, args } = node;
    const { filters, mapsAttributesOnly, picksByStringsOnly } = this.#dialect;
    const form = filters.get(name);
    if (form === undefined) {
      this.#add('unknown-filter', name, nameSpan);
      return;
    }
    const isCalled = this.#after(nameSpan.to) === '(';
    const isWrongForm = form !== 'both' && isCalled !== (form === 'called');
    const isMapOfFilter = name === 'map' && mapsAttributesOnly && args.positional.length > 0;
    const isPick = name === 'selectattr' || name === 'rejectattr';
    const isOfOthers = isPick && picksByStringsOnly && !args.positional.every(isTextConstant);
    if (isWrongForm || isMapOfFilter || isOfOthers) {
      this.#add('filter-arguments', name, { from: nameSpan.from, to: node.to });
      return;
    }
    // `selectattr('x', 'test')` and `select('test')` name a test.
    const test = isPick ? args.positional[1] : name === 'select' || name === 'reject' ? args.positional[0] : undefined;
    if (test?.kind === 'constant' && isText(test.value) && !this.#isPickedBy(test.value.text))
      this.#add('unknown-test', test.value.text, test);
  }

  /** minja looks for a function; the others look for a test. */
  #isPickedBy(test: string): boolean {
    const { id, tests, filters } = this.#dialect;
    return id === 'minja' ? filters.has(test) || test === 'equalto' || test === 'in' || test === '==' : tests.has(test);
  }

  #test({ name, nameSpan, args, to }: Extract<Expression, { kind: 'test' }>): void {
    const { tests, testArguments } = this.#dialect;
    if (!tests.has(name)) {
      this.#add('unknown-test', name, nameSpan);
      return;
    }
    const isCalled = this.#after(nameSpan.to) === '(';
    const isTaken = testArguments === 'any' || (testArguments === 'parentheses' && isCalled);
    if ((args.positional.length > 0 || isCalled) && !isTaken)
      this.#add('test-arguments', name, { from: nameSpan.from, to: Math.max(to, nameSpan.to) });
  }

  #call({ node, args, to }: Extract<Expression, { kind: 'call' }>): void {
    const { functions, methods, methodArguments } = this.#dialect;
    if (node.kind === 'name') {
      if (globals.has(node.name) && !this.#own.has(node.name) && !functions.has(node.name))
        this.#add('unknown-function', node.name, node);
      return;
    }
    if (node.kind !== 'attribute' || !pythonMethods.has(node.name)) return;
    const place = { from: node.to - node.name.length, to: node.to };
    if (!methods.has(node.name)) {
      this.#add('unknown-method', node.name, place);
      return;
    }
    const [fewest, most] = methodArguments.get(node.name) ?? [0, Infinity];
    const count = args.positional.length + args.keywords.length;
    const isIgnored = count > 0 && this.#dialect.ignoresArguments.has(node.name);
    if (count < fewest || count > most) this.#add('method-arguments', node.name, { from: place.from, to });
    else if (isIgnored) this.#add('method-arguments', node.name, { from: place.from, to }, 'differs');
  }

  #binary(node: Extract<Expression, { kind: 'binary' }>): void {
    const { operators, formatsByPercent, repeatsTexts } = this.#dialect;
    const { operator, left, right } = node;
    const isFormat = operator === '%' && isTextConstant(left) && !formatsByPercent;
    const isRepeated = operator === '*' && (isTextConstant(left) || isTextConstant(right)) && !repeatsTexts;
    if (!operators.has(operator) || isFormat || isRepeated) this.#add('operator', operator, node);
  }

  #literal(node: Expression): void {
    const { readsAllNumbers, readsAllLiterals } = this.#dialect;
    const written = this.#template.source.slice(node.from, node.to);
    const isNumber = node.kind === 'constant' && typeof node.value !== 'object' && /^\d/.test(written);
    if (isNumber && !readsAllNumbers && /[a-z_]/i.test(written)) this.#add('literal', written, node);
    if (readsAllLiterals) return;
    if (node.kind === 'tuple' && node.items.length < 2) this.#add('literal', written, node);
    if (node.kind !== 'dict') return;
    for (const [key] of node.items) {
      if (key.kind === 'constant' && !isText(key.value))
        this.#add('literal', this.#template.source.slice(key.from, key.to), key);
    }
  }

  /** The first character after an offset that is no space. */
  #after(at: number): string {
    const { source } = this.#template;
    let next = at;
    while (' \t\n'.includes(source.charAt(next) || '!')) next += 1;
    return source.charAt(next);
  }
}

function isTextConstant(node: Expression): boolean {
  return node.kind === 'constant' && isText(node.value);
}

/** What a dialect must know to read a statement. */
function wordsOf(node: Statement, source: string): readonly StatementName[] {
  switch (node.kind) {
    case 'data':
      return isRaw(node, source) ? ['raw'] : [];
    case 'print':
      return [];
    case 'for':
      return node.isRecursive ? ['for', 'recursive'] : ['for'];
    case 'set-block':
      return node.filter === null ? ['set'] : ['set', 'filtered set'];
    case 'call-block':
      return ['call'];
    case 'filter-block':
      return node.filter.node === null ? ['filter'] : ['filter', 'chained filter'];
    case 'scope':
      return ['autoescape'];
    case 'load-template':
      return [node.tag];
    default:
      return [node.kind];
  }
}

/** Whether text is what a raw block encloses: only then it may be after the tag `raw`. */
function isRaw({ from }: Span, source: string): boolean {
  const before = source.slice(Math.max(0, from - 40), from);
  const tag = before.lastIndexOf('{%');
  return tag >= 0 && /^\{%[-+]?\s*raw\s*-?%\}\s*$/.test(before.slice(tag));
}

/** Where the tag ends that a statement begins with. */
function headEnd({ from, to }: Span, source: string): number {
  const end = source.indexOf('%}', from);
  return end < 0 || end > to ? to : end;
}
