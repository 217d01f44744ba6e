import { capture, choice, literal, optional, repeat, sequence, space, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { argument, several, toolName, valueUpTo } from '../parts.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';

const START = '<|start|>assistant';
const MESSAGE = '<|message|>';
const MESSAGE_END = '<|eom|>';

/** Muse Glimmer: one message for each recipient. What follows the last that fits is not read. */
export function museGlimmer(request: Request): Matcher {
  const analysis = sequence(` to=self${MESSAGE}`, capture('reasoning', until(MESSAGE_END)), MESSAGE_END);
  const before = [repeat(sequence(START, analysis)), literal(START)];
  const final = sequence(optional(' to=user'), MESSAGE, capture('content', until('<|eot|>', MESSAGE_END)));
  if (request.tools.length === 0) return sequence(...before, final);
  const call = anyTool(request, callOf);
  const calls = request.rules.asCalls(several(request, call, MESSAGE_END, START));
  return sequence(...before, choice(calls, sequence(final, optional(MESSAGE_END, START, calls))));
}

/** Where the sampler is bound: at a recipient that is neither the model itself nor the user. */
export function museGlimmerBegins(reply: string): number {
  const recipient =
    /(?:^|<\|start\|>assistant)( to=(?!self<\|message\|>)(?!user<\|message\|>)[^<]{0,200}<\|message\|>)/;
  const found = recipient.exec(reply);
  return found === null ? -1 : found.index + found[0].length - (found[1] ?? '').length;
}

function callOf(tool: DeclaredTool): Matcher {
  const parameters = tool.parameters.map(parameterOf);
  return sequence(
    whole(
      capture(
        'call-open',
        ' to=',
        until(MESSAGE),
        `${MESSAGE}<atem:function_calls>`,
        space,
        '<atem:invoke name="',
        toolName(tool.name),
        literal('">', 'wanted-name'),
        space,
      ),
    ),
    space,
    repeat(sequence(choice(...parameters), space)),
    space,
    whole(
      capture(
        'call-close',
        literal('</atem:invoke>', 'wanted-closer'),
        space,
        literal('</atem:function_calls>', 'wanted-closer'),
      ),
    ),
  );
}

function parameterOf({ name, schema }: Parameter): Matcher {
  return argument(name, { open: '<atem:parameter name="', close: '">' }, valueUpTo('</atem:parameter>', schema));
}
