import {
  ahead,
  capture,
  choice,
  literal,
  nothing,
  notSampled,
  optional,
  repeat,
  sequence,
  space,
  until,
  whole,
} from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonArray, jsonBoolean, jsonNull, jsonNumber, jsonObject } from '../peg/values.ts';
import { argument, argumentClose, callClose, callOpen, jsonUpTo, textUpTo } from '../parts.ts';
import { anyParameter, anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { Parameter, Schema } from '../schema.ts';
import { inAnyOrder } from './in-any-order.ts';

const PROMPT = '<|im_start|>assistant\n';
const OPEN = '<tool_call>';
const VALUE_CLOSE = '\n</parameter>\n';

/**
 * Qwen3-Coder, and models that think and write the same calls. Only without thinking may the tag around the first call be
 * missing. What follows the calls is not read.
 */
export function qwen3Coder(request: Request, thinks: boolean): Matcher {
  const reasoning = thinks
    ? optional(
        '<think>',
        space,
        capture('reasoning', until('</think>', OPEN)),
        choice('</think>', ahead(literal(OPEN))),
      )
    : nothing;
  if (request.tools.length === 0) return sequence(PROMPT, reasoning, space, capture('content', until()));
  const body = sequence(anyTool(request, functionOf(request)), literal('</tool_call>', 'wanted-closer'), space);
  const call = sequence(`${OPEN}\n`, body);
  const first = thinks ? call : sequence(optional(`${OPEN}\n`), body);
  const calls = request.isParallel ? sequence(first, repeat(call)) : first;
  const markers = thinks ? [OPEN] : [OPEN, ...request.tools.map(({ name }) => `<function=${name}>`)];
  return sequence(
    PROMPT,
    reasoning,
    space,
    capture('content', until(...markers)),
    space,
    request.rules.asCalls(optional(calls)),
  );
}

function functionOf(request: Request) {
  return (tool: DeclaredTool): Matcher => {
    const part = ({ name, schema }: Parameter): Matcher =>
      argument(name, { open: '<parameter=', close: '>\n' }, valueOf(schema));
    const required = anyParameter(request, tool, tool.required, part);
    const others = anyParameter(request, tool, tool.optional, part);
    return sequence(
      callOpen(tool.name, { open: '<function=', close: '>\n' }),
      inAnyOrder(required),
      repeat(choice(...others)),
      callClose('</function>\n'),
    );
  };
}

const text = textUpTo(VALUE_CLOSE);

/** Where text is one type of several, the others are tried first, and the text must be such a value to its end. */
function valueOf(schema: Schema): Matcher {
  const { types } = schema;
  if (!types.has('string')) return jsonUpTo(VALUE_CLOSE, schema);
  const others = [
    ...(types.has('object') ? [jsonObject] : []),
    ...(types.has('array') ? [jsonArray] : []),
    ...(types.has('number') || types.has('integer') ? [jsonNumber] : []),
    ...(types.has('boolean') ? [jsonBoolean] : []),
    ...(types.has('null') ? [jsonNull] : []),
  ];
  if (others.length === 0) return text;
  return choice(notSampled(whole(capture('value', choice(...others)), argumentClose(VALUE_CLOSE))), text);
}
