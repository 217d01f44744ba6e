/** What the tab Template says: sentences with code between backquotes. */
import {
  excerpt,
  type Piece,
  type Rendering,
  type RenderStep,
  type Teaching,
  type TemplateFailure,
  counted,
} from '../../../../core/index.ts';
import type { LinkState } from '../../../permalink/state.ts';
import { holdsReply } from '../../../page/work.ts';
import type { ConversationId, FoundInTemplate, TemplateDialect } from './templating.svelte.ts';
import { pathText } from './linking.ts';

/** The conversations, as tabs name them. */
export const conversationLabels: Readonly<Record<ConversationId, string>> = {
  before: 'Before the reply',
  after: 'After the reply',
  plain: 'No tools',
  tools: 'Tools',
  call: 'A call',
  calls: 'Two calls',
};

/** What is in those that are of no case, in one sentence. */
export const fixedNotes: Readonly<Record<Exclude<ConversationId, 'before' | 'after'>, string>> = {
  plain: 'A fixed conversation: a system prompt and a question, without tools.',
  tools: 'A fixed conversation: a system prompt, a question and one tool.',
  call: 'A fixed conversation: one call and its result.',
  calls: 'A fixed conversation: two calls in one message, and both results.',
};

/** What is in a conversation. A case may have no reply, and no question of its own. */
export function conversationNote(id: ConversationId, fields: Pick<LinkState, 'text' | 'native' | 'loop'>): string {
  if (id !== 'before' && id !== 'after') return fixedNotes[id];
  const what = !holdsReply(fields)
    ? 'What a model is shown: this case has no reply yet.'
    : id === 'before'
      ? 'What the model was shown before it wrote the reply of this case.'
      : 'What the model is shown next: this reply, its calls and their results.';
  return (fields.loop?.asked ?? '').trim() === '' ? `${what} The question is an example.` : what;
}

/** Where the characters of the prompt come from, in the order of the legend. */
export const originKinds = ['literal', 'from-message', 'from-tool', 'from-variable', 'computed'] as const;
export type OriginKind = (typeof originKinds)[number];

export const originLabels: Readonly<Record<OriginKind, string>> = {
  literal: 'Text of the template',
  'from-message': 'Message',
  'from-tool': 'Tool',
  'from-variable': 'Variable',
  computed: 'Computed',
};

export function originKindOf({ origin }: Piece): OriginKind {
  if (origin.kind !== 'value') return origin.kind;
  const [variable] = origin.path;
  return variable === 'messages' ? 'from-message' : variable === 'tools' ? 'from-tool' : 'from-variable';
}

/** The line of an offset, from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Where a piece of the prompt came from. */
export function pieceText(piece: Piece, { steps }: Rendering, template: string): string {
  const { origin } = piece;
  const by = steps[piece.step];
  if (origin.kind === 'literal') {
    const how = origin.written === 'as-is' ? '' : ' with its escapes read';
    return `Text of the template${how} (line ${String(lineAt(template, origin.from))}).`;
  }
  if (origin.kind === 'computed') {
    return `Computed by ${codeOf(template.slice(origin.from, origin.to))} (line ${String(lineAt(template, origin.from))}).`;
  }
  const printed = by === undefined ? '' : ` (line ${String(lineAt(template, by.span.from))})`;
  const path = codeOf(pathText(origin.path));
  switch (origin.part) {
    case 'key':
      return `The key of ${path}${printed}.`;
    case 'structure':
      return `Written around ${path}, as JSON or Python writes it${printed}.`;
    case 'text':
      return `The value of ${path}${writtenText(origin.written)}${printed}.`;
  }
}

function writtenText(written: string): string {
  return (
    { json: ', escaped as JSON', python: ', as Python prints it', changed: ', changed by a filter' }[written] ?? ''
  );
}

/** A step of the rendering, and what came of it. */
export function stepText(step: RenderStep, template: string): string {
  const line = `line ${String(lineAt(template, step.span.from))}`;
  const code = codeOf(template.slice(step.span.from, step.span.to));
  switch (step.kind) {
    case 'data':
      return `The template writes text (${line}).`;
    case 'print':
      return `The template prints ${code} (${line}).`;
    case 'branch':
      return step.taken === 'none'
        ? `No condition holds, so this block writes nothing (${line}).`
        : step.taken === 'else'
          ? `No condition before it holds: the template takes \`else\` (${line}).`
          : `The condition ${code} holds (${line}).`;
    case 'loop':
      return `A loop of ${counted(step.turns, 'turn')}: ${code} (${line}).`;
    case 'turn':
      return `Turn ${String(step.index + 1)} of the loop${step.ended === 'end' ? '' : `, left by \`${step.ended}\``} (${line}).`;
    case 'set':
      return `The template sets ${codeOf(step.name)} (${line}).`;
    case 'call':
      return `The template calls ${codeOf(step.name)} (${line}).`;
    case 'generation':
      return `A \`generation\` block: what the model would have written (${line}).`;
  }
}

