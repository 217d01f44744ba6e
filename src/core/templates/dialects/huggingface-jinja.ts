import { filterForms, named, type Dialect } from './dialect.ts';

/** `@huggingface/jinja`, the engine of Transformers.js; found by running 0.5.11, which the tests do again. */
export const huggingfaceJinja: Dialect = {
  id: 'huggingface-jinja',
  name: '@huggingface/jinja',
  version: '0.5.11',
  basis: 'run',
  sources: ['https://github.com/huggingface/huggingface.js/tree/main/packages/jinja'],
  filters: filterForms({
    bare: 'safe list first last length reverse string unique upper lower title capitalize trim abs',
    called: 'default selectattr rejectattr map replace',
    both: 'tojson sort join indent int float items dictsort',
  }),
  mapsAttributesOnly: true,
  picksByStringsOnly: true,
  tests: named(
    'boolean callable odd even false true none string number integer iterable mapping sequence lower upper defined undefined equalto eq',
  ),
  testArguments: 'none',
  functions: named('namespace raise_exception range strftime_now'),
  methods: named(
    'upper lower strip title capitalize rstrip lstrip startswith endswith split replace get items keys values',
  ),
  methodArguments: new Map(),
  ignoresArguments: named('strip lstrip rstrip'),
  loop: named('index index0 revindex revindex0 first last length previtem nextitem'),
  statements: new Set(['if', 'for', 'set', 'macro', 'call', 'filter', 'break', 'continue', 'generation']),
  operators: new Set(['+', '-', '*', '/', '//', '%', '**']),
  formatsByPercent: false,
  repeatsTexts: false,
  comparesInChains: false,
  readsAllNumbers: false,
  readsAllLiterals: false,
  printsOtherwise: new Set(['none-printed', 'repr-printed']),
};
