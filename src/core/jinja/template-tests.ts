import { bind } from './arguments.ts';
import { filters } from './filters/index.ts';
import type { Host, Test } from './host.ts';
import { binary, compare, contains } from './operators.ts';
import type { CompareOperator } from './parse/syntax.ts';
import { isIterable } from './values/iterate.ts';
import { Loop } from './values/loop.ts';
import { isCased } from './methods/case.ts';
import { numberOf } from './values/order.ts';
import {
  Callable,
  Dict,
  equals,
  Helper,
  isText,
  List,
  Range,
  Thing,
  Tuple,
  Undefined,
  type CallArguments,
  type Value,
} from './values/value.ts';
import { strOf } from './values/write.ts';

/** The tests of Jinja2: what may follow `is`. */

/** A test without arguments. */
function plain(name: string, test: (value: Value, host: Host) => boolean): Test {
  return (value, args, host) => {
    bind(name, args, []);
    return test(value, host);
  };
}

function second(name: string, args: CallArguments): Value {
  return bind(name, args, ['other!']).value('other', null);
}

function comparison(operator: CompareOperator): Test {
  return (value, args, host) => compare(operator, value, second(operator, args), host.budget);
}

function remainder(value: Value, by: Value, host: Host): Value {
  return binary('%', value, by, host.budget);
}

function isInt(value: Value): boolean {
  return typeof value === 'bigint';
}

const table: Readonly<Record<string, Test>> = {
  odd: plain('odd', (value, host) => equals(remainder(value, 2n, host), 1n, host.budget)),
  even: plain('even', (value, host) => equals(remainder(value, 2n, host), 0n, host.budget)),
  divisibleby: (value, args, host) => {
    const by = bind('divisibleby', args, ['num!']).value('num', null);
    return equals(remainder(value, by, host), 0n, host.budget);
  },
  defined: plain('defined', (value) => !(value instanceof Undefined)),
  undefined: plain('undefined', (value) => value instanceof Undefined),
  filter: plain('filter', (value) => isText(value) && filters.has(value.text)),
  test: plain('test', (value) => isText(value) && templateTests.has(value.text)),
  none: plain('none', (value) => value === null),
  boolean: plain('boolean', (value) => typeof value === 'boolean'),
  false: plain('false', (value) => value === false),
  true: plain('true', (value) => value === true),
  integer: plain('integer', isInt),
  float: plain('float', (value) => typeof value === 'number'),
  lower: plain('lower', (value, host) => isCased(strOf(value, host.budget).text, 'lower')),
  upper: plain('upper', (value, host) => isCased(strOf(value, host.budget).text, 'upper')),
  string: plain('string', isText),
  mapping: plain('mapping', (value) => value instanceof Dict),
  number: plain('number', (value) => numberOf(value) !== null),
  sequence: plain('sequence', isSequence),
  iterable: plain('iterable', (value) => isIterable(value) || value instanceof Loop),
  callable: plain('callable', isCallable),
  sameas: (value, args) => isSame(value, second('sameas', args)),
  escaped: plain('escaped', (value) => isText(value) && value.isMarkup),
  in: (value, args, host) => contains(second('in', args), value, host.budget),
  '==': comparison('=='),
  eq: comparison('=='),
  equalto: comparison('=='),
  '!=': comparison('!='),
  ne: comparison('!='),
  '>': comparison('>'),
  gt: comparison('>'),
  greaterthan: comparison('>'),
  '>=': comparison('>='),
  ge: comparison('>='),
  '<': comparison('<'),
  lt: comparison('<'),
  lessthan: comparison('<'),
  '<=': comparison('<='),
  le: comparison('<='),
};

/** What has a length and items. An undefined value has both, by its class. */
function isSequence(value: Value): boolean {
  if (value instanceof Undefined) return true;
  return (
    isText(value) || value instanceof List || value instanceof Tuple || value instanceof Dict || value instanceof Range
  );
}

function isCallable(value: Value): boolean {
  return (
    value instanceof Callable ||
    value instanceof Loop ||
    value instanceof Undefined ||
    (value instanceof Helper && value.call !== null)
  );
}

/** `value is other`. Whether equal texts and numbers are one object is Python's affair: here they are. */
function isSame(value: Value, other: Value): boolean {
  if (isText(value)) return isText(other) && value.text === other.text;
  if (value instanceof Thing || other instanceof Thing) return value === other;
  if (typeof value !== typeof other) return false;
  return value === other;
}

/** Any other test is unknown. */
export const templateTests: ReadonlyMap<string, Test> = new Map(Object.entries(table));
