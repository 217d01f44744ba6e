import { isObject, own } from '../../text/json/index.ts';
import { conversationName, inCode } from './fault-words.ts';
import { stepPlace } from './prompt-places.ts';
import type { FaultRule, Found } from './rule.ts';
import { piecesOf, shownAt, type Rendered, type Subject } from './subject.ts';

/** A call is printed, and one of its arguments is not. */
export const argumentsLost: FaultRule = {
  code: 'arguments-lost',
  find: (subject) => subject.whole.flatMap((rendered) => lostIn(subject, rendered)).slice(0, 1),
};

function lostIn(subject: Subject, rendered: Rendered): Found[] {
  const { conversation, messages, rendering } = rendered;
  return messages.flatMap(({ tool_calls: calls }, index) => {
    if (!Array.isArray(calls)) return [];
    return calls.flatMap((call, at): Found[] => {
      const path = ['messages', index, 'tool_calls', at, 'function'];
      const name = shownAt(rendered, [...path, 'name']);
      const described = isObject(call) ? own(call, 'function') : undefined;
      const given = isObject(described) ? own(described, 'arguments') : undefined;
      if (name === null || !isObject(given)) return [];
      const lost = Object.keys(given).filter((key) => piecesOf(rendered, [...path, 'arguments', key]).length === 0);
      const [first] = lost;
      // Arguments that a filter has worked on may have lost their places; then the text tells.
      if (first === undefined || rendering.prompt.slice(name.from).includes(first)) return [];
      return [
        {
          level: 'fault',
          message: `The template prints the name of a call and drops its argument ${inCode(first)} in ${conversationName(conversation)}.`,
          at: stepPlace(subject, rendered, name.from),
          shows: { conversation, range: name },
          remedy: 'Print `tool_call.function.arguments | tojson` after the name.',
          edits: [],
        },
      ];
    });
  });
}
