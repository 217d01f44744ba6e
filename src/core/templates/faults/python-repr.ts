import { isObject, type JsonObject, type JsonPath, type JsonValue, own } from '../../text/json/index.ts';
import type { Expression } from '../../jinja/index.ts';
import { argumentsAsJson } from './argument-edits.ts';
import { conversationName } from './fault-words.ts';
import type { FaultRule, Found, TemplateEdit } from './rule.ts';
import { piecesOf, type Rendered, type Subject } from './subject.ts';

/** Tools or arguments are printed as Python writes them, which is no JSON: `{'port': True}`. */
export const pythonRepr: FaultRule = {
  code: 'python-repr',
  find(subject) {
    const seen = new Set<number>();
    const found = subject.whole.flatMap((rendered) =>
      printed(rendered).flatMap(({ what, path }) => {
        const where = `in ${conversationName(rendered.conversation)}`;
        const one = reprAt(subject, rendered, path, `${what} as Python does, with single quotes, ${where}`, 'fault');
        if (one === null || seen.has(one.at.from)) return [];
        seen.add(one.at.from);
        return [one];
      }),
    );
    return found.length > 0 ? found : nestedRepr(subject);
  },
};

/** The arguments of the four conversations may be flat; those of other calls are not. */
function nestedRepr(subject: Subject): Found[] {
  const base = subject.rendered('call');
  if (base.rendering.failure !== null) return [];
  const nested = subject.with(base, base.messages.map(withNestedArgument));
  const path = printed(nested).find(({ what }) => what === 'arguments')?.path;
  const one =
    path === undefined
      ? null
      : reprAt(subject, nested, path, 'a nested argument as Python does, with single quotes', 'caution');
  return one === null ? [] : [one];
}

function withNestedArgument(message: JsonObject): JsonObject {
  const { tool_calls: calls } = message;
  if (!Array.isArray(calls)) return message;
  const changed = calls.map((call): JsonValue => {
    const described = isObject(call) ? own(call, 'function') : undefined;
    if (!isObject(call) || !isObject(described)) return call;
    return { ...call, function: { ...described, arguments: { place: { row: 7 } } } };
  });
  return { ...message, tool_calls: changed };
}

function reprAt(
  subject: Subject,
  rendered: Rendered,
  path: JsonPath,
  what: string,
  level: Found['level'],
): Found | null {
  const { prompt, steps } = rendered.rendering;
  const piece = piecesOf(rendered, path).find(
    ({ from, to, origin }) => origin.part === 'structure' && prompt.slice(from, to).includes("'"),
  );
  const span = piece === undefined ? undefined : steps[piece.step]?.span;
  if (piece === undefined || span === undefined) return null;
  const isArguments = path[0] === 'messages';
  return {
    level,
    message: `The template prints ${what}.`,
    at: subject.writtenPlace(span),
    shows:
      level === 'fault' ? { conversation: rendered.conversation, range: { from: piece.from, to: piece.to } } : null,
    remedy: 'Add the filter `tojson`.',
    edits: [...(isArguments ? argumentsAsJson(subject) : []), ...withJson(subject, span)],
  };
}

/** What should be JSON in a prompt. */
function printed({ messages, tools }: Rendered): { readonly what: string; readonly path: JsonPath }[] {
  const calls = messages.flatMap(({ tool_calls: called }, index) =>
    Array.isArray(called)
      ? called.map((_, at) => ({
          what: 'arguments',
          path: ['messages', index, 'tool_calls', at, 'function', 'arguments'],
        }))
      : [],
  );
  return [...(tools.length > 0 ? [{ what: 'tools', path: ['tools'] }] : []), ...calls];
}

/** The printed value, and its parts that may hold the value. */
function withJson(subject: Subject, span: { readonly from: number; readonly to: number }): TemplateEdit[] {
  const nodes = subject.expressions
    .filter(({ statement, expression }) => {
      if (statement.kind !== 'print' && statement.kind !== 'set') return false;
      const { from, to } = subject.placeOf(expression);
      return from >= span.from && to <= span.to;
    })
    .map(({ expression }) => expression)
    .filter(({ kind }) => kind === 'name' || kind === 'attribute' || kind === 'item' || kind === 'filter');
  return nodes.slice(0, 6).map((node) => ({ label: 'Print as JSON', changes: [jsonOf(subject, node)] }));
}

function jsonOf(subject: Subject, node: Expression): TemplateEdit['changes'][number] {
  // `| string` makes the text that is wrong.
  const inner = node.kind === 'filter' && node.name === 'string' && node.node !== null ? node.node : node;
  const { from, to } = node;
  return { span: { from, to }, insert: `(${subject.textOf(inner)} | tojson)` };
}
