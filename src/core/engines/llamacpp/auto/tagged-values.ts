import { ahead, literal, sequence, space, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { argument, callOpen, requiredFirst, several, valueUpTo } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';
import type { TaggedValuesShape } from './description.ts';
import { closed, inSection } from './tagged-json.ts';

/** A name between markers, and each argument in markers of its own. */
export function taggedValueCalls(request: Request, shape: TaggedValuesShape): Matcher {
  const { section, call, name, separator = '', close = '', key, value, isLoose = false } = shape;
  const parameter = (one: Parameter): Matcher =>
    argument(one.name, key, value.open, valueUpTo(value.close, one.schema));
  const body = anyTool(request, (tool) => {
    const nameOpen = callOpen(tool.name, name);
    const open = separator === '' ? nameOpen : sequence(nameOpen, space, separator);
    const args = requiredFirst(request, tool, parameter);
    if (name.close !== '') return closed(sequence(open, space, args), close, call?.close ?? '', false, isLoose);
    if (key.open === '' || tool.required.length === 0)
      return closed(sequence(open, space, args), close, call?.close ?? '', true, isLoose);
    const begin = whole(open, space, ahead(literal(key.open, 'wanted-parameter')));
    return closed(sequence(begin, args), close, call?.close ?? '', false, isLoose);
  });
  if (call === undefined) {
    const { open, close: after } = section ?? { open: '', close: '' };
    return sequence(open, space, several(request, body, ', '), space, literal(after, 'wanted-closer'));
  }
  const one = sequence(call.open, space, body, space, literal(call.close, 'wanted-closer'));
  const all = sequence(several(request, one, space), space);
  return section === undefined ? all : inSection(section, all, space);
}
