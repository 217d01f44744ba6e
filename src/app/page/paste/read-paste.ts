/** What a paste makes of the session, as a chunk of its own: the first answer needs no JSON reader on the page. */
import {
  packRecording,
  recordChunks,
  withLineFeeds,
  type PackedRecording,
  type Pasted,
  type PastedContent,
  type Recognised,
} from '../../../core/index.ts';
import type { LinkState } from '../../permalink/state.ts';
import type { SessionFields } from '../fields.ts';
import { LINE_ENDS_CHANGED, shownText } from '../line-feeds.ts';
import type { NoticeBoard } from '../notices.ts';
import { emptyLoop, MOST_TURNS, type OtherTurn } from '../turns.ts';
import { holdsReply } from '../work.ts';
import { isNoMore, saidOf } from './paste-words.ts';
import { asideAbove, recogniseAnywhere, takeApartAnywhere, type Aside } from './take-apart.ts';

type PasteFields = Pick<SessionFields, 'text' | 'native' | 'raw' | 'recording'> & Partial<SessionFields>;

/** What a paste set beside its reply, and what was there before it. */
export interface Brought {
  readonly to: Partial<SessionFields>;
  readonly before: Partial<SessionFields>;
}

/** What a pasted text makes of the session, and what to say about it. */
export interface ReadPaste {
  readonly found: Recognised;
  /** Index of the reply that is opened; null where none is. */
  readonly opened: number | null;
  readonly fields: PasteFields;
  /** What of them is no reply, and goes with this paste; and what the paste before brought, where this one belongs to it. */
  readonly brings: Partial<SessionFields>;
  /** Sentences; '' for none. */
  readonly said: string;
}

/**
 * Reads what was pasted over the fields `before`. Says so while a long text is read, and when that fails: then the answer is
 * null.
 */
export async function readPaste(
  pasted: PastedContent,
  before: SessionFields,
  board: NoticeBoard,
  aside: Aside,
): Promise<ReadPaste | null> {
  const isLong = pasted.content.length > asideAbove;
  if (isLong) board.say({ kind: 'recognised', tone: 'info', text: 'Reading this long text…' });
  const result = await recogniseAnywhere(pasted, aside);
  const isLog = result.ok && ['stream', 'response'].includes(result.answer.kind);
  const stream = isLog ? await takeApartAnywhere(pasted.content, {}, aside) : null;
  const problem = result.ok ? (stream?.ok === false ? stream.message : null) : result.message;
  if (!result.ok || problem !== null) {
    const text = `This long text could not be read, so it stays as it is. ${problem ?? ''}`;
    board.say({ kind: 'recognised', tone: 'bad', text });
    return null;
  }
  if (isLong) board.dismiss('recognised');
  const found = result.answer;
  // The log of a stream that was rewritten first, such as chunks that Python prints, is a text to those who read streams.
  const log = stream?.ok === true && !stream.answer.isText ? stream.answer : null;
  const notes = (log?.notes ?? []).filter((note) => !note.startsWith('Read as '));
  const hadReply = holdsReply(before);
  const opened = openedReply(found, log, hadReply);
  const fields = fieldsOf(found, opened, pasted.content, before, found.kind === 'stream' ? log : null);
  const said = saidOf(found, { opened, notes, hadReply });
  const isChanged = opened !== null && found.replies[opened]?.text?.includes('\r\n') === true;
  const brings = surroundings(found, opened);
  return { found, opened, fields, brings, said: isChanged ? `${said} ${LINE_ENDS_CHANGED}`.trim() : said };
}

/**
 * The same without what the paste before set, where this one is other work: it brings a reply, which calls none of the tools of
 * before. A bare reply is like one that somebody types, and changes nothing around it.
 *
 * @param now the fields at this moment; what somebody has changed since stays
 * @param own what the evidence of this paste has set meanwhile
 */
