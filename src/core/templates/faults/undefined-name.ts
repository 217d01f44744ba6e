import { editDistance, type Span } from '../../text/document/index.ts';
import type { Expression } from '../../jinja/index.ts';
import { freeNames } from './free-names.ts';
import { conversationName, inCode } from './fault-words.ts';
import type { FaultRule, Found, TemplateEdit } from './rule.ts';
import { mishaps, type Rendered, type Subject } from './subject.ts';
import { keyOf } from './walk.ts';

/** What transformers passes, and what servers are asked to pass. */
const variables = [
  ...['messages', 'tools', 'documents', 'add_generation_prompt', 'continue_final_message', 'enable_thinking'],
  ...['bos_token', 'eos_token', 'unk_token', 'pad_token', 'reasoning_effort', 'custom_tools', 'builtin_tools'],
];

/** Keys of messages, calls and tools. */
const keys = [
  ...['role', 'content', 'tool_calls', 'tool_call_id', 'function', 'arguments', 'reasoning_content'],
  ...['parameters', 'description', 'properties', 'required'],
];

/** The template prints a name that nobody defines, or a name that is one slip away from one that is passed. */
export const undefinedName: FaultRule = {
  code: 'undefined-name',
  find(subject) {
    const misspelled = [...misspelledNames(subject), ...misspelledKeys(subject)];
    const printed = subject.whole.flatMap((rendered) => printedIn(subject, rendered));
    const seen = new Set<number>();
    return [...misspelled, ...printed].filter(({ at }) => {
      const isNew = !seen.has(at.from);
      seen.add(at.from);
      return isNew;
    });
  },
};

function misspelledNames(subject: Subject): Found[] {
  const given = new Set([...variables, ...(subject.options.variables?.keys() ?? [])]);
  return [...freeNames(subject)].flatMap(([name, places]): Found[] => {
    const [first] = places;
    if (given.has(name) || first === undefined) return [];
    const meant = nearest(name, [...given]);
    return meant === null
      ? []
      : [slip(subject, `The template reads ${inCode(name)}, which nobody passes.`, name, meant, places, first)];
  });
}

function misspelledKeys(subject: Subject): Found[] {
  const read = new Map<string, Expression[]>();
  for (const { expression } of subject.expressions) {
    const key = keyOf(expression);
    if (key !== null) read.set(key, [...(read.get(key) ?? []), expression]);
  }
  return [...read].flatMap(([key, places]): Found[] => {
    const [first] = places;
    if (keys.includes(key) || first === undefined) return [];
    const meant = nearest(key, keys);
    if (meant === null) return [];
    return [
      slip(
        subject,
        `The template reads the key ${inCode(key)}, which messages and tools do not have.`,
        key,
        meant,
        places,
        first,
      ),
    ];
  });
}

function slip(
  subject: Subject,
  message: string,
  name: string,
  meant: string,
  places: readonly Expression[],
  first: Expression,
): Found {
  const edit: TemplateEdit = {
    label: `Rename to ${meant}`,
    changes: places.map((node) => ({
      span: nameSpan(node, name),
      insert: node.kind === 'item' ? `'${meant}'` : meant,
    })),
  };
  const remedy = `Rename ${inCode(name)} to ${inCode(meant)}.`;
  return { level: 'fault', message, at: subject.placeOf(nameSpan(first, name)), shows: null, remedy, edits: [edit] };
}

/** Where the name is in `message.name`, in `message['name']`, and in a name alone. */
function nameSpan(node: Expression, name: string): Span {
  if (node.kind === 'item') return { from: node.index.from, to: node.index.to };
  return { from: node.to - name.length, to: node.to };
}

/** The one that is at most one slip away; in long names two. */
function nearest(name: string, known: readonly string[]): string | null {
  if (name.length < 4) return null;
  const most = name.length > 9 ? 2 : 1;
  return known.find((one) => editDistance(one, name, most) <= most) ?? null;
}

function printedIn(subject: Subject, rendered: Rendered): Found[] {
  const free = freeNames(subject);
  const { conversation } = rendered;
  return mishaps(rendered)
    .filter(({ code }) => code === 'undefined-printed' || code === 'undefined-in-text')
    .map(({ message, span }) => {
      const isName = free.has(message.split("'")[1] ?? '');
      return {
        level: isName ? 'fault' : 'caution',
        message: `Nothing is printed in ${conversationName(conversation)}: ${inCode(message)}.`,
        at: span,
        shows: { conversation, range: null },
        remedy: 'Pass the value, or give it a default with `default`.',
        edits: [],
      };
    });
}
