import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lesson } from '../../../../src/core/index.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { decodeLesson } from '../../../../src/app/permalink/lesson-link.ts';
import { copyLink } from '../../../../src/app/views/share/copy-link.ts';
import { sharedAddress } from '../../../../src/app/views/learn/lessons/lesson-address.ts';
import { Lessons } from '../../../../src/app/views/learn/lessons/lessons.svelte.ts';

// Files of a worker share their modules: what another file has loaded would keep what is replaced here.
vi.hoisted(() => {
  vi.resetModules();
});

const grades = vi.hoisted(() => ({ isRight: true, says: [] as string[] }));

// Every answer is right here, where nothing else is said: the workers that grade are a large part of the page.
vi.mock('../../../../src/app/page/formats-client.ts', () => ({
  FormatsClient: class {
    worker = { run: () => Promise.resolve({ ok: true, answer: { ...grades, span: null } }) };
  },
}));

const broken = `{"name": "f", "arguments": {'a': 1}}`;
const repaired = `{"name": "f", "arguments": {"a": 1}}`;
const fix = {
  say: 'Repair it.',
  case: { profile: 'vllm:hermes', text: broken },
  ask: { kind: 'fix', edit: ['text'], conditions: [{ must: 'count', calls: 1 }] },
  hints: [],
  after: 'Done.',
} as const;
const lesson: Lesson = { id: 'own', title: 'Own', minutes: 1, steps: [fix, { ...fix, say: 'Again.' }] };

let page: Page;
let lessons: Lessons;
let end: () => void;

beforeEach(() => {
  vi.stubGlobal('location', { search: '', origin: 'https://a.test', pathname: '/' });
  end = $effect.root(() => {
    page = new Page();
    lessons = page.of(Lessons);
  });
  lessons.openOther(lesson);
  flushSync();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

describe('a lesson that is presented', () => {
  it('shows the case of a question, and never what somebody made of it before', () => {
    page.session.setText(repaired);
    lessons.goTo(1);
    lessons.goTo(0);
    expect(page.session.fields.text).toBe(repaired);
    const leave = lessons.present();
    expect(page.session.fields.text).toBe(broken);
    lessons.goTo(1);
    expect(page.session.fields.text).toBe(broken);
    lessons.goTo(0);
    expect(page.session.fields.text).toBe(broken);
    leave();
    // What was written is still there after it.
    expect(page.session.fields.text).toBe(repaired);
  });

  it('begins at the first question where the lesson was at its end', () => {
    lessons.goTo(2);
    expect(lessons.step).toBeNull();
    lessons.present();
    expect(lessons.index).toBe(0);
    lessons.goTo(1);
    lessons.present();
    expect(lessons.index).toBe(1);
  });
});

describe('what somebody wrote in a step', () => {
  const predict = { ...fix, say: 'How many?', ask: { kind: 'predict', what: { of: 'count' } } } as const;
  const both = { ...lesson, steps: [fix, predict] };
  const half = broken.replace("'a'", '"a');
  const store = new Map<string, string>();

  beforeEach(() => {
    store.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, text: string) => store.set(key, text),
    });
    lessons.openOther(both);
    flushSync();
  });
  afterEach(() => {
    grades.isRight = true;
  });

  /** As the page does a moment after each change, and before it goes. */
  function keep(): void {
    flushSync();
    lessons.keep(lessons.draft);
  }

  function reload(given: Lesson = both): void {
    end();
    end = $effect.root(() => {
      page = new Page();
      lessons = page.of(Lessons);
    });
    lessons.openOther(given);
    flushSync();
  }

  it('is there after a reload, with what was said of it', async () => {
    page.session.setText(half);
    flushSync();
    grades.isRight = false;
    grades.says = ['The string never ends.'];
    await lessons.check();
    keep();
    reload();
    expect(page.session.fields.text).toBe(half);
    expect(lessons.attempt.grade?.says).toEqual(['The string never ends.']);
    expect(lessons.attempt.isShown).toBe(false);
    lessons.goTo(1);
    lessons.set({ typed: '2' });
    lessons.showAnswer();
    keep();
    reload();
    expect([lessons.index, lessons.attempt.typed, lessons.attempt.isShown]).toEqual([1, '2', true]);
    lessons.goTo(0);
    expect(page.session.fields.text).toBe(half);
  });

  it('is no answer to a step that was written anew, and is gone when somebody starts again', () => {
    page.session.setText(half);
    keep();
    reload({ ...both, steps: [{ ...fix, case: { ...fix.case, text: `Once more: ${broken}` } }, predict] });
    expect(page.session.fields.text).toBe(`Once more: ${broken}`);
    reload();
    expect(page.session.fields.text).toBe(half);
    lessons.startAgain();
    keep();
    reload();
    expect(page.session.fields.text).toBe(broken);
  });

  it('is not lost while somebody looks at something else, and is kept once', () => {
    page.session.setText(half);
    keep();
    const kept = store.get('callscope.answers');
    page.session.setRuntime('vllm:mistral');
    keep();
    expect(store.get('callscope.answers')).toBe(kept);
    lessons.comeBack();
    expect(page.session.fields.text).toBe(half);
  });

  it.each([
    '{',
    '[]',
    '{"file-own 0 x": 1}',
    // What another page kept, or somebody wrote by hand.
  ])('is nothing where what was kept is damaged: %s', (damaged) => {
    store.set('callscope.answers', damaged);
    reload();
    expect(lessons.attempt).toMatchObject({ typed: '', grade: null, state: null });
  });

  it('is gone with the progress', () => {
    page.session.setText(half);
    keep();
    lessons.reset();
    reload();
    expect(page.session.fields.text).toBe(broken);
  });
});

