import { at, type Fields, listOf, objectAt, textAt, textOf, unpacked } from '../values.ts';
import { nothing, type Shape } from './shape.ts';

/** Lines of NVIDIA Dynamo's log that report what its parsers did; they are among other lines, and print lists as text. */
export const anomalies: Shape = {
  id: 'anomalies',
  fits: (record) => bodyOf(record) !== null,
  read: (record) => {
    const body = bodyOf(record);
    const raw = textAt(body, 'raw');
    if (body === null || raw === null) return nothing();
    const names = listOf(unpacked(at(body, 'tool_call_names'))).flatMap((name) => textOf(name) ?? []);
    const count = Number(at(body, 'tool_call_count') ?? Number.NaN);
    const isCounted = names.length > 0 || count === 0;
    return {
      ...nothing(at(body, 'stream_id')),
      said: [
        {
          text: raw,
          calls: isCounted ? names.map((name) => ({ name, arguments: null, isBroken: false })) : null,
          areFromText: true,
        },
      ],
    };
  },
};

/** The fields of such a line: at the top, or under `fields` as tracing writes them. */
function bodyOf(record: Fields): Fields | null {
  const fields = objectAt(record, 'fields');
  const isOurs =
    textAt(record, 'target')?.endsWith('parser_debug') === true ||
    textAt(fields, 'target')?.endsWith('parser_debug') === true;
  return isOurs ? (at(record, 'raw') === undefined ? (fields ?? record) : record) : null;
}
