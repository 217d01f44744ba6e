import { capital, counted, numberText } from '../../../text/document/index.ts';
import { type Cause, type Evidence, writers } from '../evidence.ts';
import { inFormat } from './formats.ts';
import { callsTo, faultText, sentences } from './pieces.ts';
import { unknownIn } from './unknown-tool.ts';

/** So many turns are named; the rest is counted. */
const MOST_NAMED = 3;

/** The last turn comes first where it went wrong: it is why somebody pastes a conversation. */
export function ofConversation({ troubles, turns, writer, tools }: Evidence): string {
  const whose = writer === null ? 'this conversation' : `this conversation of ${writers[writer].label}`;
  const last = troubles.at(-1);
  const isLast = last?.turn === turns - 1;
  const earlier = isLast ? troubles.slice(0, -1) : troubles;
  const shown = isLast ? last : troubles.length === 1 ? troubles[0] : undefined;
  const others = shown === undefined || isLast ? earlier : [];
  const alike = others.filter(({ says }) => says === shown?.says);
  const rest = others.filter((one) => !alike.includes(one));
  const named = rest
    .slice(0, MOST_NAMED)
    .map(({ turn, cause, short }) => `reply ${String(turn + 1)} ${short ?? causeText[cause]}`);
  const more = rest.length > MOST_NAMED ? [`${String(rest.length - MOST_NAMED)} more`] : [];
  const list = capital([...named, ...more].join(', '));
  const same = alike.length === 0 ? '' : `The same is wrong with ${counted(alike.length, 'reply')} before it`;
  if (shown === undefined)
    return sentences([`${numberText(troubles.length)} of ${numberText(turns)} replies in ${whose} went wrong`, list]);
  const place = isLast ? 'The last reply' : `Reply ${String(shown.turn + 1)} of ${String(turns)}`;
  const { call, cause, says } = shown;
  const holds = call === null ? 'went wrong' : `holds ${callsTo(call.names)} ${wordFor(cause, call.format)}`.trim();
  const unknown = call?.field === 'tool_calls' ? unknownIn(call.names, call.fault, tools ?? []) : null;
  return sentences([`${place} in ${whose} ${holds}`, unknown ?? faultText(says), same, list]);
}

function wordFor(cause: Cause, format: string | null): string {
  if (cause === 'parser-off' || cause === 'no-tools' || cause === 'other-format') return `as text, ${inFormat(format)}`;
  return '';
}

const causeText: Readonly<Record<Cause, string>> = {
  'parser-off': 'holds its call as text',
  'other-format': 'is in another format',
  damaged: 'is damaged',
  'in-reasoning': 'has its call in the reasoning',
  cut: 'is cut off',
  lost: 'lost its call',
  arguments: 'has invalid arguments',
  stream: 'is joined wrongly',
  template: 'failed in the template',
  schema: 'failed in a schema',
  'no-tools': 'has no tools declared',
  'unknown-tool': 'calls an unknown tool',
  client: 'was not taken by the client',
};
