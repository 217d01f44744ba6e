import { untrack } from 'svelte';
import { doneText, withLineFeeds, type Edit, type Extraction } from '../../core/index.ts';
import type { LessonLink } from '../permalink/lesson-link.ts';
import { emptyLinkState, keysOf, type LinkState } from '../permalink/state.ts';
import {
  defaultRuntime,
  emptySessionFields,
  tabOf,
  type LearnFields,
  type SessionFields,
  type ViewId,
} from './fields.ts';
import { activeFields, withValidTools } from './active-tools.ts';
import { asItCame, caseWithLineFeeds, LINE_ENDS_CHANGED } from './line-feeds.ts';
import { lasting, replacedNotice, type Notice, type Undoable } from './notices.ts';
import { Paste } from './paste/paste.svelte.ts';
import { plainChange, type PlainChange } from './plain-change.ts';
import { editedReply, isOtherReply, isSame, ofOneText, removedWith, type ReplyChange } from './reply-change.ts';
import { holdsReply, holdsWork, sameWork } from './work.ts';

/**
 * The one store: the data of the session and what the page has to say about it. Written only by its methods; the big
 * values are replaced, never changed in place.
 */
export class Session {
  #fields = $state.raw<SessionFields>(emptySessionFields);
  #before = $state.raw<SessionFields | null>(null);
  #notices = $state.raw<readonly Notice[]>([]);
  #isArriving = $state(false);
  /** The lesson that a link wants. */
  #wantedLesson = $state.raw<LessonLink | null>(null);
  /** How often work came that was not pasted. */
  #openings = $state(0);
  /** What was opened last: as long as it is unchanged, nobody loses work when something else is opened. */
  #opened: LinkState = emptyLinkState;
  /** Whether that is an example. */
  #isExample = false;
  /** The last reply that was not empty: what a reply takes the place of after the editor was cleared. */
  #lastReply: Pick<LinkState, 'text' | 'native'> = emptyLinkState;
  /** Whether a run writes the reply. */
  isWriting = $state(false);
  /** What is pasted or dropped. */
  readonly paste: Paste;
  /** The view that somebody went to last, unlike one that came with a link or was kept. */
  wentTo: ViewId | null = null;

  constructor() {
    this.paste = new Paste({
      now: () => this.#now,
      change: this.#change.bind(this),
      open: this.open.bind(this),
      say: this.say.bind(this),
      dismiss: this.dismiss.bind(this),
    });
  }

  get fields(): SessionFields {
    return this.#fields;
  }

