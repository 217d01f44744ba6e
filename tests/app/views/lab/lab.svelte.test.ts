import { lackingOnPage } from '../../../../src/app/views/lab/lab-runs.ts';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageKey, setupKey, writeExperiment, type ModelRun } from '../../../../src/core/index.ts';
import { pickForLink } from '../../../../src/app/page/fields.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { emptyLoop } from '../../../../src/app/page/turns.ts';
import { bringCase } from '../../../../src/app/views/lab/bring-case.ts';
import { exampleExperiment } from '../../../../src/app/views/lab/example-experiment.ts';
import { Lab } from '../../../../src/app/views/lab/lab.svelte.ts';
import { openRun } from '../../../../src/app/views/lab/open-run.ts';
import { takeSettings } from '../../../../src/app/views/lab/settings-of-variant.ts';
import { Running } from '../../../../src/app/views/run/running.ts';

let page: Page;
let lab: Lab;
let end: () => void;

beforeEach(() => {
  end = $effect.root(() => {
    page = new Page();
    lab = page.of(Lab);
  });
  lab.openExample();
  flushSync();
});
afterEach(() => {
  end();
});

const [first, second] = exampleExperiment.variants;
const [asked] = exampleExperiment.messages;

function run(number: number, more: Partial<ModelRun> = {}): ModelRun {
  if (first === undefined || asked === undefined) throw new Error('The example is empty.');
  return {
    variant: setupKey(first.setup),
    message: messageKey(asked),
    number,
    seed: number,
    text: `said ${String(number)}`,
    native: '',
    tokens: 10,
    milliseconds: 200,
    finishReason: 'stop',
    error: null,
    ...more,
  };
}

