import { capture, characters, end, literal, optional, repeat, sequence, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonArguments, mostCalls, toolName } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';
import { isDigit } from '../../../text/document/index.ts';

const PROMPT = '<|im_assistant|>assistant<|im_middle|>';
const SECTION = '<|tool_calls_section_begin|>';
const CALL = '<|tool_call_begin|>';

/** The name is in the id, `functions.<name>:<number>`, which the client gets as a whole. Calls may end open reasoning. */
export function kimiK2(request: Request): Matcher {
  const reasoning = optional('<think>', capture('reasoning', until('</think>', SECTION, CALL)), optional('</think>'));
  if (request.tools.length === 0) return sequence(PROMPT, reasoning, capture('content', until()), end);
  const call = anyTool(request, (tool) => {
    const id = whole(
      capture(
        'id',
        literal('functions.', 'wanted-name'),
        toolName(tool.name),
        literal(':', 'wanted-name'),
        characters(isDigit),
      ),
    );
    return sequence(
      whole(capture('call-open', id, '<|tool_call_argument_begin|>')),
      jsonArguments(tool),
      whole(capture('call-close', optional('<|tool_call_end|>'))),
    );
  });
  const some = repeat(sequence(CALL, call), 0, mostCalls(request));
  const calls = request.rules.asCalls(sequence(some, optional('<|tool_calls_section_end|>')));
  const content = capture('content', until(SECTION, CALL));
  return sequence(PROMPT, reasoning, content, optional(SECTION), calls, end);
}
