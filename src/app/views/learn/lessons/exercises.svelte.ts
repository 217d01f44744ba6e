import { type ExerciseKind, type Lesson, type LessonStep, readLesson } from '../../../../core/index.ts';
import { FormatsClient } from '../../../page/formats-client.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { keepText, keptText } from './kept-text.ts';
import { caseOf } from './lesson-state.ts';

/** What a lesson file may have: more would leave the step out. */
const MOST_HINTS = 10;
const LONGEST_HINT = 500;

/** Exercises that somebody makes of cases; several are a lesson. This browser keeps them until they are removed. */
export class Exercises {
  readonly #page: Pick<Page, 'session' | 'of'>;
  kind = $state<ExerciseKind>('predict');
  #title = $state('My lesson');
  #steps = $state.raw<readonly LessonStep[]>([]);
  #isMaking = $state(false);
  #says = $state('');
  #isRefused = $state(false);
  /** Somebody was led here, and has not seen it yet. */
  isWanted = $state(false);

  constructor(page: Pick<Page, 'session' | 'of'>) {
    this.#page = page;
    const { lesson } = readLesson(keptText('callscope.exercises') ?? '');
    if (lesson !== null) [this.#title, this.#steps] = [lesson.title, lesson.steps];
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#title = title;
    this.#keep();
  }

  get steps(): readonly LessonStep[] {
    return this.#steps;
  }

  get isMaking(): boolean {
    return this.#isMaking;
  }

  /** What came of the last try, in a sentence. */
  get says(): string {
    return this.#says;
  }

  /** Whether the last try added nothing. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Shows where exercises are made. */
  show(): void {
    this.isWanted = true;
    this.#page.session.openLearn({ section: 'lessons' });
  }

  /** Makes an exercise of the case in Debug, and adds it where the engines can solve it. */
  async add(): Promise<void> {
    if (this.#isMaking) return;
    const { fields } = this.#page.session;
    this.#isMaking = true;
    this.#says = '';
    const result = await this.#page.of(FormatsClient).worker.run({
      kind: 'exercise',
      exercise: this.kind,
      case: caseOf(fields),
      expected: fields.expected,
    });
    this.#isMaking = false;
    this.#isRefused = !result.ok || result.answer.step === null;
    if (!result.ok) {
      this.#says = result.message;
      return;
    }
    const { step, says } = result.answer;
    this.#says = says;
    if (step !== null) this.#change([...this.#steps, step]);
  }

  /** `hints`: one a line. */
  set(index: number, { hints, ...words }: { say?: string; hints?: string; after?: string }): void {
    const lines = hints?.split('\n').map((line) => line.trim().slice(0, LONGEST_HINT));
    const kept = lines?.filter((line) => line !== '').slice(0, MOST_HINTS);
    const change = kept === undefined ? words : { ...words, hints: kept };
    this.#change(this.#steps.map((step, place) => (place === index ? { ...step, ...change } : step)));
  }

  /** Changes places with the exercise before it, `by` -1, or after it; the first and the last have none. */
  move(index: number, by: -1 | 1): void {
    const [step, other] = [this.#steps[index], this.#steps[index + by]];
    if (step === undefined || other === undefined) return;
    this.#change(this.#steps.with(index, other).with(index + by, step));
  }

  remove(index: number): void {
    this.#change(this.#steps.filter((_, place) => place !== index));
  }

  #change(steps: readonly LessonStep[]): void {
    this.#steps = steps;
    this.#keep();
  }

  #keep(): void {
    keepText('callscope.exercises', JSON.stringify(this.lesson));
  }

  /** The lesson as its file has it. */
  get lesson(): Lesson {
    const words = this.title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60);
    const minutes = Math.max(1, Math.min(60, this.#steps.length * 2));
    return { id: words === '' ? 'lesson' : words, title: this.title, minutes, steps: this.#steps };
  }
}
