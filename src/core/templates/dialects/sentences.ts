import type { Dialect, DialectFault } from './dialect.ts';

/** What a fault of a dialect is, and what to do about it. A code in backticks is a literal. */
export interface DialectSentence {
  readonly text: string;
  readonly remedy: string;
}

const otherTests: Readonly<Record<string, string>> = {
  sequence: 'Write `is iterable and … is not string`.',
  in: 'Write the operator `in`.',
  eq: 'Write `==`.',
  equalto: 'Write `==`.',
  ne: 'Write `!=`.',
  sameas: 'Write `==`, or `is none` for None.',
  undefined: 'Write `is not defined`.',
  divisibleby: 'Write `% … == 0`.',
};

const otherFilters: Readonly<Record<string, string>> = {
  safe: 'Remove `safe`: a chat template escapes nothing.',
  e: 'Remove `e`: a prompt is not HTML.',
  escape: 'Remove `escape`: a prompt is not HTML.',
  d: 'Write `default`.',
  count: 'Write `length`.',
  reject: 'Write a loop with a condition.',
  select: 'Write a loop with a condition.',
  first: 'Write `[0]`.',
  replace: 'Call the method `replace`.',
};

export function dialectSentence({ code, name }: DialectFault, { name: engine }: Dialect): DialectSentence {
  switch (code) {
    case 'unknown-filter':
      return {
        text: `${engine} has no filter \`${name}\`.`,
        remedy: otherFilters[name] ?? 'Write it without the filter.',
      };
    case 'filter-arguments':
      return {
        text: `${engine} does not take the filter \`${name}\` in this form.`,
        remedy:
          name === 'map'
            ? 'Write a loop, or `map(attribute=…)`.'
            : `Write \`${name}\` in its simplest form, or a loop.`,
      };
    case 'unknown-test':
      return { text: `${engine} has no test \`${name}\`.`, remedy: otherTests[name] ?? 'Write a comparison.' };
    case 'test-arguments':
      return {
        text: `${engine} takes no argument of the test \`${name}\` in this form.`,
        remedy: otherTests[name] ?? 'Write a comparison.',
      };
    case 'unknown-function':
      return { text: `${engine} has no function \`${name}\`.`, remedy: 'Write it without the function.' };
    case 'unknown-method':
      return {
        text: `${engine} has no method \`${name}\`.`,
        remedy: 'Write it with a filter, or with another method.',
      };
    case 'method-arguments':
      return { text: `${engine} does not take these arguments of \`${name}\`.`, remedy: 'Write other arguments.' };
    case 'unknown-loop-attribute':
      return { text: `${engine} has no \`loop.${name}\`.`, remedy: 'Write it with `loop.index0`.' };
    case 'unknown-statement':
      return {
        text: `${engine} has no statement \`${name}\`.`,
        remedy:
          name === 'with'
            ? 'Write `set`.'
            : name === 'raw'
              ? 'Print the text as a string.'
              : 'Write it without the statement.',
      };
    case 'operator':
      return { text: `${engine} does not work out \`${name}\` here.`, remedy: 'Write `~`, or a loop.' };
    case 'comparison-chain':
      return { text: `${engine} compares two values only.`, remedy: 'Write two comparisons with `and`.' };
    case 'literal':
      return { text: `${engine} does not read \`${name}\`.`, remedy: 'Write it in another form.' };
    case 'printed-otherwise':
      return {
        text: `${engine} prints ${name === 'None' ? 'nothing for `None`' : `a ${name} as JSON`}.`,
        remedy: name === 'None' ? 'Write a condition.' : 'Write `tojson`.',
      };
  }
}
