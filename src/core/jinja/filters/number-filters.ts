import { pythonFloat, pythonInt } from '../../text/languages/index.ts';
import { bind } from '../arguments.ts';
import { pythonError, TemplateFault, typeError } from '../faults.ts';
import { fixed, truncated } from '../format/numbers.ts';
import type { Filter } from '../host.ts';
import { toFloat } from '../operators.ts';
import { numberOf } from '../values/order.ts';
import { Text } from '../values/text.ts';
import { isText, typeName, Undefined, type Value } from '../values/value.ts';

/** Filters for numbers. */

/** `int(text, base)`; null where it raises ValueError. */
function intOf(text: string, base: number): bigint | null {
  if (base === 10) return pythonInt(text);
  const match = /^\s*([+-]?)(0[xobXOB])?(\w+)\s*$/.exec(text);
  if (match === null) return null;
  const [, sign, prefix = '', digits = ''] = match;
  const bases: Readonly<Record<string, number>> = { '0x': 16, '0o': 8, '0b': 2 };
  const own = bases[prefix.toLowerCase()];
  const isOwn = own !== undefined && (base === 0 || base === own);
  const wanted = base === 0 ? (own ?? 10) : base;
  const plain = (isOwn ? digits : prefix + digits).replaceAll('_', '').toLowerCase();
  let value = 0n;
  for (const character of plain) {
    const digit = parseInt(character, 36);
    if (Number.isNaN(digit) || digit >= wanted) return null;
    value = value * BigInt(wanted) + BigInt(digit);
  }
  return sign === '-' ? -value : value;
}

function numberFrom(value: Value): bigint | number | null {
  const number = numberOf(value);
  return number === null && isText(value) ? pythonFloat(value.text) : number;
}

/** `round(value, digits)`, half to even. */
function rounded(value: bigint | number, digits: number): Value {
  if (typeof value === 'bigint') return digits >= 0 ? value : roundedInt(value, -digits);
  if (!Number.isFinite(value)) return value;
  if (digits >= 0) return digits > 100 ? value : Number(fixed(value, digits));
  const unit = 10 ** -digits;
  const quotient = value / unit;
  const floor = Math.floor(quotient);
  const rest = quotient - floor;
  const isUp = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  return (isUp ? floor + 1 : floor) * unit;
}

function roundedInt(value: bigint, zeros: number): bigint {
  const unit = 10n ** BigInt(Math.min(zeros, 5000));
  const rest = ((value % unit) + unit) % unit;
  const floor = value - rest;
  const isUp = rest * 2n > unit || (rest * 2n === unit && (floor / unit) % 2n !== 0n);
  return isUp ? floor + unit : floor;
}

const sizes = { decimal: 'kB MB GB TB PB EB ZB YB'.split(' '), binary: 'KiB MiB GiB TiB PiB EiB ZiB YiB'.split(' ') };

export const numberFilters: Readonly<Record<string, Filter>> = {
  int: (value, args) => {
    const bound = bind('do_int', args, ['default', 'base']);
    if (value instanceof Undefined) throw value.fault();
    if (isText(value)) {
      const whole = intOf(value.text, bound.count('base') ?? 10);
      if (whole !== null) return whole;
    }
    const number = numberFrom(value);
    if (number === null || (typeof number === 'number' && !Number.isFinite(number))) {
      if (typeof value === 'number')
        return Number.isNaN(value) ? bound.value('default', 0n) : truncatedOr(value, bound.value('default', 0n));
      return bound.value('default', 0n);
    }
    return typeof number === 'bigint' ? number : truncated(number);
  },
  float: (value, args) => {
    const bound = bind('do_float', args, ['default']);
    if (value instanceof Undefined) throw value.fault();
    const number = numberFrom(value);
    return number === null ? bound.value('default', 0) : toFloat(number);
  },
  abs: (value, args) => {
    bind('abs', args, []);
    if (value instanceof Undefined) throw typeError("bad operand type for abs(): 'Undefined'");
    const number = numberOf(value);
    if (number === null) throw typeError(`bad operand type for abs(): '${typeName(value)}'`);
    return number < 0 ? -number : typeof number === 'number' ? Math.abs(number) : number;
  },
  round: (value, args) => {
    const bound = bind('do_round', args, ['precision', 'method']);
    const method = bound.value('method', Text.computed('common'));
    const name = isText(method) ? method.text : '';
    if (!['common', 'ceil', 'floor'].includes(name))
      throw pythonError('FilterArgumentError', 'method must be common, ceil or floor');
    const number = numberOf(value);
    if (number === null) {
      if (value instanceof Undefined) throw typeError("type Undefined doesn't define __round__ method");
      throw typeError(`type ${typeName(value)} doesn't define __round__ method`);
    }
    const digits = bound.count('precision') ?? 0;
    if (name === 'common') return rounded(number, digits);
    const scale = 10 ** digits;
    const scaled = Number(number) * scale;
    return (name === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled)) / scale;
  },
  filesizeformat: (value, args) => {
    const isBinary = bind('do_filesizeformat', args, ['binary']).isTrue('binary');
    if (value instanceof Undefined) throw value.fault();
    const number = numberFrom(value);
    if (number === null) throw pythonError('ValueError', 'could not convert to float');
    const bytes = toFloat(number);
    const base = isBinary ? 1024 : 1000;
    if (bytes === 1) return Text.computed('1 Byte');
    if (bytes < base) return Text.computed(`${truncated(bytes)} Bytes`);
    const names = isBinary ? sizes.binary : sizes.decimal;
    const index = names.findIndex((_, place) => bytes < base ** (place + 2));
    const place = index < 0 ? names.length - 1 : index;
    return Text.computed(`${fixed((base * bytes) / base ** (place + 2), 1)} ${names[place] ?? ''}`);
  },
};

function truncatedOr(value: number, fallback: Value): Value {
  try {
    return truncated(value);
  } catch (fault) {
    if (fault instanceof TemplateFault && fault.exception === 'OverflowError') return fallback;
    throw fault;
  }
}
