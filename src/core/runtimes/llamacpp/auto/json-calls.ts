import { capture, choice, literal, nothing, optional, repeat, sequence, space, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonNumber, jsonValue, stringContent } from '../peg/values.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { JsonShape } from './description.ts';

/** Calls that are JSON objects: the members in a fixed order, and no others. */
export function jsonCalls(request: Request, { around, markers, ...shape }: JsonShape): Matcher {
  const section = optional(jsonSection(request, { ...shape, markers }));
  return around === 'call' ? repeat(sequence(section, space), 1) : section;
}

/** What stands between two markers: objects with commas between them. */
export function jsonSection(
  request: Request,
  { markers, isArray = false, keys, hasType = false }: Omit<JsonShape, 'shape' | 'around'>,
): Matcher {
  const call = anyTool(request, (tool) => (keys === undefined ? keyedCall(tool) : flatCall(tool, keys, hasType)));
  const more = request.isParallel ? repeat(sequence(space, ',', space, call)) : nothing;
  const calls = isArray ? sequence('[', space, call, more, space, ']') : sequence(call, more);
  return sequence(literal(markers.open), space, calls, space, literal(markers.close, 'wanted-closer'));
}

/** `{"<name>": <arguments>}` */
function keyedCall({ name }: DeclaredTool): Matcher {
  return sequence(
    whole(capture('call-open', '{')),
    space,
    literal('"', 'wanted-name'),
    toolName(name),
    literal('"', 'wanted-name'),
    space,
    ':',
    space,
    capture('arguments', jsonValue),
    space,
    whole(capture('call-close', literal('}', 'wanted-closer'))),
  );
}

function flatCall({ name }: DeclaredTool, keys: NonNullable<JsonShape['keys']>, hasType: boolean): Matcher {
  const id = keys.id === undefined ? [] : [optional(whole(member(keys.id, callId)))];
  const members = [
    member(keys.name, whole(literal('"', 'wanted-name'), toolName(name), literal('"', 'wanted-name'))),
    member(keys.arguments, capture('arguments', jsonValue)),
  ];
  const ordered = keys.idAt === 'first' ? [...id, ...members] : [...members, ...id];
  const separated = ordered.flatMap((part, index) => (index === 0 ? [part] : [space, literal(','), space, part]));
  return sequence(
    whole(capture('call-open', '{')),
    space,
    hasType ? optional(member('type', literal('"function"')), space, ',', space) : nothing,
    ...separated,
    space,
    whole(capture('call-close', literal('}', 'wanted-closer'))),
  );
}

/** A key, which has to be this one, and its value. */
export function member(key: string, value: Matcher): Matcher {
  return sequence(literal(`"${key}"`, 'wanted-member'), space, ':', space, value);
}

/** The name of a tool, which counts only when it is whole. */
export function toolName(name: string): Matcher {
  return whole(capture('name', literal(name, 'wanted-name')));
}

const callId = choice(
  sequence(literal('"', 'wanted-member'), whole(capture('id', stringContent('"'))), '"'),
  whole(capture('id', jsonNumber)),
);
