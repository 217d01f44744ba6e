import { capture, choice, literal, nothing, optional, repeat, sequence, space, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonNumber, stringContent } from '../peg/values.ts';
import { callClose, jsonArguments, member, quotedName, several } from '../parts.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { JsonShape } from './description.ts';

/** Calls that are JSON objects: the members in a fixed order, and no others. */
export function jsonCalls(request: Request, { around, markers, ...shape }: JsonShape): Matcher {
  const section = jsonSection(request, { ...shape, markers });
  return around === 'call'
    ? request.rules.asCalls(repeat(sequence(optional(section), space), 1))
    : optional(request.rules.asCalls(section));
}

/** What is between two markers: objects with commas between them. */
export function jsonSection(
  request: Request,
  { markers, isArray = false, keys, hasType = false }: Omit<JsonShape, 'shape' | 'around'>,
): Matcher {
  const call = anyTool(request, (tool) => (keys === undefined ? keyedCall(tool) : flatCall(tool, keys, hasType)));
  const some = several(request, call, space, ',', space);
  const calls = isArray ? sequence('[', space, some, space, ']') : some;
  return sequence(literal(markers.open), space, calls, space, literal(markers.close, 'wanted-closer'));
}

/** `{"<name>": <arguments>}` */
function keyedCall(tool: DeclaredTool): Matcher {
  return sequence(
    whole(capture('call-open', '{')),
    space,
    quotedName(tool.name),
    space,
    ':',
    space,
    jsonArguments(tool),
    space,
    callClose('}'),
  );
}

function flatCall(tool: DeclaredTool, keys: NonNullable<JsonShape['keys']>, hasType: boolean): Matcher {
  const id = keys.id === undefined ? [] : [optional(whole(member(keys.id, callId)))];
  const members = [member(keys.name, whole(quotedName(tool.name))), member(keys.arguments, jsonArguments(tool))];
  const ordered = keys.idAt === 'first' ? [...id, ...members] : [...members, ...id];
  const separated = ordered.flatMap((part, index) => (index === 0 ? [part] : [space, literal(','), space, part]));
  return sequence(
    whole(capture('call-open', '{')),
    space,
    hasType ? optional(member('type', literal('"function"')), space, ',', space) : nothing,
    ...separated,
    space,
    callClose('}'),
  );
}

const callId = choice(
  sequence(literal('"', 'wanted-member'), whole(capture('id', stringContent('"'))), '"'),
  whole(capture('id', jsonNumber)),
);
