import { describe, expect, it } from 'vitest';
import {
  changedReply,
  countersOf,
  groupsOf,
  Judge,
  type LoggedReply,
  movesBetween,
  ResultColumns,
} from '../../../src/core/batch/index.ts';
import { runtimesFor } from '../../../src/core/index.ts';

const tools = [{ name: 'fill_tank', schema: { type: 'object', properties: { liters: { type: 'integer' } } } }];
const call = (key: string, end = '}}'): string =>
  `<tool_call>\n{"name": "fill_tank", "${key}": {"liters": 4${end}\n</tool_call>`;
const replyOf = (text: string, index: number): LoggedReply => {
  const id = `r${String(index)}`;
  return { id, record: id, number: index + 1, text, calls: null, tools, model: null, isRight: null };
};
const log = [
  call('arguments'),
  call('arguments', '},}'),
  call('arguments', '},}'),
  'The tank is full.',
  call('parameters'),
].map(replyOf);
const judgeOf = async (runtime: string): Promise<Judge> =>
  new Judge({ runtime, runtimes: await runtimesFor(runtime), isAligning: true });
const hermesRuntimes = await runtimesFor('vllm:hermes');
const hermes = await judgeOf('vllm:hermes');

describe('what if', () => {
  it('each reply were edited as its diagnosis advises: the lost calls come, and nothing else changes', () => {
    const before = log.map((reply) => hermes.judge(reply));
    const after = log.map((reply) => hermes.judge(changedReply(reply, { kind: 'edit' }, hermes)));
    const { counts, outcomes, sentence } = movesBetween(before, after);
    const mended = before.filter(({ isMended }) => isMended === true).length;
    expect([counts.get('fixed'), counts.get('broken')]).toEqual([mended, undefined]);
    expect(mended).toBeGreaterThanOrEqual(2);
    expect(outcomes.find(({ move }) => move === 'fixed')).toMatchObject({ before: 'text', after: 'calls' });
    expect(sentence).toContain(`${String(mended)} better, 0 worse`);
  });

  it('another server read them: what one gains the other loses', async () => {
    const auto = await judgeOf('auto');
    const [one, other] = [hermes, auto].map((judge) => log.map((reply) => judge.judge(reply)));
    const there = movesBetween(one ?? [], other ?? []).counts;
    const back = movesBetween(other ?? [], one ?? []).counts;
    expect([there.get('fixed'), there.get('broken')]).toEqual([back.get('broken'), back.get('fixed')]);
    expect(there.get('fixed')).toBeGreaterThanOrEqual(2);
  });

  it('another server streams them as it reads them whole: that is no failure less, and said', async () => {
    const two = `<tool_call>\n{"arguments": {"liters": 4, "names": [3, 5]}, "name": "fill_tank"}\n</tool_call>`;
    const replies = [`${two}\n${two}`, `${two}\n${two}\n`, 'The tank is full.'].map(replyOf);
    const granite = await judgeOf('vllm:granite4');
    const [before = [], after = []] = [hermes, granite].map((judge) => replies.map((reply) => judge.judge(reply)));
    const there = movesBetween(before, after);
    expect(Object.fromEntries(there.counts)).toEqual({ 'stream-fixed': 2, same: 1 });
    expect(there.sentence).toBe(
      'Whole replies: nothing got better or worse. Streamed: 2 better, 0 worse: this can be chance.',
    );
    expect(Object.fromEntries(movesBetween(after, before).counts)).toEqual({ 'stream-broken': 2, same: 1 });
  });

  it('a call that comes where the log has none is better if it was lost, and worse if none was meant', async () => {
    const xml = '<tool_call>\n<function=fill_tank>\n<parameter=liters>\n4\n</parameter>\n</function>\n</tool_call>';
    const none = [xml, xml, 'The tank is full.'].map((text, index) => ({ ...replyOf(text, index), calls: [] }));
    const coder = await judgeOf('vllm:qwen3_coder');
    const both = (replies: readonly LoggedReply[]): Parameters<typeof movesBetween> => [
      replies.map((reply) => hermes.judge(reply)),
      replies.map((reply) => coder.judge(reply)),
    ];
    const [before, after] = both(none);
    const there = movesBetween(before, after);
    expect(there.outcomes[0]).toEqual({ move: 'fixed', before: 'text', after: 'phantom', count: 2 });
    expect(there.sentence).toContain('2 better, 0 worse');
    expect(Object.fromEntries(movesBetween(after, before).counts)).toEqual({ broken: 2, same: 1 });
    // A question that expects no call says that none should come.
    const asked = both(none.map((reply) => ({ ...reply, expected: [] })));
    expect(Object.fromEntries(movesBetween(...asked).counts)).toEqual({ come: 2, same: 1 });
    const answered = hermes.judge({ ...replyOf('Full.', 0), calls: [] });
    const read = coder.judge({ ...replyOf(xml, 0), calls: [] });
    expect(Object.fromEntries(movesBetween([answered], [read]).counts)).toEqual({ broken: 1 });
  });

  it('what would help is never another server where another parser of the same one was written for the format', () => {
    const xml = '<tool_call>\n<function=fill_tank>\n<parameter=liters>\n4\n</parameter>\n</function>\n</tool_call>';
    const harmony = '<|channel|>commentary to=functions.fill_tank <|constrain|>json<|message|>{"liters": 4}<|call|>';
    const remedies = [xml, harmony].map((text) => hermes.judge(replyOf(text, 0)).remedy);
    expect(remedies).toEqual(
      ['qwen3_coder', 'openai'].map(
        (flag) =>
          `Another parser of vLLM was written for this format. vLLM: \`--enable-auto-tool-choice --tool-call-parser ${flag}\`.`,
      ),
    );
  });

  it('replies are one group by what broke them, and not by the words of a parser', () => {
    const texts = [
      call('arguments', '},}'),
      call('arguments', ',}}'),
      `<tool_call>\n{'name': 'fill_tank', 'arguments': {'liters': 4}}\n</tool_call>`,
      '<tool_call>\n{"name": "fill_tank", "arguments": {"lit',
      '<tool_call>\n{"name": "fill_tank", ',
    ];
    const groups = groupsOf(texts.map((text, index) => hermes.judge(replyOf(text, index))));
    expect(groups.map(({ sentence, count }) => [count, sentence.replace(/^.* as text\. /, '')])).toEqual([
      [2, 'The JSON is invalid: trailing comma.'],
      [2, 'The text is cut off inside of a call.'],
      [1, 'The JSON is invalid: single quotes.'],
    ]);
    const python = hermes.judge(replyOf(call('arguments', ', "full": True}}'), 0));
    expect(python.why).toContain('The JSON is invalid: literal of Python, such as True or None.');
  });

  it('calls that one of two files lacks are neither better nor worse, and counted', () => {
    const fill = { name: 'fill_tank', arguments: { liters: 4 }, isBroken: false };
    const called: LoggedReply = { ...replyOf('', 0), text: null, calls: [fill] };
    const said: LoggedReply = { ...replyOf('The tank is full.', 0), calls: [] };
    const empty: LoggedReply = { ...replyOf('', 0), calls: [] };
    const moved = (one: LoggedReply, other: LoggedReply): ReturnType<typeof movesBetween> =>
      movesBetween([hermes.judge(one)], [hermes.judge(other)]);
    const gone = moved(called, said);
    expect([...gone.counts.keys(), ...moved(said, called).counts.keys()]).toEqual(['gone', 'come']);
    expect(gone.sentence).toBe(
      'Nothing got better or worse. Not counted, because nobody says which side is right: 1 reply lost a call.',
    );
    expect([...moved(said, empty).counts.keys()]).toEqual(['changed']);
    // These have one outcome, and another reason.
    const text = (one: string): LoggedReply => ({ ...replyOf(one, 0), calls: [] });
    expect([...moved(text(call('arguments', '},}')), text(call('parameters'))).counts.keys()]).toEqual(['other']);
  });

  it('an answer without a call is on no side, in both directions, where nobody says whether a call was due', () => {
    const [called, lost, , answered] = log as [LoggedReply, LoggedReply, LoggedReply, LoggedReply];
    const kinds = (one: LoggedReply, other: LoggedReply): string[] =>
      [[one, other] as const, [other, one] as const].map(([before, after]) => {
        const sides = [before, after].map((reply) => [hermes.judge({ ...reply, id: '1' })] as const);
        const [move] = movesBetween(...(sides as [(typeof sides)[0], (typeof sides)[0]])).counts.keys();
        return move ?? '';
      });
    expect(kinds(answered, called)).toEqual(['come', 'gone']);
    expect(kinds(answered, lost)).toEqual(['changed', 'changed']);
    const unfit = { ...called, text: called.text?.replace('fill_tank', 'fill_pool') ?? null };
    expect(kinds(answered, unfit)).toEqual(['come', 'gone']);
    // The log of a server that returned none says no more of it.
    expect(kinds({ ...answered, calls: [] }, { ...lost, calls: [] })).toEqual(['changed', 'changed']);
    // A question or a score says it.
    expect(kinds({ ...answered, expected: [] }, { ...lost, expected: [] })).toEqual(['broken', 'fixed']);
    expect(kinds(answered, { ...lost, isRight: false })).toEqual(['broken', 'fixed']);
    const expected = [{ name: 'fill_tank', values: null, isLoose: false }];
    expect(kinds({ ...answered, expected }, { ...called, expected })).toEqual(['fixed', 'broken']);
    expect(kinds({ ...answered, isRight: false }, called)).toEqual(['fixed', 'broken']);
  });

  it('a stream that gives another answer is told of lost calls too, and one that was not tried is none', () => {
    const [called, lost] = log as [LoggedReply, LoggedReply];
    const long = { ...called, text: `${'The tank is full. '.repeat(500)}${called.text ?? ''}` };
    const silent = { ...called, text: null };
    expect([called, lost, long, silent].map((reply) => hermes.judge(reply).isStreamOther)).toEqual([
      false,
      true,
      null,
      null,
    ]);
  });

  it('the tools were others: a reply keeps its own where nothing is tried', () => {
    const other = [{ name: 'drain_tank' }];
    const [reply] = log as [LoggedReply];
    expect(changedReply(reply, { kind: 'tools', tools: other }, hermes).tools).toBe(other);
    expect(changedReply(reply, { kind: 'server' }, hermes)).toBe(reply);
  });
});

