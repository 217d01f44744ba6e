import {
  answerKinds,
  type Lesson,
  type LessonAnswer,
  type LessonStep,
  readLesson,
  rendersTemplate,
  runtimesAsked,
} from '../../../../core/index.ts';
import { lessonList } from '../../../../data/lessons/index.ts';
import { pickForHistory, pickForLink } from '../../../page/fields.ts';
import { FormatsClient } from '../../../page/formats-client.ts';
import type { Page, Quiet } from '../../../page/page.svelte.ts';
import { holdsWork } from '../../../page/work.ts';
import { Attempts } from './attempts.svelte.ts';
import { isFileId, withFilePrefix } from './file-id.ts';
import { type Attempt, keyOf } from './kept-attempts.ts';
import { keepText, keptText } from './kept-text.ts';
import { editedCase, gradedCase, hidesAnswer, isUntouched, showsCase, stateOf } from './lesson-state.ts';
import { listedLesson } from './listed-lesson.ts';
import { keepLessons, keptLessons, named } from './other-lessons.ts';
import {
  noProgress,
  ownOf,
  type LessonProgress,
  type Progress,
  progressOf,
  readProgress,
  resultText,
  withHints,
  withLesson,
  withOwn,
  withoutLesson,
  writeProgress,
} from './progress.ts';

/** The lesson that is open, where somebody is in it, and what this browser keeps of all lessons. */
export class Lessons {
  readonly #page: Pick<Page, 'session' | 'selection' | 'of' | 'lessonQuiet'>;
  #progress = $state.raw<Progress>(noProgress);
  #lesson = $state.raw<Lesson | null>(null);
  #others = $state.raw<readonly Lesson[]>(keptLessons());
  #index = $state(0);
  /** The steps that were solved since somebody began a finished lesson again; null at the first time. */
  #again = $state.raw<readonly number[] | null>(null);
  readonly #attempts = new Attempts();
  #isChecking = $state(false);
  #problem = $state('');
  /** How often a step was entered: who enters one goes on reading there. */
  entered = $state(0);
  /** So often somebody was led to the step that they entered. */
  greeted = 0;
  /** Counts what was opened: an answer to an earlier question is nobody's. */
  #asked = 0;
  /** While it is, every case is the one of its question: what somebody made of it may be the answer. */
  #isPresented = $state(false);