/** What a step wrote. */
export function wroteText({ range, kind }: RenderStep, prompt: string): string {
  if (kind === 'set') return '';
  if (range === null) return 'It wrote nothing.';
  const length = range.to - range.from;
  return `It wrote ${counted(length, 'character')}: ${codeOf(excerpt(prompt, range.from, range.to, 60))}`;
}

/** What a rendering ended with, in the words of Jinja2 or of the template. */
export function failureTitle({ kind, exception, message }: TemplateFailure): string {
  const said = message.replaceAll('`', "'").replace(/\.$/, '');
  switch (kind) {
    case 'syntax':
      return `The template has a syntax error: ${said}.`;
    case 'raised':
      return `The template raised an error: ${said}.`;
    case 'undefined':
      return `The template uses something undefined: ${said}.`;
    case 'security':
      return `The sandbox of Jinja2 does not allow this: ${said}.`;
    case 'allowance':
      return `The rendering was stopped: ${said}.`;
    case 'unsupported':
      return `Callscope cannot render this: ${said}.`;
    case 'python':
      return `Python raises ${exception}: ${said}.`;
  }
}

/** What to do about it. */
export const failureRemedies: Readonly<Record<TemplateFailure['kind'], string>> = {
  syntax: 'Correct the marked place. The prompt appears as soon as the template can be read.',
  raised: 'Change the messages or the variables that the template refuses, or remove its check.',
  undefined: 'Test it first with `is defined`, or add it under Variables.',
  security: 'Build a new list or text in its place. Templates may not change the values that they get.',
  allowance: 'Look for a loop or a repetition that never ends, and shorten it.',
  unsupported: 'Remove it, or replace it with a filter that other engines have as well.',
  python: 'Check the type of the value, or convert it first.',
};

/** Where it is. */
export function failurePlace({ span }: TemplateFailure): string {
  return `Line ${String(span.line)}, column ${String(span.column)}`;
}

function codeOf(text: string): string {
  const short = excerpt(text, 0, text.length, 60).replaceAll('`', "'");
  return short.trim() === '' ? '(blank)' : `\`${short}\``;
}

/** How many faults and cautions there are. */
export function faultsTitle(faults: readonly { readonly level: 'fault' | 'caution' }[]): string {
  const cautions = faults.filter(({ level }) => level === 'caution').length;
  const parts = [counted(faults.length - cautions, 'fault'), counted(cautions, 'caution')];
  return parts.filter((part) => !part.startsWith('0 ')).join(', ');
}

/** The engines whose flags read the format that a template teaches; '' where none is taught. */
export function readersText({ format }: Teaching): string {
  if (format === null) return '';
  const readers = format.readers.map(
    ({ label, flags }) => `${label} (${flags.map((flag) => `\`${flag}\``).join(', ')})`,
  );
  if (readers.length === 0) return 'No engine that we know of has a parser for this format.';
  return `Parsers for this format: ${readers.join('; ')}.`;
}

/** Which reader mlx-lm chooses, which nobody tells it by a flag. */
export function mlxText({ mlxReader }: Pick<FoundInTemplate, 'mlxReader'>): string {
  return mlxReader === null
    ? 'mlx-lm 0.32.0 finds no reader for this template: every call stays text, unless `tool_parser_type` names a reader.'
    : `mlx-lm 0.32.0 chooses its reader \`${mlxReader}\` by this template, unless \`tool_parser_type\` names another.`;
}

/** What the generation prompt already opens, so that a reply begins after it; '' for nothing. */
export function openedText({ opened }: Teaching): string {
  if (opened === '') return '';
  return `The prompt already opens \`${opened.replaceAll('`', '')}\`, so the reply begins after it.`;
}

/** An engine that renders templates on its own, and how much of this one it lacks. */
export function dialectTitle({ name, version, basis, faults }: TemplateDialect): string {
  const failing = faults.filter(({ effect }) => effect === 'fails').length;
  const what =
    failing > 0
      ? `cannot render this template (${String(failing)})`
      : `renders it differently (${String(faults.length)})`;
  return `${name} ${what}${basis === 'run' ? `, run with ${version}` : ', documented, not run'}`;
}