describe('two files', () => {
  const files = (better: number, worse: number, same: number, alone: number): [LoggedReply[], LoggedReply[]] => {
    const [good, bad] = [call('arguments'), call('arguments', '},}')];
    const rows = [
      ...Array.from({ length: better }, () => [bad, good]),
      ...Array.from({ length: worse }, () => [good, bad]),
      ...Array.from({ length: same }, () => [good, good]),
    ];
    const after = rows.map(([, text = ''], index) => replyOf(text, index)).toReversed();
    return [
      [
        ...rows.map(([text = ''], index) => replyOf(text, index)),
        ...Array.from({ length: alone }, (_, at) => replyOf(good, 900 + at)),
      ],
      [...after, ...Array.from({ length: alone }, (_, at) => replyOf(good, 950 + at))],
    ];
  };

  it('are joined by ids whatever their order: 81 better and 81 worse can be chance', () => {
    const [before, after] = files(81, 81, 20, 3).map((replies) => replies.map((reply) => hermes.judge(reply)));
    const { counts, sentence, difference, replies } = movesBetween(before ?? [], after ?? []);
    expect(Object.fromEntries(counts)).toEqual({ fixed: 81, broken: 81, same: 20, unmatched: 6 });
    expect(sentence).toBe('81 better, 81 worse: this can be chance.');
    expect(difference.value).toBe(0);
    expect(replies).toHaveLength(188);
  });

  it('a call of the log with markup in its name is a failure, though there is no text', () => {
    const native = (name: string): LoggedReply => ({
      ...replyOf('', 0),
      text: null,
      calls: [{ name, arguments: { liters: 4 }, isBroken: false }],
    });
    const [bad, good] = [native('fill_tank<|channel|>commentary'), native('fill_tank')].map((one) => hermes.judge(one));
    const moved = movesBetween(bad === undefined ? [] : [bad], good === undefined ? [] : [good]);
    expect(Object.fromEntries(moved.counts)).toEqual({ fixed: 1 });
  });
});

