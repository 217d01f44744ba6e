import { filterForms, named, type Dialect } from './dialect.ts';

/** google/minja, the engine of llama.cpp before b7756. A filter is any function that is found by its name. */
export const minja: Dialect = {
  id: 'minja',
  name: 'minja',
  version: '13e49bf',
  basis: 'documented',
  sources: [
    'https://github.com/google/minja/blob/13e49bf8fa3aafed1cb745b28b6c5715b2dd81cf/include/minja/minja.hpp',
    'https://github.com/google/minja/blob/6a44e7ab7594bc7d7e9b2c74dd99d1a281c14715/include/minja/chat-template.hpp',
  ],
  filters: filterForms({
    bare: '',
    called: 'default',
    both: 'tojson items last trim lower upper e escape count dictsort join length safe string int list unique select reject map indent selectattr rejectattr',
  }),
  mapsAttributesOnly: false,
  picksByStringsOnly: false,
  tests: named('none boolean integer float number string mapping iterable sequence defined true false'),
  testArguments: 'none',
  functions: named('namespace raise_exception range strftime_now joiner'),
  methods: named(
    'append pop insert items keys get strip lstrip rstrip split capitalize upper lower endswith startswith title replace',
  ),
  methodArguments: new Map([
    ['split', [1, 1]],
    ['endswith', [1, 1]],
    ['startswith', [1, 1]],
  ]),
  ignoresArguments: new Set(),
  loop: named('index index0 first last length revindex revindex0 cycle previtem nextitem'),
  statements: new Set([
    'if',
    'for',
    'recursive',
    'set',
    'macro',
    'filter',
    'chained filter',
    'break',
    'continue',
    'generation',
  ]),
  operators: new Set(['+', '-', '*', '/', '//', '%', '**']),
  formatsByPercent: false,
  repeatsTexts: true,
  comparesInChains: false,
  readsAllNumbers: true,
  readsAllLiterals: true,
  printsOtherwise: new Set(),
};
