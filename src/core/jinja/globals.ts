import { bind } from './arguments.ts';
import { pythonError, TemplateFault, typeError, unsupported } from './faults.ts';
import type { Host } from './host.ts';
import { fromKeys } from './members.ts';
import { strftime } from './format/strftime.ts';
import { iterate, listOf } from './values/iterate.ts';
import { emptyText, Text } from './values/text.ts';
import {
  Callable,
  Dict,
  Helper,
  isText,
  Namespace,
  Range,
  typeName,
  Undefined,
  type CallArguments,
  type Value,
} from './values/value.ts';
import { strOf } from './values/write.ts';

/** The functions that a template finds without being given them: those of Jinja2, and those of transformers. */
export const globals: ReadonlyMap<string, (host: Host) => Value> = new Map<string, (host: Host) => Value>([
  ['range', (host) => new Callable('function', 'safe_range', (args) => range(args, host), '<function safe_range')],
  [
    'dict',
    (host) => {
      const attributes = new Map([['fromkeys', fromKeys(host.budget)]]);
      return new Callable('type', 'dict', (args) => dict('dict', args, host), "<class 'dict'", attributes);
    },
  ],
  [
    'namespace',
    (host) => new Callable('type', 'Namespace', (args) => namespace(args, host), "<class 'jinja2.utils.Namespace'"),
  ],
  ['cycler', () => new Callable('type', 'Cycler', cycler, "<class 'jinja2.utils.Cycler'")],
  ['joiner', () => new Callable('type', 'Joiner', joiner, "<class 'jinja2.utils.Joiner'")],
  ['lipsum', () => new Callable('function', 'generate_lorem_ipsum', refuseLipsum, '<function generate_lorem_ipsum')],
  [
    'raise_exception',
    (host) => {
      const label = '<function _cached_compile_jinja_template.<locals>.raise_exception';
      return new Callable('function', 'raise_exception', (args) => raiseException(args, host), label);
    },
  ],
  [
    'strftime_now',
    (host) => {
      const label = '<function _cached_compile_jinja_template.<locals>.strftime_now';
      return new Callable('function', 'strftime_now', (args) => strftimeNow(args, host), label);
    },
  ],
]);

/** What transformers lets a template raise with. */
function raiseException(args: CallArguments, host: Host): Value {
  const message = bind('raise_exception', args, ['message!']).value('message', null);
  throw new TemplateFault('raised', 'TemplateError', strOf(message, host.budget).text);
}

function strftimeNow(args: CallArguments, host: Host): Value {
  const format = bind('strftime_now', args, ['format!']).value('format', null);
  if (format instanceof Undefined) throw typeError('strftime() argument 1 must be str, not Undefined');
  if (!isText(format)) throw typeError(`strftime() argument 1 must be str, not ${typeName(format)}`);
  host.budget.make(format.length * 8);
  return Text.computed(strftime(format.text, host.now));
}

function refuseLipsum(): never {
  throw unsupported('`lipsum`, which writes random text,');
}

/** Jinja2's sandbox refuses longer ones. */
const LONGEST_RANGE = 100_000;

function range({ positional, keywords }: CallArguments, host: Host): Value {
  if (keywords.size > 0) throw typeError('range() takes no keyword arguments');
  if (positional.length === 0) throw typeError('range expected at least 1 argument, got 0');
  if (positional.length > 3) throw typeError(`range expected at most 3 arguments, got ${positional.length}`);
  const numbers = positional.map((value) => {
    if (typeof value === 'bigint') return value;
    if (typeof value === 'boolean') return value ? 1n : 0n;
    throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  });
  const [first = 0n, second, step = 1n] = numbers;
  if (step === 0n) throw pythonError('ValueError', 'range() arg 3 must not be zero');
  const made = second === undefined ? new Range(0n, first, 1n) : new Range(first, second, step);
  if (made.length > LONGEST_RANGE) {
    const message = `Range too big. The sandbox blocks ranges larger than MAX_RANGE (${LONGEST_RANGE}).`;
    throw pythonError('OverflowError', message);
  }
  host.budget.spend(1);
  return made;
}

/** `dict(…)`: a mapping or pairs, and keywords. */
function dict(name: string, { positional, keywords }: CallArguments, host: Host): Dict {
  if (positional.length > 1) throw typeError(`${name} expected at most 1 argument, got ${positional.length}`);
  const made = new Dict();
  const [source] = positional;
  if (source instanceof Dict) for (const [key, value] of source.entries()) made.set(key, value, host.budget);
  else if (source !== undefined) {
    if (source instanceof Undefined) throw source.fault();
    let index = 0;
    for (const pair of iterate(source, host.budget)) {
      const parts = listOf(pair, host.budget);
      if (parts.length !== 2)
        throw pythonError(
          'ValueError',
          `dictionary update sequence element #${index} has length ${parts.length}; 2 is required`,
        );
      made.set(parts[0] as Value, parts[1] as Value, host.budget);
      index += 1;
    }
  }
  for (const [key, value] of keywords) made.setNamed(Text.computed(key), value);
  return made;
}

function namespace(args: CallArguments, host: Host): Value {
  const made = new Namespace();
  for (const [key, value] of dict('namespace', args, host).entries())
    if (isText(key)) made.attributes.set(key.text, value);
  return made;
}

function cycler({ positional }: CallArguments): Value {
  if (positional.length === 0) throw pythonError('RuntimeError', 'at least one item has to be provided');
  let at = 0;
  return new Helper('Cycler', (name) => {
    switch (name) {
      case 'current':
        return positional[at];
      case 'pos':
        return BigInt(at);
      case 'reset':
        return new Callable('method', name, () => {
          at = 0;
          return null;
        });
      case 'next':
        return new Callable('method', name, () => {
          const current = positional[at] as Value;
          at = (at + 1) % positional.length;
          return current;
        });
      default:
        return undefined;
    }
  });
}

function joiner(args: CallArguments): Value {
  const separator = bind('joiner', args, ['sep']).value('sep', Text.computed(', '));
  let isUsed = false;
  return new Helper(
    'Joiner',
    (name) => (name === 'sep' ? separator : name === 'used' ? isUsed : undefined),
    () => {
      const wasUsed = isUsed;
      isUsed = true;
      return wasUsed ? separator : emptyText;
    },
  );
}