describe('the token that ends a turn', () => {
  const open = '<tool_call>\n{"name": "fill_tank", "arguments": {"liters": 4}}';

  it('is no part of a raw completion that a parser gets, and that is counted', () => {
    const raw = new Judge({ runtime: 'vllm:hermes', runtimes: hermesRuntimes, isAligning: false });
    for (const end of ['<|im_end|>', '<|im_end|>\n', '<|eot_id|><|end_of_text|>', '</s> ']) {
      const one = replyOf(open + end, 0);
      const [read, asIs] = [hermes.judge(one), raw.judge(one)];
      expect([read.outcome, read.isTrimmed, read.length]).toEqual(['calls', true, open.length]);
      expect([asIs.outcome, asIs.isTrimmed]).toEqual(['text', false]);
      const columns = new ResultColumns();
      columns.push(read);
      expect([countersOf(columns).trimmed, columns.at(0)]).toEqual([1, read]);
    }
    expect(raw.judge(replyOf(`${open}<|im_end|>`, 0)).remedy).toContain('ends the turn of the model');
  });

  it('stays in what a server returned, in the middle of a text, and where the format needs its token', () => {
    const kept = [
      { ...replyOf(`${open}<|im_end|>`, 0), calls: [], finish: 'stop' },
      replyOf(`${open}<|im_end|>Done.`, 0),
      replyOf('<|channel|>commentary to=functions.fill_tank <|constrain|>json<|message|>{"liters": 4}<|call|>', 0),
    ];
    for (const one of kept)
      expect([hermes.judge(one).isTrimmed, hermes.judge(one).length]).toEqual([false, one.text?.length]);
    const blank = replyOf(`x${' '.repeat(300)}`, 0);
    expect(hermes.judge(blank).length).toBe(301);
    expect(hermes.judge(replyOf('<|im_end|>', 0)).length).toBe(0);
  });
});
