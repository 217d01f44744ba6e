import { describe, expect, it } from 'vitest';
import {
  diagnose,
  explain,
  extract,
  loadProjects,
  renderTrace,
  repairsText,
  stepAt,
  verdictOf,
} from '../../../src/core/index.ts';
import { depths } from '../../../src/core/trace/trace.ts';

const call = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';
const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
const fenced = extract({ text: `Text\n~~~tool_call\n${call}\n~~~` });

describe('renderTrace', () => {
  it('tells the story of a reply, a line per step', () => {
    expect(renderTrace(fenced)).toMatchInlineSnapshot(`
      " 0  The server reads the response as one document. [0, 74)
       1    Tier: Native tool_calls. [74, 74)
       2      Is \`tool_calls\` a list with at least one entry? No. [74, 74)
       3    Done: found no call. [74, 74)
       4    Does the provider say \`native_tool_calls: false\`? No. [0, 74)
       5    Does the text contain \`~~~tool_call\`? Yes (line 2, column 1). [0, 74)
       6    Tier: Text-tagged fence. [0, 74)
       7      A candidate: ~~~tool_call⏎{"name": "read_gauge", "ar…l"}}⏎~~~ [5, 74)
       8        Opens with \`~~~tool_call\`. [5, 17)
       9        The tool name: "read_gauge" [27, 39)
      10        The arguments: {"dial": "oil"} [54, 69)
      11        Closes with \`~~~\`. [71, 74)
      12        A call to read_gauge. [5, 74)
      13      Done: found calls. [5, 74)
      14    Done: found calls. [0, 74)
      15    Tier: Raw JSON. [0, 74)
      16      Skipped: an earlier parser claimed the text because it found its marker. [0, 74)
      17    Skipped. [0, 74)
      18  Done: found calls. [0, 74)"
    `);
  });
});

describe('repairsText', () => {
  it('names every kind of repair once, and how often', () => {
    const { calls } = extract(
      { text: "<tool_call>{'name': 'f', 'arguments': {'a': 'b',}}</tool_call>" },
      { runtime: 'auto' },
    );
    expect(calls[0] && repairsText(calls[0].repairs)).toBe('single quotes (10 times); trailing comma');
  });
});

describe('depths', () => {
  it('gives a beginning and its end the same depth', () => {
    const levels = depths(fenced.trace);
    expect(levels[0]).toBe(0);
    expect(levels.at(-1)).toBe(0);
    expect(Math.max(...levels)).toBe(3);
  });
});

describe('stepAt', () => {
  const kindAt = (needle: string): unknown => {
    const step = stepAt(fenced.trace, fenced.document.indexOf(needle) + 1);
    return step === null ? null : fenced.trace[step];
  };

  it('finds the innermost step of an offset', () => {
    expect(kindAt('read_gauge')).toMatchObject({ kind: 'read', what: 'name' });
    expect(kindAt('"dial"')).toMatchObject({ kind: 'read', what: 'arguments' });
    expect(kindAt('~tool_call')).toMatchObject({ kind: 'marker', role: 'open' });
    expect(kindAt('"arguments"')).toMatchObject({ kind: 'call' });
    expect(kindAt('Text')).toMatchObject({ kind: 'gate' });
  });

  it('finds nothing in an empty trace', () => {
    expect(stepAt([], 3)).toBeNull();
  });
});

describe('explain', () => {
  it('shows what is there, with invisible characters by name', () => {
    const broken = extract({ text: '~~~tool_call\n{\u00a0"name": 1}\n~~~' });
    const reject = broken.trace.find(({ kind }) => kind === 'reject');
    expect(reject && explain(reject, broken.document, broken.runtime.words).title).toBe(
      'The JSON is invalid: expected a double-quoted key, found a no-break space (U+00A0, line 2, column 2).',
    );
  });
});

