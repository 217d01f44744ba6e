import type { IfBranch } from '../../jinja/index.ts';
import { freeNames } from './free-names.ts';
import { inCode } from './fault-words.ts';
import type { FaultRule, Found, TemplateEdit } from './rule.ts';
import { piecesOf, type Rendered, type Subject } from './subject.ts';
import { keyOf } from './walk.ts';

/** The prompt does not name the tools. */
export const toolsDropped: FaultRule = {
  code: 'tools-dropped',
  find(subject) {
    const rendered = subject.rendered('tools');
    if (rendered.rendering.failure !== null || piecesOf(rendered, ['tools']).length > 0) return [];
    // What is printed of tools may have no place; then the prompt differs from the one without tools.
    const { messages } = rendered;
    const without = subject.changed('tools', 'no tools', () => ({ messages: [...messages], tools: null }));
    if (without.rendering.prompt !== rendered.rendering.prompt && printsNames(rendered)) return [];
    return [subject.mentions('tools') ? blocked(subject, rendered) : unread(subject)];
  },
};

function printsNames({ tools, rendering }: Rendered): boolean {
  return tools.some(({ function: described }) => {
    const name =
      typeof described === 'object' && described !== null && !Array.isArray(described) ? described['name'] : null;
    return typeof name === 'string' && rendering.prompt.includes(name);
  });
}

/** The template prints tools, in a branch that is not taken. */
function blocked(subject: Subject, rendered: Rendered): Found {
  const taken = new Set(
    rendered.rendering.steps.flatMap((step) => {
      if (step.kind !== 'branch' || step.taken === 'none') return [];
      return [`${String(step.span.from)} ${String(step.span.to)}`];
    }),
  );
  const isTaken = ({ span }: IfBranch): boolean => {
    const { from, to } = subject.placeOf(span);
    return taken.has(`${String(from)} ${String(to)}`);
  };
  const uses = subject.expressions.filter(
    ({ expression, statement }) =>
      expression.kind === 'name' && expression.name === 'tools' && expression.use === 'load' && statement.kind !== 'if',
  );
  const closed = uses.flatMap(({ branches }) => branches.find((branch) => !isTaken(branch)) ?? []);
  const branch = closed[0];
  const use =
    uses[0] ?? subject.expressions.find(({ expression }) => expression.kind === 'name' && expression.name === 'tools');
  const shows = { conversation: 'tools', range: null } as const;
  if (branch === undefined || branch.test === null) {
    return {
      level: 'fault',
      message: 'The template reads `tools` and prints none of them.',
      at: subject.placeOf(use?.expression ?? { from: 0, to: 0 }),
      shows,
      remedy: 'Print each tool with `tojson` in the system message.',
      edits: [],
    };
  }
  const place = subject.placeOf(branch.span);
  const condition = subject.textOf(branch.test);
  return {
    level: 'fault',
    message: `The tools are never printed: the branch at line ${String(place.line)} needs ${inCode(condition)}.`,
    at: place,
    shows,
    remedy: `Change the condition to \`tools\`, or pass what ${inCode(condition)} asks for.`,
    edits: [{ label: 'Test for tools', changes: [{ span: branch.test, insert: 'tools' }] }],
  };
}

/** The template never reads the variable; perhaps it reads another one that nobody passes. */
function unread(subject: Subject): Found {
  const other = [...freeNames(subject)].find(([name]) => /tool|function/.test(name));
  const shows = { conversation: 'tools', range: null } as const;
  if (other !== undefined) {
    const [name, places] = other;
    const edit: TemplateEdit = { label: 'Rename to tools', changes: places.map((span) => ({ span, insert: 'tools' })) };
    return {
      level: 'fault',
      message: `The tools are never printed: the template reads ${inCode(name)}, and clients pass \`tools\`.`,
      at: subject.placeOf(places[0] ?? { from: 0, to: 0 }),
      shows,
      remedy: `Rename ${inCode(name)} to \`tools\`.`,
      edits: [edit],
    };
  }
  const inMessage = subject.expressions.find(({ expression }) => keyOf(expression) === 'tools')?.expression;
  if (inMessage !== undefined) {
    return {
      level: 'fault',
      message: `The tools are never printed: the template reads ${inCode(subject.textOf(inMessage))}, and clients pass \`tools\`.`,
      at: subject.placeOf(inMessage),
      shows,
      remedy: 'Pass the tools as JSON text under the key `tools` of the system message.',
      edits: [],
    };
  }
  return {
    level: 'fault',
    message: subject.knowsTools
      ? 'The tools are never printed: the template never reads `tools`.'
      : 'The tools are never printed: the template has no part for tools, calls or results.',
    at: subject.messageLoop,
    shows,
    remedy: 'Use a template with tool support, or describe the tools in the system prompt.',
    edits: [],
  };
}
