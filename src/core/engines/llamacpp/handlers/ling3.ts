import {
  capture,
  choice,
  end,
  literal,
  notSampled,
  optional,
  repeat,
  sequence,
  space,
  until,
  whole,
} from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { argument, jsonUpTo, several, textUpTo, toolName } from '../parts.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { Parameter, Schema } from '../schema.ts';
import { inAnyOrder } from './in-any-order.ts';

const CALL = '<tool_call>';
const THINK_END = '</think>';
const VALUE_END = '</arg_value>';
const TURN_END = '<|role_end|>';

/** Ling 3. A call ends open reasoning, and words after the calls are content as well. */
export function ling3(request: Request): Matcher {
  const isOpen = request.prompt.lastIndexOf('<think>') > request.prompt.lastIndexOf(THINK_END);
  const reasoning = optional(
    optional('<think>'),
    capture('reasoning', until(...(isOpen ? [THINK_END, CALL] : [THINK_END]))),
    optional(THINK_END),
  );
  const opener = optional('<role>ASSISTANT</role>', optional(space));
  const tail = sequence(optional(capture('content', until(TURN_END))), optional(TURN_END));
  if (request.tools.length === 0) return sequence(opener, reasoning, tail, end);
  const call = anyTool(request, callOf(request));
  const content = optional(capture('content', until(CALL)));
  return sequence(
    opener,
    reasoning,
    content,
    optional(request.rules.asCalls(sequence(several(request, call, space), space, tail))),
    tail,
    end,
  );
}

function callOf({ rules }: Request) {
  return (tool: DeclaredTool): Matcher => {
    const part = ({ name, schema }: Parameter): Matcher =>
      rules.rule(
        `ling3-arg-${tool.name}-${name}`,
        sequence(
          optional(space),
          argument(name, { open: '<arg_key>', close: '</arg_key>' }, optional(space), '<arg_value>', valueOf(schema)),
        ),
      );
    const others = tool.optional.map(part);
    return sequence(
      whole(capture('call-open', literal(CALL), toolName(tool.name), optional(space))),
      inAnyOrder(tool.required.map(part)),
      repeat(choice(...others)),
      whole(capture('call-close', optional(space), literal('</tool_call>', 'wanted-closer'))),
    );
  };
}

const text = textUpTo(VALUE_END);

function valueOf(schema: Schema): Matcher {
  const { types } = schema;
  if (!types.has('string')) return jsonUpTo(VALUE_END, schema);
  return types.size === 1 ? text : choice(notSampled(whole(jsonUpTo(VALUE_END, schema))), text);
}
