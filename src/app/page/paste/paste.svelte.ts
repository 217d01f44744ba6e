import { untrack } from 'svelte';
import { withLineFeeds, type PastedContent, type PastedOptions, type Recognised } from '../../../core/index.ts';
import type { LinkState } from '../../permalink/state.ts';
import type { WordedEvidence } from '../../worker/protocol.ts';
import { tabOf, type SessionFields } from '../fields.ts';
import type { Notice, NoticeBoard } from '../notices.ts';
import { holdsReply } from '../work.ts';
import { isOtherReply, type ReplyChange } from '../reply-change.ts';
import type { Brought, ReadPaste } from './read-paste.ts';
import type { Aside, TakenApart } from './take-apart.ts';

type Reply = Pick<LinkState, 'text' | 'native'>;

/** What was pasted last, and which of its replies is open. */
export interface LastPaste {
  readonly found: Recognised;
  readonly opened: number | null;
  /** Of the file; null for what was pasted. */
  readonly name: string | null;
}

/** A runtime that stands for the server which a paste proves, and the one that read before. */
interface Believed {
  readonly runtime: string;
  readonly before: Pick<SessionFields, 'profile' | 'reasoningParser' | 'thinking'>;
}

const nothing: Brought = { to: {}, before: {} };

/** What a paste changes: the session. */
export interface PasteTarget extends NoticeBoard {
  /** Its fields at this moment; reading them subscribes nobody. */
  now(): SessionFields;
  change(change: Partial<SessionFields>, reply: ReplyChange): void;
  open(state: LinkState, from: string): void;
}

/** A longer text is shown only when no reply is found in it: a text field needs seconds for a megabyte. In UTF-16 units. */
const MOST_SHOWN = 1_000_000;

/** Takes in what is pasted or dropped, whatever it is, and remembers the last of it. */
export class Paste {
  readonly #target: PasteTarget;
  #last = $state.raw<LastPaste | null>(null);
  #content = $state('');
  /** The reply that the last paste gave; null for none, and where it came with edits. */
  #given: Reply | null = null;
  /** The same after the last fix: whoever types over most of it writes another reply. */
  #fixed: Reply | null = null;
  #believed = $state.raw<Believed | null>(null);
  /** Whether the evidence of the last paste may still set the runtime. */
  #isOpenMinded = false;
  #brought = nothing;
  /** The same of the paste before, while the last one is read. */
  #former = nothing;
  #taken = $state(0);
  /** How many pastes are being read: a newer one may come meanwhile. */
  #reading = $state(0);
  /** What to open as soon as the replies are known: one of them, or the reasoning beside them. */
  #wrong: number | { readonly reasoning: string } | null = null;
  /** What was said of the last paste; null where nothing was. */
  #said: Notice | null = null;
  /** One for all long texts. */
  #aside: Aside | null = null;

  constructor(target: PasteTarget) {
    this.#target = target;
  }

  /** What was pasted last, as long as its replies or what it lacks are of interest. */
  get last(): LastPaste | null {
    return this.#last;
  }

  /** Whether the reply may still become another: what was pasted is not read yet. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  /** How often a text was taken. */
  get taken(): number {
    return this.#taken;
  }

  /** What was pasted last, as it came: it proves something about the server that answered. '' for nothing. */
  get content(): string {
    return this.#content;
  }

  /** Whether a reply is what the last paste gave with edits: one of its own is another reply. */
  isEdited(reply: Reply, change: ReplyChange): boolean {
    const [given, fixed] = [this.#given, this.#fixed];
    if (
      fixed === null ||
      change === 'turn' ||
      change === 'run' ||
      (given?.text === reply.text && given.native === reply.native)
    )
      return false;
    if (change === 'typed') return !isOtherReply(fixed, reply);
    this.#fixed = reply;
    return true;
  }

  /** The reply is what a paste gave, as far as anybody knows. */
  #gave({ text, native }: Reply, edited = false): void {
    this.#fixed = { text, native };
    this.#given = edited ? null : this.#fixed;
  }

  /** The runtime that the last paste has set; null where it set none. */
  get believed(): Believed | null {
    return this.#believed;
  }

  /** The replies of what was pasted are of no interest any more; the one that is open stays. */
  close(): void {
    this.#last = null;
  }

  /** Other work is on the page; `reply` is what its paste gave, where it has one. */
  forget(content = '', reply: (Reply & { readonly edited: boolean }) | null = null): void {
    this.close();
    this.#content = content;
    this.#given = this.#fixed = null;
    if (reply !== null && (content !== '' || reply.edited)) this.#gave(reply, reply.edited);
    this.#believed = null;
    this.#isOpenMinded = false;
    this.#brought = this.#former = nothing;
  }