export function withoutFormer(
  read: ReadPaste,
  now: SessionFields,
  { former, own }: { readonly former: Brought; readonly own: Brought },
): ReadPaste {
  const { found, opened, fields, brings, said } = read;
  const names = [...now.tools.matchAll(/"name"\s*:\s*"([^"]{1,128})"/g)].map(([, name = '']) => name);
  const reply = [fields.text, fields.native].join('\n');
  const isSame = opened === null || isNoMore(found) || names.some((name) => reply.includes(name));
  if (isSame) return { ...read, brings: { ...former.to, ...brings } };
  const keys = (Object.keys(former.to) as (keyof SessionFields)[]).filter(
    (key) => now[key] === former.to[key] && now[key] !== former.before[key] && !(key in own.to),
  );
  if (keys.length === 0) return read;
  const left = Object.fromEntries(keys.map((key) => [key, former.before[key]])) as Partial<SessionFields>;
  const gone = [
    ...(keys.includes('tools') && brings.tools === undefined ? ['tools'] : []),
    ...(keys.includes('profile') ? ['server'] : []),
  ];
  const told = gone.length === 0 ? '' : ` The ${gone.join(' and the ')} of the paste before went with it.`;
  return { ...read, fields: { ...left, ...fields }, said: said + told };
}

/**
 * The reply to begin with: the only one, the first of many, and of a conversation the last that has a text. A request is pasted
 * for its tools where there is a reply already.
 */
function openedReply({ kind, replies }: Recognised, log: Pasted | null, hadReply: boolean): number | null {
  if (kind === 'tools' || replies.length === 0 || (kind === 'request' && hadReply)) return null;
  // Of a HAR file the log view shows the last stream.
  if (kind === 'stream')
    return Math.max(
      0,
      replies.findLastIndex(({ text }) => text === log?.text),
    );
  if (kind !== 'messages' && kind !== 'request') return 0;
  const last = replies.findLastIndex(({ text }) => text !== null);
  return last < 0 ? replies.length - 1 : last;
}

function fieldsOf(
  found: Recognised,
  opened: number | null,
  content: string,
  before: SessionFields,
  log: Pasted | null,
): PasteFields {
  const around = surroundings(found, opened);
  if (opened === null) {
    const { text, crlfText, native, raw, recording } = before;
    // Without a reply of its own nothing of it would be left on the page.
    const isEmpty = !holdsReply(before);
    return { text, crlfText, native, raw: isEmpty ? content : raw, recording, ...around };
  }
  const reply = log === null ? fieldsOfReply(found, opened) : replyOf(log);
  const raw = isNoMore(found) ? '' : content;
  return { ...reply, raw, ...around };
}

/** A reply, as the session holds it. */
type ReplyFields = Pick<SessionFields, 'text' | 'crlfText' | 'native' | 'recording'>;

/** Text and native calls of one reply, as the session holds them. */
export function fieldsOfReply({ replies }: Recognised, index: number): ReplyFields {
  const { text = null, native = null, recording = null } = replies[index] ?? {};
  return replyOf({ text, toolCallsText: native, recording });
}

/** What goes to other places: tools and system prompt, and the turns before the reply. */
function surroundings(found: Recognised, opened: number | null): Partial<Pick<LinkState, 'tools' | 'system' | 'loop'>> {
  const { kind, toolsText, system, asked, replies } = found;
  const isConversation = kind === 'request' || kind === 'messages';
  const turns = replies.slice(0, opened ?? replies.length).slice(-MOST_TURNS);
  const earlier = turns.map((_, index): OtherTurn => ({
    ...fieldsOfReply({ ...found, replies: turns }, index),
    results: [],
    strays: [],
  }));
  return {
    ...(toolsText === '' ? {} : { tools: toolsText }),
    ...(system === null ? {} : { system: withLineFeeds(system) }),
    ...(asked === null ? {} : { loop: { ...emptyLoop, asked, earlier: isConversation ? earlier : [] } }),
  };
}

/** The reply, the native calls and the chunks of a log, as the session holds them. */
export function replyOf({
  text,
  toolCallsText,
  recording,
}: Pick<Pasted, 'text' | 'toolCallsText' | 'recording'>): ReplyFields {
  return {
    ...shownText(text ?? ''),
    native: withLineFeeds(toolCallsText ?? ''),
    // Borders are places in the text as it came.
    recording: text?.includes('\r\n') === true ? null : recording,
  };
}

/** Where the pieces end in which a log has this reasoning; null where it has it in one, or not at all. */
export function thoughtRecording({ assembly }: Pasted, reasoning: string): PackedRecording | null {
  const thoughts = assembly?.steps.filter(({ code }) => code === 'reasoning') ?? [];
  if (thoughts.length < 2 || assembly?.reasoning !== reasoning) return null;
  return packRecording(recordChunks(thoughts.map(({ piece }) => ({ text: piece, at: null }))));
}
