import type { BinaryOperator, TemplateSpan, WarningCode } from '../../jinja/index.ts';

/** Engines that read chat templates and are not Jinja2: what each of them knows. */

export type DialectId = 'huggingface-jinja' | 'llamacpp' | 'minja' | 'lm-studio';

/** How a filter may be written: `x|f`, `x|f(…)` with its parentheses, or both. */
export type FilterForm = 'bare' | 'called' | 'both';

/** A statement by the word that begins its tag; the others are what may be in such a tag. */
export type StatementName =
  | 'if'
  | 'for'
  | 'recursive'
  /** `{% set x | upper %}`. */
  | 'filtered set'
  /** `{% filter upper | trim %}`. */
  | 'chained filter'
  | 'set'
  | 'macro'
  | 'call'
  | 'filter'
  | 'break'
  | 'continue'
  | 'generation'
  | 'with'
  | 'raw'
  | 'block'
  | 'autoescape'
  | 'include'
  | 'import'
  | 'from'
  | 'extends';

export interface Dialect {
  readonly id: DialectId;
  readonly name: string;
  /** What the table was made for. */
  readonly version: string;
  /** `run`: found by running it; `documented`: read in `sources`. */
  readonly basis: 'run' | 'documented';
  /** Addresses of what the table was read from. */
  readonly sources: readonly string[];
  readonly filters: ReadonlyMap<string, FilterForm>;
  /** Filters that take only the name of an attribute, `map(attribute='x')`, and no filter. */
  readonly mapsAttributesOnly: boolean;
  /** Whether `selectattr` and `rejectattr` take strings as arguments only. */
  readonly picksByStringsOnly: boolean;
  readonly tests: ReadonlySet<string>;
  /** How a test may take an argument: `is eq(1)`, or also `is eq 1`. */
  readonly testArguments: 'none' | 'parentheses' | 'any';
  /** Functions that a template finds without being given them. */
  readonly functions: ReadonlySet<string>;
  /** Methods of str, dict and list. */
  readonly methods: ReadonlySet<string>;
  /** Fewest and most arguments of a method that takes others than Python's. */
  readonly methodArguments: ReadonlyMap<string, readonly [fewest: number, most: number]>;
  /** Methods that are called without their arguments: `strip('x')` strips white space. */
  readonly ignoresArguments: ReadonlySet<string>;
  /** Attributes of `loop`. */
  readonly loop: ReadonlySet<string>;
  readonly statements: ReadonlySet<StatementName>;
  readonly operators: ReadonlySet<BinaryOperator>;
  /** Whether `'%s' % x` formats. */
  readonly formatsByPercent: boolean;
  /** Whether `'ab' * 2` repeats. */
  readonly repeatsTexts: boolean;
  /** Whether `1 < x < 3` compares x with both. */
  readonly comparesInChains: boolean;
  /** Whether a number may be written as `1e3`, `0xff` or `1_000`. */
  readonly readsAllNumbers: boolean;
  /** Whether `(x,)` and `()` are tuples, and `{1: 2}` is a dict. */
  readonly readsAllLiterals: boolean;
  /** What it prints otherwise than Jinja2. */
  readonly printsOtherwise: ReadonlySet<WarningCode>;
}

export type DialectFaultCode =
  | 'unknown-filter'
  /** The filter is known, but not in this form or with these arguments. */
  | 'filter-arguments'
  | 'unknown-test'
  | 'test-arguments'
  | 'unknown-function'
  | 'unknown-method'
  | 'method-arguments'
  | 'unknown-loop-attribute'
  | 'unknown-statement'
  | 'operator'
  | 'comparison-chain'
  | 'literal'
  | 'printed-otherwise';

/** What a dialect lacks or does otherwise, and where the template asks for it. */
export interface DialectFault {
  readonly code: DialectFaultCode;
  readonly dialect: DialectId;
  /** The filter, test, function, method, statement or operator; a literal as written; what is printed. */
  readonly name: string;
  readonly span: TemplateSpan;
  /** `fails`: the dialect raises when it comes there. `differs`: it writes something else. */
  readonly effect: 'fails' | 'differs';
}

export function named(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** The names of each form, with a space between two. */
export function filterForms(forms: Readonly<Record<FilterForm, string>>): ReadonlyMap<string, FilterForm> {
  return new Map(
    (['bare', 'called', 'both'] as const).flatMap((form) =>
      forms[form] === '' ? [] : forms[form].split(' ').map((name) => [name, form] as const),
    ),
  );
}
