import type { JsonPath } from '../../json/node.ts';
import type { Expression } from '../parse/syntax.ts';
import { argumentsAsJson } from './argument-edits.ts';
import { conversationName } from './fault-words.ts';
import type { FaultRule, Found, TemplateEdit } from './rule.ts';
import { piecesOf, type Rendered, type Subject } from './subject.ts';

/** Tools or arguments are printed as Python writes them, which is no JSON: `{'port': True}`. */
export const pythonRepr: FaultRule = {
  code: 'python-repr',
  find(subject) {
    const seen = new Set<number>();
    return subject.whole.flatMap((rendered) =>
      printed(rendered).flatMap(({ what, path }): Found[] => {
        const piece = piecesOf(rendered, path).find(
          ({ from, to, origin }) =>
            origin.part === 'structure' && rendered.rendering.prompt.slice(from, to).includes("'"),
        );
        const span = piece === undefined ? undefined : rendered.rendering.steps[piece.step]?.span;
        if (piece === undefined || span === undefined || seen.has(span.from)) return [];
        seen.add(span.from);
        const { conversation } = rendered;
        return [
          {
            level: 'fault',
            message: `The template prints ${what} as Python does, with single quotes, in ${conversationName(conversation)}.`,
            at: subject.writtenPlace(span),
            shows: { conversation, range: { from: piece.from, to: piece.to } },
            remedy: 'Add the filter `tojson`.',
            edits: [...(what === 'arguments' ? argumentsAsJson(subject) : []), ...withJson(subject, span)],
          },
        ];
      }),
    );
  },
};

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

/** The printed value, and each part of it that may be the value. */
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