describe('verdictOf', () => {
  it.each([
    ['', 'Nothing to read yet.'],
    [`~~~tool_call\n${call}\n~~~`, '1 call: read_gauge.'],
    ['~~~tool_call\n{\n~~~', 'Error, no call: the JSON of a call is invalid.'],
    ['~~~tool_call\n{}\n~~~', 'Error, no call: a call has no usable name.'],
    ['Hello', 'No call.'],
  ])('of %j is %s', (text, headline) => {
    expect(verdictOf(extract({ text })).headline).toBe(headline);
  });

  it.each([
    ['auto', '<tool_call>' + call + '</tool_call>', 'No server chosen yet. Format: hermes.'],
    ['auto', 'Hello', 'Callscope finds no call.'],
    [
      'auto',
      '`<tool_call>' + call + '</tool_call>`',
      'Callscope finds no call: this is quoted, not called (line 1, column 2).',
    ],
    ['format:hermes', 'Hello', 'Callscope finds no call in the format `hermes`.'],
    ['exathena', 'Hi ' + call, 'ExAthena 0.4.6 returns it and the whole reply as text. Parser: Raw JSON.'],
    [
      'exathena',
      '{"a": 1}',
      'ExAthena 0.4.6 returns the whole reply as text: the text has no `"name"` and `"arguments"` keys.',
    ],
  ])('names who reads: under %s, %j', (runtime, text, reason) => {
    expect(verdictOf(extract({ text }, { runtime })).reason).toBe(reason);
  });

  describe('its tone', () => {
    const hermes = `<tool_call>${call}</tool_call>`;
    const judged = (text: string, runtime: string): ReturnType<typeof verdictOf> => {
      const options = { runtime, runtimes };
      const extraction = extract({ text }, options);
      return verdictOf({ ...extraction, diagnoses: diagnose(extraction, options) });
    };

    it.each([
      ['good', 'vllm:hermes', hermes, 'the server returns the call'],
      ['open', 'auto', hermes, 'no server was asked'],
      ['flawed', 'auto', hermes.replace('</tool_call>', ''), 'a marker is missing'],
      ['flawed', 'vllm:hermes', hermes.replace('</tool_call>', ''), 'the server takes what is damaged'],
      ['bad', 'vllm:hermes', `[TOOL_CALLS][${call}]`, 'the call stayed text'],
      ['none', 'vllm:hermes', 'It is seven bar.', 'there is nothing to call'],
    ])('is %s: under %s, %j', (tone, runtime, text) => {
      expect(judged(text, runtime).tone).toBe(tone);
    });

    it('a quoted example beside a call is healthy', () => {
      expect(judged(`Like \`${hermes}\`:\n${hermes}`, 'auto').tone).toBe('open');
    });

    it('names the worst in the headline', () => {
      const text = hermes.replace('</tool_call>', '');
      expect(judged(text, 'vllm:hermes').headline).toMatch(/^1 call: read_gauge\. .*`<\/tool_call>` is missing/);
    });
  });

  it('names the runtime, the precondition and the character of a miss', () => {
    const { reason, step } = verdictOf(extract({ text: 'Hi ' + call }, { runtime: 'exathena-head' }));
    expect(reason).toBe(
      'ExAthena 0.19 returns the whole reply as text. The message is not JSON with `"name"` and `"arguments"`: found `H` (line 1, column 1).',
    );
    expect(step).not.toBeNull();
  });

  it.each([
    [
      '{"name": 1, "args": {}}',
      'exathena',
      'The text has no `"name"` and `"arguments"` keys: found only `"name"` (line 1, column 2).',
    ],
    ['x "arguments"', 'exathena', 'keys: found only `"arguments"` (line 1, column 3).'],
    ['{"name": 1}', 'exathena-head', 'the text begins with `{` but lacks one of the two keys (line 1, column 1).'],
  ])('says which part of %s is missing under %s', (text, profile, words) => {
    expect(verdictOf(extract({ text }, { runtime: profile })).reason).toContain(words);
  });

  it('says what is lost with an error', () => {
    const { reason } = verdictOf(extract({ text: `~~~tool_call\n${call}\n~~~\n~~~tool_call\n{"name": }\n~~~` }));
    expect(reason).toBe(
      'ExAthena 0.4.6 returns an error: expected a value, found `}` (line 5, column 10). 1 other call is lost with it.',
    );
  });

  describe('under an engine', async () => {
    const engines = await loadProjects();
    const runtimes = engines.flatMap((project) => project.runtimes);
    const judge = (text: string) => verdictOf(extract({ text }, { runtime: 'vllm:hermes', runtimes }));
    const block = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;

    it('says that the calls are returned, and what goes with them', () => {
      expect(judge(`One moment.\n${block(call)}`)).toMatchObject({
        headline: '1 call: read_gauge.',
        reason: 'vLLM hermes returns it and 12 characters of text.',
      });
      expect(judge(`${block(call)}\n${block(call)}`)).toMatchObject({
        headline: '2 calls: read_gauge, read_gauge.',
        gets: 'vLLM hermes returns them.',
      });
    });

    it('does not tell of white space that is lost between calls', () => {
      expect(judge(`${block(call)}\n\n${block(call)}`).reason).not.toContain('lost');
    });

    it('says that text after a call is lost', () => {
      expect(judge(`${block(call)}\nThat was all.`).reason).toBe(
        'vLLM hermes returns it. 1 warning. 14 characters are lost: the client never receives them.',
      );
    });

    it('says at which character `json.loads` stopped, and that the whole reply is text', () => {
      expect(judge(block('{"name": "a", "arguments": {"x": 1,}}'))).toMatchObject({
        headline: 'No call.',
        gets: 'vLLM hermes returns the whole reply as text.',
        reason:
          'vLLM hermes returns the whole reply as text. `json.loads` rejects this: expected a double-quoted key, found `}` (line 2, column 36).',
      });
    });

    it('says that a parser found nothing, and shows what it looked at', () => {
      const extraction = extract({ text: block('[]') }, { runtime: 'sglang:hermes', runtimes });
      const { reason, step } = verdictOf(extraction);
      expect(reason).toContain('SGLang hermes returns neither a call nor text. Its parser finds no call.');
      expect(extraction.trace[step ?? -1]).toBeDefined();
    });

    it('says why the request fails, in the words of the step that stopped', () => {
      const text = '<|action_start|><|plugin|>\n{"parameters": {}}<|action_end|>';
      const verdict = verdictOf(extract({ text }, { runtime: 'vllm:internlm', runtimes }));
      expect(verdict.headline).toBe(
        'HTTP error, no call: The parser raises KeyError: it asks for a key that does not exist.',
      );
      expect(verdict.reason).toContain('answers the request with an HTTP error. The object has no key `name`');
    });

    it('says what was looked for in vain', () => {
      expect(judge('Hello').reason).toBe(
        'vLLM hermes returns the whole reply as text: the text does not contain `<tool_call>`.',
      );
    });
  });

  it.each([
    [
      'http-error',
      'HTTP error, no call: It breaks.',
      'Flaky answers the request with an HTTP error (line 1, column 3).',
    ],
    ['broken-stream', 'Broken stream: It breaks.', 'Flaky breaks the stream off (line 1, column 3).'],
  ] as const)('says what a client gets that is served %s', (served, headline, reason) => {
    const extraction = extract({ text: 'Hello' });
    const runtime = { ...extraction.runtime, label: 'Flaky', words: { broken: 'It breaks.' } };
    const error = { code: 'broken', served, span: { from: 0, to: 5 }, at: 2 };
    const verdict = verdictOf({ ...extraction, runtime, outcome: 'error', error });
    expect(verdict).toMatchObject({ headline, reason });
    expect(extraction.trace[verdict.step ?? -1]).toBeDefined();
  });
});
