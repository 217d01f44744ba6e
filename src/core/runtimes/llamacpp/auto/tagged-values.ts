import { ahead, capture, choice, literal, nothing, repeat, sequence, space, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonValue } from '../peg/values.ts';
import { anyParameter, anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';
import type { TaggedValuesShape } from './description.ts';
import { callOpen, closed, inSection } from './tagged-json.ts';

/** A name between markers, and each argument in markers of its own. */
export function taggedValueCalls(request: Request, shape: TaggedValuesShape): Matcher {
  const { section, call, name, separator = '', close = '', key, value, isLoose = false } = shape;
  const parameter = ({ name: own, schema }: Parameter): Matcher =>
    capture(
      'argument',
      whole(
        capture(
          'argument-open',
          literal(key.open, 'wanted-parameter'),
          parameterName(own),
          literal(key.close, 'wanted-parameter'),
        ),
      ),
      value.open,
      schema.mayBeText ? capture('text', until(value.close)) : capture('value', jsonValue),
      argumentClose(value.close),
    );
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
    const more = request.isParallel ? repeat(sequence(', ', body)) : nothing;
    return sequence(open, space, body, more, space, literal(after, 'wanted-closer'));
  }
  const one = sequence(call.open, space, body, space, literal(call.close, 'wanted-closer'));
  const all = request.isParallel ? sequence(one, repeat(sequence(space, one)), space) : sequence(one, space);
  return section === undefined ? all : inSection(section, all, space);
}

/** The required parameters in the order of the schema, and then any of the others. */
export function requiredFirst(request: Request, tool: DeclaredTool, part: (parameter: Parameter) => Matcher): Matcher {
  const required = anyParameter(request, tool, tool.required, part);
  const optional = anyParameter(request, tool, tool.optional, part);
  const inOrder = required.flatMap((one, index) => (index === 0 ? [one] : [space, one]));
  return sequence(...inOrder, optional.length === 0 ? nothing : repeat(sequence(space, choice(...optional))));
}

/** The name of a parameter, which counts only when it is whole. */
export function parameterName(name: string): Matcher {
  return whole(capture('key', literal(name, 'wanted-parameter')));
}

/** What ends an argument, which counts only when it is whole. */
export function argumentClose(close: string): Matcher {
  return whole(capture('argument-close', literal(close, 'wanted-closer')));
}
