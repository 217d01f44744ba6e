import type { Markers } from './auto/description.ts';
import { capture, choice, literal, repeat, sequence, space, until, whole } from './peg/matchers.ts';
import type { Matcher } from './peg/reading.ts';
import { sampledValue } from './grammar/sampled-values.ts';
import { jsonValue } from './peg/values.ts';
import { anyParameter, type DeclaredTool, type Request } from './request.ts';
import type { Parameter, Schema } from './schema.ts';

// What calls are made of in most formats. Names and markers count only when they are whole.

/** The name of a tool. */
export function toolName(name: string): Matcher {
  return whole(capture('name', literal(name, 'wanted-name')));
}

/** A call up to the end of its name, or what makes the name sure. */
export function callOpen(name: string, { open, close }: Markers): Matcher {
  return whole(capture('call-open', open, toolName(name), literal(close, 'wanted-name')));
}

export function callClose(marker: string): Matcher {
  return whole(capture('call-close', literal(marker, 'wanted-closer')));
}

/** The arguments as one value. */
export function jsonArguments({ schema }: DeclaredTool): Matcher {
  return capture('arguments', valueFor(schema));
}

/** A member of an object: its key, which has to be this one, and its value. */
export function member(key: string, value: Matcher): Matcher {
  return sequence(literal(`"${key}"`, 'wanted-member'), space, ':', space, value);
}

/** A name in quotes. */
export function quotedName(name: string): Matcher {
  return sequence(literal('"', 'wanted-name'), toolName(name), literal('"', 'wanted-name'));
}

/** One call, or several where the template can show them. */
export function several(request: Request, call: Matcher, ...between: readonly (Matcher | string)[]): Matcher {
  return request.isParallel ? sequence(call, repeat(sequence(...between, call))) : call;
}

/** How many calls there may be at most. */
export function mostCalls({ isParallel }: Request): number {
  return isParallel ? Infinity : 1;
}

/** An argument with a key of its own. */
export function argument(name: string, { open, close }: Markers, ...value: readonly (Matcher | string)[]): Matcher {
  const opener = capture(
    'argument-open',
    literal(open, 'wanted-parameter'),
    parameterName(name),
    literal(close, 'wanted-parameter'),
  );
  return capture('argument', whole(opener), ...value);
}

/** The name of a parameter. */
export function parameterName(name: string): Matcher {
  return whole(capture('key', literal(name, 'wanted-parameter')));
}

export function argumentClose(close: string): Matcher {
  return whole(capture('argument-close', literal(close, 'wanted-closer')));
}

/** A value up to its closing marker: text where the schema says that it may be a string, and JSON otherwise. */
export function valueUpTo(close: string, schema: Schema): Matcher {
  return schema.mayBeText ? textUpTo(close) : jsonUpTo(close, schema);
}

export function textUpTo(close: string): Matcher {
  return sequence(capture('text', until(close)), argumentClose(close));
}

export function jsonUpTo(close: string, schema: Schema): Matcher {
  return sequence(capture('value', valueFor(schema)), argumentClose(close));
}

/** The parser takes any JSON value; only the sampler's grammar has the schema. */
function valueFor(schema: Schema): Matcher {
  const sampled = sampledValue(schema);
  return (reading, at) => (reading.isSampling ? sampled : jsonValue)(reading, at);
}

/** The required parameters in the order of the schema, and then any of the others. */
export function requiredFirst(request: Request, tool: DeclaredTool, part: (parameter: Parameter) => Matcher): Matcher {
  return inOrder(anyParameter(request, tool, tool.required, part), anyParameter(request, tool, tool.optional, part));
}

/** Parts in their order, and then any of the others in any number; white space may be between them. */
export function inOrder(required: readonly Matcher[], others: readonly Matcher[]): Matcher {
  const separated = required.flatMap((one, index) => (index === 0 ? [one] : [space, one]));
  return sequence(...separated, repeat(sequence(space, choice(...others))));
}
