/** The sentences about what was pasted. */
import { counted, numberText, type Recognised, type RecognisedReply } from '../../../core/index.ts';

interface Circumstances {
  /** Index of the reply that is opened. */
  readonly opened: number | null;
  /** What the log of a stream said about itself, or what is missing here. */
  readonly notes: readonly string[];
  /** Whether there was a reply before, which stays where the paste holds none. */
  readonly hadReply: boolean;
}

/** What the text was taken for, and where its parts are now. '' for a reply: there is nothing to say. */
export function saidOf(found: Recognised, circumstances: Circumstances): string {
  const { kind, label, layers } = found;
  if (isNoMore(found)) return '';
  const quoted = layers > 0 && kind !== 'escaped' ? ', in a string' : '';
  return [`Recognised: ${label}${quoted}.`, ...sentences(found, circumstances)].join(' ');
}

/** Whether a text is a reply and nothing else: what a command wrote has the command before it. */
export function isNoMore({ kind, replies }: Recognised): boolean {
  return kind === 'reply' && replies[0]?.span?.from === 0;
}

function sentences(found: Recognised, { opened, notes, hadReply }: Circumstances): string[] {
  const { kind, layers, replies, count: all } = found;
  const reply = opened === null ? undefined : replies[opened];
  switch (kind) {
    case 'escaped':
      return [layers === 2 ? 'It was unescaped twice.' : 'It was unescaped.'];
    case 'lines':
      return [
        all > replies.length
          ? `The first ${numberText(replies.length)} of ${numberText(all)} replies are listed.`
          : `${counted(all, 'reply', 'replies')} listed.`,
      ];
    case 'messages':
      return [`${counted(all, 'reply', 'replies')} of the assistant listed.`, ...moved(found)];
    case 'request':
      if (opened !== null) return [`${counted(all, 'reply', 'replies')} of the assistant listed.`, ...moved(found)];
      return [...moved(found), ...(hadReply ? ['Your reply is unchanged.'] : [])];
    case 'tools':
      return [...moved(found), ...(hadReply ? ['Your reply is unchanged.'] : [])];
    case 'error': {
      const text = reply?.text ?? null;
      return [text === null ? 'It does not contain the text of the model.' : 'The reply was cut out of it.', ...notes];
    }
    case 'response': {
      return [
        ...(reply === undefined ? [] : holding(reply)),
        ...(all > 1 ? [`${counted(all, 'reply', 'replies')} listed.`] : []),
        ...moved(found),
        ...notes,
      ];
    }
    default:
      return [...notes];
  }
}

/** What a response has of a reply, where that is not its text alone. */
function holding({ text, native }: RecognisedReply): string[] {
  if ((text ?? '').trim() === '')
    return [native === null ? 'It has neither text nor tool calls.' : 'It has native tool calls and no text.'];
  return native === null ? [] : ['Its text and its tool calls are in separate tabs.'];
}

/** What went to other views. */
function moved({ tools, system, messages, asked }: Recognised): string[] {
  const toPrompt = [
    ...(tools.length === 0 ? [] : [counted(tools.length, 'tool', 'tools')]),
    ...(system === null ? [] : ['the system prompt']),
  ];
  const toLoop = asked === null ? '' : counted(messages, 'message', 'messages');
  if (toPrompt.length === 0) return toLoop === '' ? [] : [`${toLoop} moved to Loop.`];
  const prompt = capitalised(`${toPrompt.join(' and ')} moved to Prompt`);
  return [toLoop === '' ? `${prompt}.` : `${prompt}, ${toLoop} to Loop.`];
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
