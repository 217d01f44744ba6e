import { filterForms, named, type Dialect } from './dialect.ts';

/**
 * The engine of llama.cpp since b7756. A filter is a method of a type there; what is here is known for at least one type
 * that a template gives it to. `indent`, `unique` and `sameas` are there and raise "not implemented".
 */
export const llamacpp: Dialect = {
  id: 'llamacpp',
  name: 'llama.cpp',
  version: 'b7756 and later (common/jinja at 488b598, 0712934 and 5c5f166)',
  basis: 'documented',
  sources: [
    'https://github.com/ggml-org/llama.cpp/blob/488b598bee4aca99e92af19616b27eed44bc8ad3/common/jinja/value.cpp',
    'https://github.com/ggml-org/llama.cpp/blob/071293463ee76be9380b44dca4fa210abba0f198/common/jinja/runtime.cpp',
    'https://github.com/ggml-org/llama.cpp/blob/5c5f166e8ba011eb880ebec21497d39e85a91b04/common/jinja/parser.cpp',
    'https://github.com/ggml-org/llama.cpp/pull/24033',
  ],
  filters: filterForms({
    bare: '',
    called: '',
    both: 'default abs float int tojson string upper lower trim title capitalize length replace safe list first last selectattr rejectattr select reject join map sort reverse items dictsort',
  }),
  mapsAttributesOnly: true,
  picksByStringsOnly: false,
  tests: named(
    'boolean callable odd even false true divisibleby string integer float number iterable sequence mapping lower upper none defined undefined eq equalto ge gt greaterthan lt lessthan ne in test',
  ),
  testArguments: 'parentheses',
  functions: named('namespace raise_exception range strftime_now'),
  methods: named(
    'upper lower strip rstrip lstrip title capitalize startswith endswith split rsplit replace append pop get keys values items',
  ),
  methodArguments: new Map([
    ['startswith', [1, 1]],
    ['endswith', [1, 1]],
    ['replace', [2, 2]],
  ]),
  ignoresArguments: new Set(),
  loop: named('index index0 revindex revindex0 first last length previtem nextitem'),
  statements: new Set(['if', 'for', 'set', 'macro', 'call', 'filter', 'break', 'continue', 'generation']),
  operators: new Set(['+', '-', '*', '/', '%']),
  formatsByPercent: false,
  repeatsTexts: false,
  comparesInChains: false,
  readsAllNumbers: true,
  readsAllLiterals: true,
  printsOtherwise: new Set(),
};