describe('a lesson of a link or a file', () => {
  const store = new Map<string, string>();
  const text = JSON.stringify(lesson);

  beforeEach(() => {
    store.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    });
    comeBack();
  });

  /** Another day, without the link. */
  function comeBack(): void {
    end();
    end = $effect.root(() => {
      page = new Page();
      lessons = page.of(Lessons);
    });
  }

  it('is found again without the link, where one left it', async () => {
    lessons.openFile(text);
    await lessons.check();
    lessons.goTo(1);
    comeBack();
    expect(lessons.others.map(({ title }) => title)).toEqual(['Own']);
    await lessons.open('file-own');
    expect([lessons.lesson?.steps.length, lessons.index, lessons.solved]).toEqual([2, 1, [0]]);
    comeBack();
    await lessons.resume('file-own');
    expect(lessons.lesson?.title).toBe('Own');
  });

  it('is the last one first, and each once, also where it was corrected', () => {
    lessons.openFile(text);
    lessons.openFile(JSON.stringify({ ...lesson, id: 'second', title: 'Second' }));
    lessons.openFile(JSON.stringify({ ...lesson, title: 'Corrected', steps: [fix] }));
    comeBack();
    expect(lessons.others.map(({ title }) => title)).toEqual(['Corrected', 'Second']);
  });

  it('is another one where only the id is the same', async () => {
    lessons.openFile(text);
    await lessons.check();
    const second = { ...lesson, steps: [{ ...fix, say: 'Of another class.' }] };
    lessons.openFile(JSON.stringify(second));
    expect(lessons.solved).toEqual([]);
    lessons.openFile(JSON.stringify(second));
    comeBack();
    expect(lessons.others.map(({ id }) => id)).toEqual(['file-own-2', 'file-own']);
  });

  it('can be forgotten, also while it is open', async () => {
    lessons.openFile(text);
    await lessons.check();
    lessons.forget('file-own');
    expect([lessons.lesson, page.session.fields.view]).toEqual([null, 'formats']);
    comeBack();
    expect(lessons.others).toEqual([]);
    lessons.openFile(text);
    expect(lessons.solved).toEqual([]);
  });

  it('is not kept where there is no room for it, and makes no room of others', () => {
    lessons.openFile(text);
    const long = { ...fix, case: { ...fix.case, system: 'x'.repeat(190_000) } };
    lessons.openFile(JSON.stringify({ ...lesson, id: 'long', steps: Array.from({ length: 6 }, () => long) }));
    expect(lessons.lesson?.id).toBe('file-long');
    comeBack();
    expect(lessons.others.map(({ id }) => id)).toEqual(['file-own']);
  });
});