describe('the experiment', () => {
  it('opens with its first variant in the fields, and says what it costs', () => {
    expect(page.session.fields).toMatchObject({ view: 'prompt', system: first?.setup.system, askedFormat: '' });
    expect(lab.shown).toBe(first === undefined ? '' : setupKey(first.setup));
    expect(lab.estimate).toMatchObject({ runs: 60, milliseconds: null, cost: null, output: { isMost: true } });
    lab.plan.priceOut = 2;
    lab.made.runs = [run(1), run(2, { milliseconds: 400, tokens: 20 })];
    expect(lab.estimate).toMatchObject({ milliseconds: 18_000, output: { tokens: 900, isMost: false } });
    // A model of this browser costs nothing.
    expect(lab.estimate).toMatchObject({ requests: 0, cost: null });
  });

  it('has the settings of the variant on the page after a reload, and from a link, as long as nobody has set any', () => {
    const kept = pickForLink(page.session.fields);
    end();
    end = $effect.root(() => {
      page = new Page();
      lab = page.of(Lab);
    });
    page.session.open(kept, 'A link');
    takeSettings(page, lab);
    expect(page.of(Running).settings.temperature).toBe(0.7);
    expect(lab.shown).toBe(first === undefined ? '' : setupKey(first.setup));
    page.of(Running).settings.temperature = 1;
    takeSettings(page, lab);
    page.session.open({ ...kept, note: 'Again.' }, 'A link');
    takeSettings(page, lab);
    expect(page.of(Running).settings.temperature).toBe(1);
  });

  it('an edited prompt is another variant, until it is edited back', () => {
    const before = page.session.fields.system;
    page.session.set({ system: 'Be brief.' });
    expect(lab.shown).toBeNull();
    page.session.set({ system: before });
    expect(lab.shown).not.toBeNull();
    page.session.set({ system: 'Be brief.' });
    lab.addPageVariant();
    expect(lab.experiment.variants.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    expect(lab.experiment.variants.at(-1)?.setup).toMatchObject({
      system: 'Be brief.',
      source: 'demo',
      temperature: 0.7,
    });
    expect(lab.shown).not.toBeNull();
    if (second !== undefined) lab.showVariant(second.setup);
    expect(page.session.fields).toMatchObject({ askedFormat: 'hermes', system: second?.setup.system });
    lab.removeVariant(2);
    expect(lab.experiment).toEqual(exampleExperiment);
  });

  it('all variants can be run elsewhere, and are others then', () => {
    const { settings } = page.of(Running);
    lab.made.runs = [run(1)];
    expect(lab.isOnSource).toBe(true);
    settings.source = 'endpoint';
    settings.model = 'large';
    expect(lab.isOnSource).toBe(false);
    lab.useSource();
    expect(lab.experiment.variants.map(({ name, setup }) => [name, setup.source, setup.model])).toEqual([
      ['A', 'endpoint', 'large'],
      ['B', 'endpoint', 'large'],
    ]);
    expect([lab.isOnSource, lab.judged.length, lab.runs.length]).toEqual([true, 0, 1]);
    lab.forgetRuns();
    expect(lab.runs).toEqual([]);
  });

  it('no server is asked before the reader agrees to its address', async () => {
    const setups = exampleExperiment.variants.map(({ setup }) => setup);
    expect(lab.addressOf(setups)).toBeNull();
    const { settings } = page.of(Running);
    settings.source = 'endpoint';
    settings.address = 'http://localhost:8080/v1';
    lab.useSource();
    await lab.start();
    expect(lab.addressOf(lab.experiment.variants.map(({ setup }) => setup))).toBe('http://localhost:8080/v1');
    expect([lab.waiting?.length, lab.estimate.requests, lab.many]).toEqual([60, 60, null]);
    lab.stop();
    expect(lab.waiting).toBeNull();
  });

  it('runs of what it does not hold do not count, and are there again with it', () => {
    lab.made.runs = [run(1), run(2, { error: 'The server answered 500.' })];
    expect([lab.judged.length, lab.failedRuns.length, lab.table[0]?.failed]).toEqual([2, 1, 1]);
    lab.removeVariant(0);
    expect(lab.judged).toEqual([]);
    lab.change(exampleExperiment);
    expect(lab.judged.length).toBe(2);
    // What is expected may change after the runs; what is asked may not.
    const [one, ...others] = exampleExperiment.messages;
    lab.setMessages([{ ...(one ?? { text: '' }), expected: [] }, ...others]);
    expect(lab.judged.length).toBe(2);
    lab.setMessages(others);
    expect(lab.judged).toEqual([]);
  });

  it('knows what a variant was made from, and brings back what was removed', () => {
    const system = () => page.session.fields.system;
    if (second === undefined) throw new Error('The example is empty.');
    lab.showVariant(second.setup);
    page.session.set({ system: `${system()}\nAlways call.` });
    flushSync();
    lab.addPageVariant();
    flushSync();
    lab.addVariant({ ...lab.pageSetup, temperature: 1 }, 'C');
    expect(lab.experiment.variants.map(({ name, from }) => [name, from]).slice(2)).toEqual([
      ['C', 'B'],
      ['D', 'C'],
    ]);
    const before = lab.experiment;
    const undo = (): void => page.session.notices.find(({ kind }) => kind === 'edit')?.action?.run();
    lab.removeVariant(2);
    expect(lab.experiment.variants.map(({ name, from }) => [name, from]).slice(2)).toEqual([['D', 'B']]);
    undo();
    expect(lab.experiment).toEqual(before);
    lab.removeMessage(0);
    undo();
    expect(lab.experiment).toEqual(before);
    lab.made.runs = [run(1)];
    lab.forgetRuns();
    expect(lab.runs).toEqual([]);
    undo();
    expect(lab.runs).toHaveLength(1);
  });

  it('a new variant catches up with the runs of the others', () => {
    lab.made.runs = [run(1), run(2), run(3, { variant: second === undefined ? '' : setupKey(second.setup) })];
    // Two variants, three messages, three numbers; three are there.
    expect(lab.missing.length).toBe(15);
    expect(lab.missing.filter(({ number }) => number === 1).length).toBe(5);
    expect(lab.missingEstimate).toMatchObject({ runs: 15, requests: 0, milliseconds: 3000 });
    lab.made.runs = [];
    expect(lab.missing).toEqual([]);
  });

  it('a run opens as a case, and the way back has the experiment', () => {
    lab.made.runs = [run(3)];
    const [judged] = lab.judged;
    if (judged !== undefined) openRun(page, lab, judged);
    expect(page.session.fields).toMatchObject({
      view: 'reply',
      text: 'said 3',
      system: first?.setup.system,
      expected: asked?.expected,
      loop: { asked: asked?.text },
    });
    expect(page.session.notices[0]?.text).toBe('Run 3 of A on message 1 is open.');
    expect(lab.experiment).toEqual(exampleExperiment);
    // Who shares the reply shares no experiment.
    expect(pickForLink(page.session.fields).experiment).toBe('');
    page.session.goBack();
    expect(page.session.fields).toMatchObject({ view: 'prompt', text: '' });
    expect(pickForLink(page.session.fields).experiment).toBe(writeExperiment(exampleExperiment));
    expect(lab.judged.length).toBe(1);
  });

  describe('the way back from a run', () => {
    const back = (): void => page.session.notices.find(({ kind }) => kind === 'replaced')?.action?.run();

    beforeEach(() => {
      page.session.setText('My own reply.');
      page.session.set({ system: 'My own prompt.' });
      page.session.setView('prompt');
      lab.made.runs = [run(3)];
      flushSync();
      const [judged] = lab.judged;
      if (judged !== undefined) openRun(page, lab, judged);
      page.session.setView('prompt');
    });

    it('has the prompt of before, where nobody has changed it', () => {
      expect(page.session.notices.map(({ action }) => action?.label)).toEqual(['Back from the run']);
      expect(page.session.fields.system).toBe(first?.setup.system);
      back();
      expect(page.session.fields).toMatchObject({ view: 'prompt', text: 'My own reply.', system: 'My own prompt.' });
    });

    it('keeps the variant and the prompt that were made since, as “Undo” does', () => {
      page.session.set({ system: 'Mended.' });
      flushSync();
      lab.addPageVariant();
      back();
      const made = { system: 'Mended.', tools: first?.setup.tools };
      expect(page.session.fields).toMatchObject({ view: 'prompt', text: 'My own reply.', ...made });
      expect(lab.experiment.variants.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
      back();
      expect(page.session.fields).toMatchObject({ text: 'said 3', ...made });
      expect(lab.experiment.variants.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    });
  });

  it('a file comes beside the runs that are here; one that cannot be read changes nothing', () => {
    lab.made.runs = [run(1)];
    lab.openText('more.json', writeExperiment(exampleExperiment, [run(1), run(2)]));
    expect(lab.runs.map(({ number }) => number)).toEqual([1, 2]);
    const before = page.session.fields.experiment;
    lab.openText('bad.json', '{"kind": "else"}');
    expect(lab.problem).toBe(
      '“bad.json” was not opened. It is no experiment: the field kind should be "callscope experiment". Your own work is untouched.',
    );
    expect(page.session.fields.experiment).toBe(before);
  });

  it('the example takes the place of nothing without a way back, and not of itself', () => {
    lab.openExample();
    expect(page.session.notices).toEqual([]);
    const own = { ...exampleExperiment, messages: exampleExperiment.messages.slice(1) };
    lab.openText('own.json', writeExperiment(own));
    lab.openExample();
    expect(page.session.notices[0]?.action?.label).toBe('Back to what you had');
    page.session.goBack();
    expect(lab.experiment).toEqual(own);
  });

  it('says what the prompt on the page lacks of what is expected, until there are variants', () => {
    const message = { text: 'Open it.', expected: [{ name: 'open_valve', argumentsText: '{"town": 1}' }] };
    expect(lackingOnPage(lab, message)).toBeNull();
    lab.change({ ...exampleExperiment, variants: [], messages: [message] });
    expect(lackingOnPage(lab, message)).toEqual({ tool: 'open_valve', argument: 'town' });
    expect(lackingOnPage(lab, { expected: null })).toBeNull();
  });

  it('a case brings its question and what is expected, once', () => {
    const expected = [{ name: 'read_gauge', argumentsText: '{"dial": "oil"}' }];
    page.session.setLoop({ ...emptyLoop, asked: 'Is the oil all right?' });
    page.session.setExpected(expected);
    bringCase(page);
    bringCase(page);
    expect(lab.experiment.messages.slice(3)).toEqual([{ text: 'Is the oil all right?', expected }]);
    expect(page.of(Running).settings.user).toBe('Is the oil all right?');
  });
});

it('what a link holds that is no experiment is said, and nothing breaks', () => {
  page.session.set({ experiment: '{"kind": 1}' });
  expect(lab.damage).toContain('It is no experiment');
  expect(lab.experiment.variants).toEqual([]);
});

it('opens a file under the server that read its runs', () => {
  page.session.setRuntime('auto');
  const server = {
    profile: 'vllm:hermes',
    reasoningParser: '',
    nativeToolCalls: 'absent',
    selfContained: false,
    thinking: 'absent',
  } as const;
  lab.openText('a.json', writeExperiment(exampleExperiment, [run(1)], server));
  expect(page.session.fields.profile).toBe('vllm:hermes');
  lab.openText('b.json', writeExperiment(exampleExperiment, [run(1)]));
  expect(page.session.fields.profile).toBe('vllm:hermes');
});

describe('tools that are not JSON while they are typed', () => {
  const tools = JSON.stringify([{ name: 'read_gauge', parameters: { type: 'object', properties: {} } }]);

  it('the variant of the page has the last valid ones', () => {
    page.session.set({ tools });
    page.session.set({ tools: `${tools}x` });
    flushSync();
    expect([lab.pageSetup.tools, lab.refusal]).toEqual([tools, null]);
    lab.addPageVariant();
    expect(lab.experiment.variants.at(-1)?.setup.tools).toBe(tools);
    expect(lab.shown).toBe(setupKey(lab.pageSetup));
    // The way back from another case has them again.
    page.session.open({ ...pickForLink(page.session.fields), text: 'other', tools: '' }, 'A case', true);
    page.session.goBack();
    flushSync();
    expect([page.session.fields.tools, lab.pageSetup.tools]).toEqual([`${tools}x`, tools]);
  });

  it('without valid ones before them nothing is added or run, unless the tools are left out', async () => {
    page.session.open({ ...pickForLink(page.session.fields), tools: '[{', experiment: '' }, 'A link');
    flushSync();
    expect(lab.refusal).toContain('not valid JSON');
    lab.addPageVariant();
    await lab.start();
    expect([lab.experiment.variants.length, lab.many]).toEqual([0, null]);
    page.of(Running).settings.tools = 'none';
    flushSync();
    expect(lab.refusal).toBeNull();
  });

  it('a variant of a file with broken tools is not run', async () => {
    if (first === undefined) throw new Error('The example is empty.');
    lab.openText(
      'a.json',
      writeExperiment({ ...exampleExperiment, variants: [{ name: 'A', setup: { ...first.setup, tools: '[{' } }] }),
    );
    await lab.start();
    expect([lab.problem, lab.many]).toEqual(['The prompt was not made. Its tools are not valid JSON.', null]);
  });
});
