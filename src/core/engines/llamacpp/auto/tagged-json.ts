import { ahead, capture, end, literal, nothing, optional, sequence, space, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { callOpen, jsonArguments, several, callClose } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';
import type { Markers, TaggedJsonShape } from './description.ts';

/** A name between markers, and then the arguments as one JSON value. */
export function taggedJsonCalls(request: Request, { section, call, name, close = '', id }: TaggedJsonShape): Matcher {
  const body = anyTool(request, (tool) => {
    const open = callOpen(tool.name, name);
    const parts = id === undefined ? [open] : [open, callId(id)];
    const begin = name.close === '' && id !== undefined ? whole(...parts) : sequence(...parts);
    return closed(
      sequence(begin, space, jsonArguments(tool)),
      close,
      call.close,
      name.close === '' && id === undefined,
    );
  });
  const one = sequence(call.open, body, literal(call.close, 'wanted-closer'));
  const all = several(request, one, space);
  return section === undefined ? all : inSection(section, all, nothing);
}

/**
 * A call with what closes it. Where the template has no marker for that, the marker around the call is looked at and not
 * taken.
 *
 * @param isWhole whether the call counts only when it is closed
 */
export function closed(call: Matcher, close: string, after: string, isWhole: boolean, isLoose = false): Matcher {
  const closer = ((): Matcher[] => {
    if (close !== '') return [space, callClose(close)];
    if (after === '') return [capture('call-close', space)];
    return [whole(capture('call-close', ahead(sequence(isLoose ? space : nothing, literal(after, 'wanted-closer')))))];
  })();
  return isWhole ? whole(call, ...closer) : sequence(call, ...closer);
}

/** @param after what may follow the closing marker; without a marker the text has to end */
export function inSection({ open, close }: Markers, calls: Matcher, after: Matcher): Matcher {
  const closer = close === '' ? end : sequence(literal(close, 'wanted-closer'), after);
  return sequence(open, space, calls, space, closer);
}

function callId({ open, close }: Markers): Matcher {
  return sequence(optional(open, whole(capture('id', until(close)))), close);
}