describe('the result of a lesson', () => {
  it('counts what was solved, each hint once, and every wrong answer, also after a reload', async () => {
    grades.isRight = false;
    lessons.showHint();
    await lessons.check();
    grades.isRight = true;
    await lessons.check();
    // Its hints are shown once more, as after a reload.
    lessons.reset();
    lessons.openOther(lesson);
    expect(lessons.result).toBe('0 of 2 questions solved, 0 hints, 0 wrong answers');
    lessons.showHint();
    grades.isRight = false;
    await lessons.check();
    grades.isRight = true;
    await lessons.check();
    lessons.goTo(1);
    await lessons.check();
    expect(lessons.result).toBe('2 of 2 questions solved, 1 hint, 1 wrong answer');
    // Whoever begins a finished lesson again begins to count again.
    lessons.goTo(2);
    lessons.openOther(lesson);
    expect(lessons.result).toBe('0 of 2 questions solved, 0 hints, 0 wrong answers');
  });
});

describe('the end of a lesson', () => {
  it('says which questions are open, and is finished when none is', async () => {
    await lessons.check();
    lessons.goTo(2);
    expect(lessons.step).toBeNull();
    expect(lessons.unsolved).toEqual([1]);
    lessons.goTo(1);
    await lessons.check();
    lessons.goTo(2);
    expect(lessons.unsolved).toEqual([]);
  });

  it('is no end where a question is open: the lesson then opens at that', async () => {
    await lessons.check();
    lessons.goTo(2);
    lessons.close();
    lessons.openOther(lesson);
    expect(lessons.index).toBe(1);
    expect(lessons.solved).toEqual([0]);
  });
});

describe('another server than that of the question', () => {
  const predict = {
    ...fix,
    say: 'How many?',
    ask: { kind: 'predict', what: { of: 'count' } },
  } as const;
  const choosing = { ...fix, ask: { ...fix.ask, edit: ['profile'] } } as const;

  beforeEach(() => {
    lessons.openOther({ ...lesson, id: 'servers', steps: [predict, fix, choosing] });
    flushSync();
  });

  it('grades nothing while a question about it is open, and its own server is named', async () => {
    page.session.setRuntime('qwen-agent:nous');
    expect(lessons.graded?.profile).toBe('vllm:hermes');
    expect(lessons.isAnswerable).toBe(false);
    await lessons.check();
    expect(lessons.attempt.grade).toBeNull();
    lessons.comeBack();
    expect(lessons.isAnswerable).toBe(true);
    await lessons.check();
    expect(lessons.attempt.grade?.isRight).toBe(true);
  });

  it('is graded and named where the question asks for it', () => {
    lessons.goTo(2);
    page.session.setRuntime('vllm:mistral');
    expect(lessons.graded?.profile).toBe('vllm:mistral');
    expect(lessons.isAnswerable).toBe(true);
  });

  it('is not that of an edited reply, which the grader refuses with a sentence', () => {
    lessons.goTo(1);
    page.session.setRuntime('vllm:mistral');
    expect(lessons.graded?.profile).toBe('vllm:hermes');
    expect(lessons.isAnswerable).toBe(true);
  });

  it.each([{ thinking: 'on' }, { nativeToolCalls: 'true' }, { selfContained: true }] as const)(
    'nor one with another setting: %j',
    (change) => {
      page.session.set(change);
      expect(lessons.isElsewhere).toBe(true);
    },
  );
});

describe('what is shared beside a lesson', () => {
  /** The lesson of an address. */
  function lessonOf(address: string | null): unknown {
    const link = decodeLesson(address?.replace(/^[^#]*/, '') ?? '');
    return link?.kind === 'file' ? JSON.parse(link.text) : link;
  }

  it('is the lesson as its file has it, however often it was shared', () => {
    expect(lessonOf(sharedAddress(lessons, false))).toEqual(lesson);
    lessons.openOther({ ...lesson, id: 'file-own' });
    expect(lessons.lesson?.id).toBe('file-own');
    expect(lessonOf(sharedAddress(lessons, true))).toEqual({ ...lesson, steps: [lesson.steps[0]] });
  });

  it('is the lesson by a key as well, and never the case with its answer', async () => {
    const writeText = vi.fn((_text: string) => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await copyLink(page, 'https://a.test/', () => undefined);
    expect(lessonOf(writeText.mock.calls[0]?.[0] ?? null)).toEqual(lesson);
    expect(page.session.notices.at(-1)?.text).toBe('Link copied. It opens the lesson.');
  });
});