  constructor(page: Pick<Page, 'session' | 'selection' | 'of' | 'lessonQuiet'>) {
    this.#page = page;
    page.lessonQuiet = () => this.quiet;
    this.#progress = readProgress(keptText('callscope.lessons'));
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Lessons of a link or a file that were begun in this browser, the last one first. */
  get others(): readonly Lesson[] {
    return this.#others;
  }

  get lesson(): Lesson | null {
    return this.#lesson;
  }

  /** The address of the open lesson; '' for one that is only on this page. */
  get link(): string {
    const id = this.#lesson?.id ?? '';
    return id === '' || isFileId(id) ? '' : `${location.origin}${location.pathname}#lesson=${id}`;
  }

  /** From 0; after the last step the end of the lesson. */
  get index(): number {
    return this.#index;
  }

  /** What came of the open lesson, in a few words. */
  get result(): string {
    return resultText(this.solved.length, this.#lesson?.steps.length ?? 0, this.#kept);
  }

  get isChecking(): boolean {
    return this.#isChecking;
  }

  get problem(): string {
    return this.#problem;
  }

  readonly step = $derived.by((): LessonStep | null => this.#lesson?.steps[this.#index] ?? null);
  readonly #key = $derived.by(() => (this.#lesson === null ? '' : keyOf(this.#lesson, this.#index)));
  readonly attempt = $derived.by((): Attempt => this.#attempts.of(this.#key));
  /** The steps of the open lesson that were solved, from 0. */
  readonly solved = $derived.by((): readonly number[] =>
    this.#lesson === null ? [] : (this.#again ?? progressOf(this.#progress, this.#lesson.id).solved),
  );
  readonly isSolved = $derived(this.solved.includes(this.#index));
  /** Indexes of the steps that nobody has solved. */
  readonly unsolved = $derived.by(() => unsolvedOf(this.#lesson, this.solved));
  /** Whether the page shows something else than the case of the step. */
  readonly isElsewhere = $derived.by(() => {
    // After the last step its case stays.
    const step = this.step ?? this.#lesson?.steps.at(-1);
    return step !== undefined && !showsCase(step, this.#page.session.fields);
  });
  /** The case that an answer is graded by; null where nothing is asked. */
  readonly graded = $derived.by(() => (this.step === null ? null : gradedCase(this.step, this.#page.session.fields)));
  /** Nobody answers a question beside another case. What was edited is graded with that case, and a foreign change refused. */
  readonly isAnswerable = $derived.by(() => this.step !== null && (!this.isElsewhere || !hidesAnswer(this.step.ask)));
  /** What the views leave out: what the engine does where it is the answer, and what would help where it is not. */
  readonly quiet = $derived.by((): Quiet => {
    if (this.#lesson === null) return 'veiled';
    if (this.isElsewhere) return 'none';
    return this.step !== null && !this.isSolved && hidesAnswer(this.step.ask) ? 'veiled' : 'calm';
  });
  readonly next = $derived.by(() => {
    const at = lessonList.findIndex(({ id }) => id === this.#lesson?.id);
    return at < 0 ? null : (lessonList[at + 1] ?? null);
  });

  /** Opens a lesson of the list, or one of others that this browser knows, where somebody left it, or at its first step where it is done. */
  async open(id: string): Promise<void> {
    const lesson = await this.#load(id);
    if (lesson !== null) this.#begin(lesson);
    else if (this.#problem === '')
      this.#problem = `There is no lesson with the id ${id}. Its link may be of another version of this page.`;
  }

  /** Opens a lesson file that anybody may have made, and keeps it. Returns what is wrong with it, a sentence each. */
  openFile(text: string): readonly string[] {
    const { lesson, problems } = readLesson(text);
    if (lesson !== null) {
      const own = named(lesson, this.#others);
      this.#others = keepLessons([own, ...this.#others.filter(({ id }) => id !== own.id)]);
      this.#begin(own);
    }
    return problems;
  }

  /** Forgets a lesson of others, with all that was done in it. */
  forget(lesson: string): void {
    if (this.#lesson?.id === lesson) {
      this.close();
      this.#page.session.openLearn({ section: 'lessons' });
    }
    this.#others = keepLessons(this.#others.filter(({ id }) => id !== lesson));
    this.#attempts.forget(lesson);
    this.#save(withoutLesson(this.#progress, lesson));
  }

  /** Opens a lesson that is not in the list, and may have the id of one that is. */
  openOther(lesson: Lesson): void {
    this.#begin({ ...lesson, id: withFilePrefix(lesson.id) });
  }

  #begin(lesson: Lesson): void {
    const { session } = this.#page;
    this.keep(this.draft);
    if (session.fields.layout.learn.lesson === '') this.#keepOwn();
    this.#lesson = lesson;
    const { at, solved } = progressOf(this.#progress, lesson.id);
    const isAtEnd = at >= lesson.steps.length;
    const [open = 0] = unsolvedOf(lesson, solved);
    const isAgain = isAtEnd && unsolvedOf(lesson, solved).length === 0;
    this.#index = isAtEnd ? open : at;
    this.#again = isAgain ? [] : null;
    if (isAgain) {
      this.#attempts.forget(lesson.id);
      this.#keep({ hints: [], wrongs: 0 });
    }
    session.setLesson(lesson.id);
    this.#enter();
  }

  /** After a reload: the lesson that is open beside the text that was kept. */
  async resume(id: string): Promise<void> {
    if (this.#lesson?.id === id) return;
    const lesson = await this.#load(id);
    // One of somebody’s own exercises is gone with the page.
    if (lesson === null) {
      this.close();
      return;
    }
    this.#lesson = lesson;
    this.#index = Math.min(progressOf(this.#progress, id).at, lesson.steps.length);
  }

  async #load(id: string): Promise<Lesson | null> {
    this.#problem = '';
    try {
      return this.#others.find((one) => one.id === id) ?? (await listedLesson(id));
    } catch {
      this.#problem = 'The lesson could not be loaded. Check the connection, and try again.';
      return null;
    }
  }

  /** Goes to a step; the number of steps is the end of the lesson. */
  goTo(index: number): void {
    const lesson = this.#lesson;
    if (lesson === null || index < 0 || index > lesson.steps.length) return;
    this.keep(this.draft);
    this.#index = index;
    this.#enter();
  }

  /** Shows the lesson to others, from its first question where it was at its end. Returns what ends that. */
  present(): () => void {
    this.keep(this.draft);
    this.#isPresented = true;
    if (this.step === null) this.#index = 0;
    this.#enter();
    return () => {
      this.#isPresented = false;
      this.#openCase();
    };
  }

  /** Puts the case of the step back as the lesson has it. */
  startAgain(): void {
    this.#change({ state: null, grade: null });
    this.#openCase();
  }

  /** Opens the step again after somebody looked at something else. */
  comeBack(): void {
    this.#openCase();
  }

  set(change: Partial<Pick<Attempt, 'typed' | 'option' | 'order'>>): void {
    this.#change({ ...change, grade: null });
  }

  showHint(): void {
    const hints = this.attempt.hints + 1;
    this.#change({ hints });
    this.#keep({ hints: withHints(this.#kept.hints, this.#index, hints) });
  }

  showAnswer(): void {
    this.#change({ isShown: true });
  }

  /** Lets the engines grade what was answered. */
  async check(): Promise<void> {
    const { step } = this;
    if (step === null || !this.isAnswerable || this.#isChecking) return;
    const answer = this.#answer(step);
    const asked = ++this.#asked;
    this.#isChecking = true;
    this.#problem = '';
    const question = this.questionOf(step, answer);
    const result = await this.#page.of(FormatsClient).worker.run({ kind: 'grade', ...question, answer });
    if (asked !== this.#asked) return;
    this.#isChecking = false;
    if (!result.ok) {
      this.#problem = result.message;
      return;
    }
    this.#change({ grade: result.answer });
    if (result.answer.isRight) this.#solve();
    else this.#keep({ wrongs: this.#kept.wrongs + 1 });
  }

  /** A question as a worker is asked it, with the code that it needs. */
  questionOf({ ask, case: given }: LessonStep, answer: LessonAnswer = { kind: 'words', text: '' }) {
    const question = { ask, case: given };
    return { question, runtimes: runtimesAsked(question, answer), rendersTemplate: rendersTemplate(question) };
  }

  #answer(step: LessonStep): LessonAnswer {
    const { session, selection } = this.#page;
    const { typed, option, order } = this.attempt;
    switch (answerKinds[step.ask.kind]) {
      case 'words':
        return { kind: 'words', text: typed };
      case 'span':
        return { kind: 'span', span: selection.selected };
      case 'place':
        return { kind: 'place', at: selection.selected.from };
      case 'option':
        return { kind: 'option', id: option };
      case 'order':
        return { kind: 'order', order };
      case 'case':
        return { kind: 'case', case: editedCase(step.case, session.fields) };
    }
  }

  /** Ends the lesson, and brings back what was on the page before. */
  close(): void {
    const { session } = this.#page;
    this.keep(this.draft);
    const own = ownOf(this.#progress);
    this.#lesson = null;
    session.setLesson('');
    this.#save({ ...this.#progress, own: '' });
    if (own !== null) session.open(own, 'Your work');
    else session.clear();
    session.dismiss('replaced');
  }

  /** Forgets all progress. Work that waits stays. */
  reset(): void {
    this.#attempts.forget();
    this.#save({ ...noProgress, own: this.#progress.own });
  }

  exported(): string {
    return writeProgress({ ...this.#progress, own: '' });
  }

  #keepOwn(): void {
    const state = pickForHistory(this.#page.session.kept);
    if (holdsWork(state)) this.#save(withOwn(this.#progress, state));
  }

  #enter(): void {
    if (this.#lesson === null) return;
    this.#keep({ at: this.#index });
    this.entered += 1;
    this.#asked += 1;
    this.#isChecking = false;
    this.#problem = '';
    const { step } = this;
    if (step === null) return;
    if (step.ask.kind === 'order' && this.attempt.order.length !== step.ask.items.length)
      this.#change({ order: step.ask.items.map((_, index) => index) });
    this.#openCase();
  }

  #openCase(): void {
    const { step, attempt } = this;
    if (step === null || this.#lesson === null) return;
    const { session, selection } = this.#page;
    selection.selected = { from: 0, to: 0 };
    session.open((this.#isPresented ? null : attempt.state) ?? stateOf(step), this.#lesson.title);
    // The lesson itself says what is open, and has its own way back.
    session.dismiss('replaced');
  }

  /** What is entered in the open step, with what is edited on the page; null where nothing is to be kept. */
  readonly draft = $derived.by((): { readonly key: string; readonly attempt: Attempt } | null => {
    const { step, attempt } = this;
    if (step === null || this.#isPresented) return null;
    const { fields } = this.#page.session;
    if (this.isElsewhere || hidesAnswer(step.ask)) return { key: this.#key, attempt };
    // Somebody may look at another view by now.
    const { view } = stateOf(step);
    const state = isUntouched(step, fields) ? null : { ...pickForLink(fields), view, formatPage: null };
    return { key: this.#key, attempt: { ...attempt, state } };
  });

  /** Keeps a draft, in this browser as well. */
  keep(draft: typeof this.draft): void {
    if (draft !== null) this.#attempts.keep(draft.key, draft.attempt);
  }

  #solve(): void {
    const { solved } = this.#kept;
    if (this.#again !== null) this.#again = [...this.#again, this.#index];
    const others = solved.filter((index) => index !== this.#index);
    this.#keep({ solved: [...others, this.#index].toSorted((one, other) => one - other) });
  }

  /** What is kept of the open lesson. */
  get #kept(): LessonProgress {
    return progressOf(this.#progress, this.#lesson?.id ?? '');
  }

  #keep(change: Partial<LessonProgress>): void {
    if (this.#lesson !== null) this.#save(withLesson(this.#progress, this.#lesson.id, { ...this.#kept, ...change }));
  }

  #change(change: Partial<Attempt>): void {
    this.#attempts.set(this.#key, { ...this.attempt, ...change });
  }

  #save(progress: Progress): void {
    this.#progress = progress;
    keepText('callscope.lessons', writeProgress(progress));
  }
}

function unsolvedOf(lesson: Lesson | null, solved: readonly number[]): readonly number[] {
  return (lesson?.steps ?? []).flatMap((_, index) => (solved.includes(index) ? [] : [index]));
}