  /** Notes what the last paste sets, over what was there before all pastes. */
  #bring(to: Partial<SessionFields>, now: SessionFields): void {
    const { to: known, before } = this.#brought;
    const keys = Object.keys(to) as (keyof SessionFields)[];
    const own = Object.fromEntries(
      keys.map((key) => [key, this.#former.to[key] === now[key] ? this.#former.before[key] : now[key]]),
    ) as Partial<SessionFields>;
    this.#brought = { to: { ...known, ...to }, before: { ...own, ...before } };
  }

  /**
   * Reads on with the runtime that stands for the server of what was pasted, and opens the reply that went wrong: once, so that
   * the reader may choose another.
   *
   * @param runtime null where none stands for it
   * @param thinking `off` where the reply begins after the thinking
   * @param reasoningParser what its server runs first; '' where nobody says
   * @param reasoning the reasoning with the call in it; null for none
   * @param reply the index of the reply that went wrong; null for none
   */
  believe(
    content: string,
    {
      runtime,
      thinking,
      reasoning,
      reasoningParser: parser = '',
      reply,
    }: Pick<WordedEvidence, 'runtime' | 'thinking' | 'reasoning'> &
      Partial<Pick<WordedEvidence, 'reasoningParser'>> & { readonly reply: number | null },
  ): void {
    if (!this.#isOpenMinded || content !== this.#content) return;
    this.#isOpenMinded = false;
    this.#wrong = reasoning === null ? reply : { reasoning };
    void this.#openWrong();
    const now = this.#target.now();
    const { profile, reasoningParser, thinking: before } = now;
    const wanted = thinking ?? 'absent';
    if (runtime !== null) this.#bring({ profile: runtime, reasoningParser: parser }, now);
    if (runtime === null || (profile === runtime && before === wanted && parser === '')) return;
    this.#target.change({ profile: runtime, reasoningParser: parser, thinking: wanted, step: null }, 'same');
    this.#believed = { runtime, before: { profile, reasoningParser, thinking: before } };
  }

  /** Whatever comes last of the two: the replies of the paste, or which of them went wrong. */
  async #openWrong(): Promise<void> {
    const wrong = this.#wrong;
    const said = this.#said;
    if (wrong === null || untrack(() => this.#last) === null) return;
    this.#wrong = null;
    if (typeof wrong === 'number') await this.openReply(wrong);
    else await this.#openThought(wrong.reasoning);
    // It went with the reply beside which it was said.
    if (said !== null && this.#said === said) this.#target.say(said);
  }

  /** Opens the reasoning in place of the reply, in the pieces in which it came. */
  async #openThought(text: string): Promise<void> {
    const last = untrack(() => this.#last);
    const [{ thoughtRecording }, taken] = await Promise.all([
      import('./read-paste.ts'),
      this.takeApart(untrack(() => this.#content)),
    ]);
    if (untrack(() => this.#last) !== last) return;
    const recording = taken.ok ? thoughtRecording(taken.answer, text) : null;
    this.#show({ text, native: '', recording, step: null }, 'same');
  }

  /** Reads with the runtime of before. */
  disbelieve(): void {
    const believed = untrack(() => this.#believed);
    if (believed === null) return;
    this.#believed = null;
    this.#target.change({ ...believed.before, step: null }, 'same');
  }

  #receivedContent(content: string): void {
    const believed = untrack(() => this.#believed);
    // Whether a reply begins after the thinking was said of the one before.
    if (believed !== null) this.#target.change({ thinking: believed.before.thinking }, 'same');
    this.#content = content;
    this.#believed = null;
    this.#wrong = null;
    this.#said = null;
    this.#isOpenMinded = true;
    this.#former = this.#brought;
    this.#brought = nothing;
  }

  /** Receives a text that came onto the page, not into an editor, where somebody may go on typing. */
  async take(text: string, name: string | null = null): Promise<void> {
    this.#taken = untrack(() => this.#taken) + 1;
    await this.receive(text, name);
  }

  /**
   * Takes in text that came at once, by paste or drop. What is not a reply is taken apart, and the page says what it was taken
   * for: one button brings the text back as it came.
   *
   * @param name of the file, where there is one
   */
  async receive(text: string, name: string | null = null): Promise<void> {
    this.#count(1);
    try {
      await this.#receive(text, name);
    } finally {
      this.#count(-1);
    }
  }

  async #receive(text: string, name: string | null): Promise<void> {
    const target = this.#target;
    const before = target.now();
    const former = { content: untrack(() => this.#content), edited: this.#given === null, brought: this.#brought };
    this.#last = null;
    target.dismiss('recognised');
    const pasted = withLineFeeds(text);
    const waits = pasted.length > MOST_SHOWN;
    this.#gave({ text: pasted, native: before.native });
    if (!waits) target.change({ text: pasted }, 'typed');
    const standing = target.now().text;
    this.#receivedContent(pasted);
    const read = await this.#read({ content: pasted, name }, before);
    if (target.now().text !== standing) return;
    if (read !== null) this.#bring(read.brings, target.now());
    this.#former = nothing;
    if (waits && (read === null || read.said === '')) target.change({ text: pasted }, 'typed');
    if (read === null) return;
    if (read.found.kind === 'case') {
      this.forget();
      const { openPastedCase } = await import('./pasted-case.ts');
      target.change(before, 'same');
      openPastedCase(target, pasted);
      return;
    }
    // A file that was dropped by mistake takes nothing with it: no editor knows what was here before.
    const isDropped = name !== null && holdsReply(before);
    if (read.said === '' && (!isDropped || before.text === pasted)) return;
    const { fields, found, opened } = read;
    const said = read.said === '' ? `“${name ?? ''}” is open.` : read.said;
    if (read.said !== '') {
      this.#show(fields, 'same');
      this.#last = { found, opened, name };
    }
    const undo = (): void => {
      const layout = { ...before.layout, tab: 'reply' } as const;
      const isReplaced = isDropped || (former.content !== '' && former.content !== pasted);
      // A former paste comes back with what it proves. Else, whoever wants it as it came reads it as a reply.
      if (isReplaced) this.forget(former.content, { ...before, edited: former.edited });
      else this.forget();
      this.#brought = former.brought;
      target.change(isReplaced ? before : { ...before, text: pasted, native: '', raw: '', layout }, 'same');
      target.dismiss('recognised');
    };
    const action = { label: 'Undo', overwrites: ['text', 'native'], run: undo } as const;
    this.#said = { kind: 'recognised', tone: 'info', text: said, action };
    target.say(this.#said);
    void this.#openWrong();
  }

  /** Reads a pasted response or reply; what it holds replaces text and native calls. */
  async receiveRaw(raw: string): Promise<void> {
    const target = this.#target;
    target.change({ raw }, 'typed');
    this.#receivedContent(raw);
    // Whoever types there goes on with the same work.
    this.#brought = this.#former;
    this.#former = nothing;
    const read = await this.#read({ content: raw, name: null }, target.now());
    if (read === null || target.now().raw !== raw) return;
    this.#gave(read.fields);
    target.change({ ...read.fields, raw }, 'typed');
    this.#last = { found: read.found, opened: read.opened, name: null };
    if (read.said === '') target.dismiss('recognised');
    else {
      this.#said = { kind: 'recognised', tone: 'info', text: read.said };
      target.say(this.#said);
    }
    void this.#openWrong();
  }

  /** Opens another reply of what was pasted. */
  async openReply(index: number): Promise<void> {
    const last = untrack(() => this.#last);
    const { fieldsOfReply } = await import('./read-paste.ts');
    if (last === null || untrack(() => this.#last) !== last) return;
    this.#show({ ...fieldsOfReply(last.found, index), step: null }, 'turn');
    this.#last = { ...last, opened: index };
  }

  /** Takes a pasted text apart without a change of the page: what it is, its reply, its chunks. */
  async takeApart(source: string, options: PastedOptions = {}): Promise<TakenApart> {
    const { openAside, takeApartAnywhere } = await import('./take-apart.ts');
    this.#aside ??= openAside();
    return takeApartAnywhere(source, options, this.#aside);
  }

  #count(difference: 1 | -1): void {
    this.#reading = untrack(() => this.#reading) + difference;
  }

  /** Where the code does not arrive the text stays, and the page says why. */
  async #read(pasted: PastedContent, before: SessionFields): Promise<ReadPaste | null> {
    const code = await Promise.all([import('./read-paste.ts'), import('./take-apart.ts')]).catch(() => null);
    if (code === null) {
      const text =
        'The code that reads pastes could not be loaded. The text stays as it is. Check the connection, then paste it again.';
      this.#target.say({ kind: 'recognised', tone: 'bad', text });
      return null;
    }
    const [{ readPaste, withoutFormer }, { openAside }] = code;
    this.#aside ??= openAside();
    const read = await readPaste(pasted, before, this.#target, this.#aside);
    return read && withoutFormer(read, this.#target.now(), { former: this.#former, own: this.#brought });
  }

  /** Shows a reply in the tab that has something of it. */
  #show(fields: Partial<SessionFields> & Pick<SessionFields, 'text' | 'native'>, change: ReplyChange): void {
    const tab = tabOf({ raw: '', ...fields });
    this.#gave(fields);
    this.#target.change({ ...fields, layout: { ...this.#target.now().layout, tab } }, change);
  }
}