  /** As they are read and sent: with the last valid tools while those that are typed are no JSON. */
  readonly active: SessionFields = $derived(activeFields(this.#fields));

  /** What links and the browser keep: the reply as it came, and the paste also where it is the reply: it proves something. */
  get kept(): SessionFields {
    const fields = this.#fields;
    return asItCame(fields.raw === '' && fields.text === this.paste.content ? { ...fields, raw: fields.text } : fields);
  }

  /** What was here before a link or an example replaced it. */
  get before(): SessionFields | null {
    return this.#before;
  }

  get notices(): readonly Notice[] {
    return this.#notices;
  }

  /** Whether the page asks what runs the model: of each reply without a server, until the reader has said it once. */
  get asksOwnRuntime(): boolean {
    const { profile, ownRuntime } = this.#fields;
    return profile === defaultRuntime && ownRuntime === null && holdsReply(this.#fields);
  }

  get wantedLesson(): LessonLink | null {
    return this.#wantedLesson;
  }

  /** Whether a field is as it came with what was opened, and not the reader's. */
  brought(field: keyof LinkState): boolean {
    return this.#fields[field] === this.#opened[field];
  }

  /** Whether the page shows what it is and where to paste: until there is a reply, or something is opened. */
  get isArriving(): boolean {
    return this.#isArriving;
  }

  /** How often other work came onto the page at once, as from a link, an example or a paste into the whole page. */
  get openings(): number {
    return this.#openings + this.paste.taken;
  }

  /** Changes fields that say nothing of others. */
  set(change: PlainChange): void {
    this.#change(plainChange(change));
  }

  /** Lone carriage returns stay: they are characters of the reply. */
  setText(text: string, change: ReplyChange = 'typed'): void {
    this.#change({ text: withLineFeeds(text) }, change);
  }

  /** A text that was pasted outside of every field becomes the reply; what was there can be brought back. */
  async replaceReply(text: string): Promise<void> {
    const previous = this.#now;
    const hadWork =
      (holdsReply(previous) || previous.raw !== '') && !(this.#isExample && sameWork(previous, this.#opened));
    const layout = { ...previous.layout, tab: 'reply' } as const;
    this.#change({ text: '', native: '', raw: '', step: null, view: 'reply', layout });
    const read = this.paste.take(text);
    if (hadWork) {
      this.#before = asItCame(previous);
      this.#sayReplaced('The pasted reply is open.', 'Back to what you had');
    }
    await read;
  }

  setRuntime(runtime: string): void {
    this.#change({ profile: runtime, step: null });
  }

  /** Says what runs the reader's model. New pages start with it. */
  setOwnRuntime(ownRuntime: string): void {
    this.#change({ ownRuntime });
  }

  setView(view: ViewId): void {
    this.wentTo = view;
    this.#change({ view });
  }

  /** Opens the page of one format, or the list of all. */
  setFormatPage(formatPage: string | null): void {
    this.#change({ formatPage });
    this.openLearn({ section: 'formats' });
  }

  /** Opens a section of the view Learn. */
  openLearn(learn: Partial<LearnFields>): void {
    const { layout } = this.#now;
    this.#change({ view: 'formats', layout: { ...layout, learn: { ...layout.learn, ...learn } } });
  }

  /** Opens a lesson beside the work; '' closes it. */
  setLesson(lesson: string): void {
    const { layout } = this.#now;
    this.#change({ layout: { ...layout, learn: { ...layout.learn, lesson } } });
  }

  /** Shows the path of lessons, which opens the one that a link wants; null once it is open. */
  wantLesson(lesson: LessonLink | null): void {
    this.#wantedLesson = lesson;
    if (lesson !== null) this.openLearn({ section: 'lessons' });
  }

  setTab(tab: SessionFields['layout']['tab']): void {
    this.#change({ layout: { ...this.#now.layout, tab } });
  }

  setBorders(borders: SessionFields['layout']['borders']): void {
    this.#change({ layout: { ...this.#now.layout, borders } });
  }

  /** Whether a runtime is asked about every reply. */
  setPinned(runtime: string, isPinned: boolean): void {
    const others = this.#now.pinned.filter((id) => id !== runtime);
    this.#change({ pinned: isPinned ? [...others, runtime] : others });
  }

  setExpected(expected: LinkState['expected']): void {
    this.#change({ expected });
    this.dismiss('expected');
  }

  /** Chooses the other side of the comparison, and with it what changes on this side. */
  setCompare(compare: LinkState['compare'], own: Partial<LinkState> = {}): void {
    this.#change({ ...own, compare }, 'turn');
  }

  /** Lists all runtimes beside each other; null for two sides. */
  setMatrix(matrix: LinkState['matrix'], own: Partial<LinkState> = {}): void {
    this.#change({ ...own, matrix });
  }

  /** Changes the conversation around the reply, and with it the reply where another turn is gone to. */
  setLoop(loop: LinkState['loop'], own: Partial<LinkState> = {}): void {
    this.#change({ ...own, loop }, 'turn');
  }

  /** Defines the format that the runtime `custom` reads, and reads by it. */
  setCustom(custom: LinkState['custom']): void {
    this.#change({ custom, profile: 'custom', step: null });
  }

  /** Keys go to the origin they were typed for, and are gone when the page is closed. */
  setApiKey(origin: string, key: string): void {
    this.#change({ apiKeys: { ...this.#now.apiKeys, [origin]: key } });
  }

  /** Sets what choosing a provider means, with a way back. */
  setProvider(
    {
      runtime,
      ...choice
    }: Pick<LinkState, 'provider' | 'nativeToolCalls' | 'selfContained'> & { readonly runtime: string },
    said: string,
  ): void {
    this.#changeWithUndo('provider', said, { ...choice, profile: runtime, step: null }, ['reasoningParser']);
  }

  /**
   * Fills the page from a link or an example. What was here can be brought back by `goBack`.
   *
   * @param keeps whether it can be brought back even where it was no work of the reader's own
   */
  open(state: LinkState, from: string, keeps = false): void {
    this.#isArriving = false;
    this.#isExample = false;
    this.#openings = untrack(() => this.#openings) + 1;
    const [previous, shown] = [untrack(() => this.kept), this.#now];
    this.#fields = {
      ...previous,
      ...ofOneText,
      ...caseWithLineFeeds(state),
      validTools: null,
      layout: { ...previous.layout, tab: tabOf(state) },
    };
    // The page of a format is what was linked to, whatever else of the view was shown.
    if (state.formatPage !== null && state.view === 'formats') this.setFormatPage(state.formatPage);
    const offersBack = untrack(() => this.#notices.some(({ kind, isKept }) => kind === 'replaced' && isKept === true));
    this.#notices = untrack(() => lasting(this.#notices, [], true));
    this.#pasted();
    const isOwnWork = keeps || (holdsWork(previous) && !sameWork(shown, this.#opened));
    this.#opened = this.#now;
    this.#lastReply = this.#now;
    if (isOwnWork && !sameWork(shown, this.#now)) {
      this.#before = previous;
      this.#sayReplaced(`${from} is open.`, 'Back to what you had');
    } else if (offersBack) this.#sayReplaced(`${from} is open.`, 'Back to what you had');
    if (state.text.includes('\r\n')) this.say({ kind: 'link', tone: 'warn', text: LINE_ENDS_CHANGED });
  }

  /** What was pasted is what came with the work. Kept as the reply itself, it is shown only once. */
  #pasted(): void {
    const { raw, text } = this.#now;
    if (raw === text) this.#fields = { ...this.#now, raw: '' };
    this.paste.forget(raw, this.#now);
  }

  /** An example is nobody's work: when a reply is pasted over it, what came with the example goes. */
  openExample(state: LinkState, title: string): void {
    this.open(state, `The example “${title}”`);
    this.#isExample = true;
  }

  /** Swaps the page with what was there before, less what is kept, so that going back can be taken back as well. */
  goBack(kept: Partial<SessionFields> = {}): void {
    const before = untrack(() => this.#before);
    if (before === null) return;
    this.#openings = untrack(() => this.#openings) + 1;
    // These are the reader's, not the work's.
    const { theme, pinned, ownRuntime, server } = this.#now;
    this.#before = untrack(() => this.kept);
    this.#fields = { ...caseWithLineFeeds(asItCame(before)), ...kept, theme, pinned, ownRuntime, server };
    this.#lastReply = this.#now;
    this.#isExample = false;
    this.#isArriving = !holdsWork(before);
    this.#notices = untrack(() => lasting(this.#notices, [], true));
    this.#pasted();
    this.#sayReplaced('Back to what you had.', 'Undo');
  }

  #sayReplaced(text: string, label: Parameters<typeof replacedNotice>[1]): void {
    this.say(replacedNotice(text, label, () => this.goBack()));
  }

  /** Makes an edit that a diagnosis offers; its spans point into `document`. */
  applyEdit(edit: Edit, parts: Extraction['parts']): void {
    const change = editedReply(this.#now, edit, parts);
    this.#changeWithUndo('edit', doneText(edit.label), change, ['raw', ...keysOf(ofOneText), 'reasoningParser']);
  }

  /** Changes fields as `set` does, and says so, with a way back. */
  setWithUndo(done: string, change: PlainChange): void {
    this.#changeWithUndo('edit', done, plainChange(change));
  }

  /** @param also what else is as it was after the way back */
  #changeWithUndo(
    kind: 'edit' | 'provider',
    text: string,
    change: Partial<SessionFields>,
    also: readonly (keyof SessionFields)[] = [],
  ): void {
    const now = this.#now;
    const before = Object.fromEntries([...keysOf(change), ...also].map((key) => [key, now[key]]));
    const earlier = untrack(() => this.#notices.find((notice) => notice.kind === kind && notice.action !== undefined));
    this.#change(change, 'same');
    this.#offerBefore(kind, 'good', text, before, earlier);
  }

  #offerBefore(
    kind: Notice['kind'],
    tone: Notice['tone'],
    text: string,
    before: Partial<SessionFields>,
    earlier?: Notice,
  ): void {
    const undo = (): void => this.#change(before, 'same');
    this.offerUndo({ kind, tone, text, overwrites: keysOf(before), undo, earlier });
  }

  /** Says what has been changed, with a way back. */
  offerUndo({ kind = 'edit', tone = 'good', text, overwrites, undo, earlier }: Undoable): void {
    const run = (): void => {
      undo();
      this.dismiss(kind);
      if (earlier !== undefined) this.say(earlier);
    };
    this.say({ kind, tone, text, action: { label: 'Undo', overwrites, run } });
  }

  /** Shows the page as it is before there is anything. */
  arrive(): void {
    this.#isArriving = true;
  }

  /** Takes over what this browser kept, without a word. */
  restore(fields: Partial<SessionFields>, before: Partial<SessionFields> | null): void {
    this.#fields = { ...emptySessionFields, ...caseWithLineFeeds(fields) };
    this.#before = before === null ? null : { ...emptySessionFields, ...before };
    this.#lastReply = this.#now;
    this.#pasted();
  }

  clear(): void {
    this.open({ ...emptyLinkState, profile: this.#now.ownRuntime ?? defaultRuntime }, 'An empty page');
    this.arrive();
  }

  // An effect that speaks or changes a field must not run again because of what it read on the way: hence `untrack`.

  say(notice: Notice): void {
    untrack(() => {
      this.#notices = [...this.#notices.filter(({ kind }) => kind !== notice.kind), notice];
    });
  }

  dismiss(kind: Notice['kind']): void {
    untrack(() => {
      if (this.#notices.some((notice) => notice.kind === kind)) {
        this.#notices = this.#notices.filter((notice) => notice.kind !== kind);
      }
    });
  }

  /** The fields, for methods: reading them there subscribes nobody. */
  get #now(): SessionFields {
    return untrack(() => this.#fields);
  }

  /** The only place that writes fields one by one. A recording goes with its text, and notices when another reply comes. */
  #change(change: Partial<SessionFields>, reply: ReplyChange = 'typed'): void {
    untrack(() => {
      const before = this.#fields;
      const isOther = change.text !== undefined && change.text !== before.text;
      const after = withValidTools(before, { ...before, ...(isOther && ofOneText), ...change });
      this.#fields = after;
      const changed = keysOf(change).filter((key) => before[key] !== after[key]);
      this.#notices = lasting(this.#notices, changed, !isSame(reply) && isOtherReply(this.#lastReply, after));
      if (!isOther && change.native === undefined) return;
      this.#fields = { ...after, edited: this.paste.isEdited(after, reply) };
      this.#followReply(reply);
    });
  }

  /** Takes away what belonged to the reply before, when another one has come. */
  #followReply(change: ReplyChange): void {
    const now = this.#fields;
    if (!holdsReply(now)) return;
    this.#isArriving = false;
    const removal = removedWith(change, this.#lastReply, now, this.#isExample ? this.#opened : null);
    this.#lastReply = now;
    if (removal === null) return;
    if (removal.kind === 'replaced') this.#isExample = false;
    this.#fields = { ...now, ...removal.fields };
    this.#offerBefore(removal.kind, 'info', removal.text, removal.before);
  }
}
