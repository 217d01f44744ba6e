import type { Span } from '../../text/document/index.ts';
import { isObject, type JsonPath, own } from '../../text/json/index.ts';
import type { Origin, ValueOrigin } from '../../jinja/index.ts';
import { inCode } from './fault-words.ts';
import { stepPlace } from './prompt-places.ts';
import type { FaultRule, Found } from './rule.ts';
import { piecesOf, shownAt, type Rendered, type Subject } from './subject.ts';

/** The two calls and two results of a conversation, each with its place in the prompt. */
interface Turn {
  readonly rendered: Rendered;
  readonly calls: readonly [Printed, Printed];
  readonly results: readonly [Printed, Printed];
}

interface Linked {
  readonly path: JsonPath;
  /** The name of a call, or the content of a result. */
  readonly text: Span | null;
  readonly name: string;
  readonly hasId: boolean;
  readonly hasName: boolean;
}

type Printed = Linked & { readonly text: Span };

function isShown(linked: Linked): linked is Printed {
  return linked.text !== null;
}

function turnOf(subject: Subject): Turn | null {
  const rendered = subject.rendered('calls');
  if (rendered.rendering.failure !== null) return null;
  const { messages } = rendered;
  const calls = messages.flatMap(({ tool_calls: made }, index) =>
    (Array.isArray(made) ? made : []).map((call, at): Linked => {
      const path = ['messages', index, 'tool_calls', at];
      const described = isObject(call) ? own(call, 'function') : undefined;
      const name = isObject(described) ? own(described, 'name') : undefined;
      return {
        path,
        text: shownAt(rendered, [...path, 'function', 'name']),
        name: typeof name === 'string' ? name : '',
        hasId: piecesOf(rendered, [...path, 'id']).length > 0,
        hasName: true,
      };
    }),
  );
  const results = messages.flatMap(({ role, name }, index): Linked[] => {
    if (role !== 'tool') return [];
    const path = ['messages', index];
    return [
      {
        path,
        text: shownAt(rendered, [...path, 'content']),
        name: typeof name === 'string' ? name : '',
        hasId: piecesOf(rendered, [...path, 'tool_call_id']).length > 0,
        hasName: piecesOf(rendered, [...path, 'name']).length > 0,
      },
    ];
  });
  const [one, other] = calls.filter(isShown);
  const [first, second] = results.filter(isShown);
  if (one === undefined || other === undefined || first === undefined || second === undefined) return null;
  return { rendered, calls: [one, other], results: [first, second] };
}

/** Calls have ids in the prompt and results have nothing that leads to them, or the other way round. */
export const idsLost: FaultRule = {
  code: 'ids-lost',
  find(subject): readonly Found[] {
    const turn = turnOf(subject);
    if (turn === null) return [];
    const { rendered, calls, results } = turn;
    const [call] = calls;
    const [result] = results;
    const callsHave = calls.every(({ hasId }) => hasId);
    const resultsHave = results.every(({ hasId }) => hasId);
    if (callsHave === resultsHave) return [];
    if (callsHave && results.every(({ hasName }) => hasName)) return [];
    const range = callsHave ? result.text : call.text;
    return [
      {
        level: 'fault',
        message: callsHave
          ? 'Calls have ids in the prompt, and their results have none.'
          : 'Results have the ids of calls in the prompt, and the calls have none.',
        at: stepPlace(subject, rendered, range.from),
        shows: { conversation: 'calls', range },
        remedy: callsHave ? 'Print `message.tool_call_id` with each result.' : 'Print `tool_call.id` with each call.',
        edits: [],
      },
    ];
  },
};

/** Two results of different tools under the name or the id of one call. */
export const resultsAlike: FaultRule = {
  code: 'results-alike',
  find(subject): readonly Found[] {
    const turn = turnOf(subject);
    if (turn === null) return [];
    const { rendered, calls, results } = turn;
    const [first, second] = results;
    const [one, other] = calls;
    if (second.text.from <= first.text.to || one.name === other.name) return [];
    const { pieces } = rendered.rendering;
    const between = pieces.filter(({ from, to }) => from >= first.text.to && to <= second.text.from);
    const isOf = ({ path }: Linked, origin: Origin): origin is ValueOrigin =>
      origin.kind === 'value' && path.every((key, index) => origin.path[index] === key);
    const isPrinted = (linked: Linked, keys: readonly string[]): boolean =>
      between.some(({ origin }) => isOf(linked, origin) && keys.includes(String(origin.path.at(-1))));
    const isOfFirst = isPrinted(one, ['id', 'name']);
    const isOfOwn = isPrinted(other, ['id', 'name']) || isPrinted(second, ['tool_call_id', 'name']);
    if (!isOfFirst || isOfOwn) return [];
    const from = between.find(({ origin }) => isOf(one, origin))?.from ?? second.text.from;
    return [
      {
        level: 'fault',
        message: `Both results are printed as those of the first call, ${inCode(one.name)}.`,
        at: stepPlace(subject, rendered, from),
        shows: { conversation: 'calls', range: { from, to: second.text.to } },
        remedy: 'Print `message.tool_call_id` or `message.name` with each result.',
        edits: [],
      },
    ];
  },
};

/** Two results follow one another without anything between them. */
export const resultsMerged: FaultRule = {
  code: 'results-merged',
  find(subject): readonly Found[] {
    const turn = turnOf(subject);
    if (turn === null) return [];
    const { rendered, results } = turn;
    const [first, second] = results;
    const { from } = first.text;
    const { to } = second.text;
    if (
      second.text.from < first.text.to ||
      rendered.rendering.prompt.slice(first.text.to, second.text.from).trim() !== ''
    )
      return [];
    return [
      {
        level: 'fault',
        message: 'Two results are one text in the prompt: nothing separates them.',
        at: stepPlace(subject, rendered, second.text.from),
        shows: { conversation: 'calls', range: { from, to } },
        remedy: 'Print a marker around each result.',
        edits: [],
      },
    ];
  },
};
