import { describe, expect, it } from 'vitest';
import {
  applyEdit,
  diagnose,
  extract,
  loadProjects,
  meaning,
  openStream,
  runtimesFor,
  toolsOfCalls,
  verdictOf,
  withTools,
  type Diagnosis,
} from '../../../src/core/index.ts';
import { tokenPieces } from '../../../src/core/engines/kit/index.ts';
import { trainedFormat } from '../../../src/core/catalogue/index.ts';
import { correctForm, isMadeFor } from '../../../src/core/reader/index.ts';
import { fixtures } from '../../fixtures.ts';
import { someOf } from '../../thorough.ts';

const block = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;
const good = '{"name": "book_seat", "arguments": {"row": 7}}';
const coder = '<tool_call>\n<function=book_seat>\n<parameter=row>\n7\n</parameter>\n</function>\n</tool_call>';

const broken = {
  'a trailing comma': block('{"name": "book_seat", "arguments": {"row": 7,}}'),
  'single quotes': block("{'name': 'book_seat', 'arguments': {'row': 'G'}}"),
  'Python literals': block('{"name": "book_seat", "arguments": {"row": 7, "aisle": True}}'),
  'a missing bracket': block('{"name": "book_seat", "arguments": {"row": 7}'),
  'a missing closing tag': `<tool_call>\n${good}`,
  'a closing tag in a string': block('{"name": "book_seat", "arguments": {"row": "x</tool_call>y"}}'),
  'markers on the line': `<tool_call>${good}</tool_call>`,
  'another key': block('{"name": "book_seat", "parameters": {"row": 7}}'),
  'a misspelt marker': `<tool_cal>\n${good}\n</tool_cal>`,
  'one good and one bad block': `${block(good)}\n${block('{"name": "book_seat", "arguments": {"row": 8,}}')}`,
  'two bad blocks': `${block("{'name': 'book_seat', 'arguments': {}}")}\n${block('{"name": "book_seat", "arguments": {"row": 8,}}')}`,
  'no closing tags': '<tool_call>\n<function=book_seat>\n<parameter=row>\n7\n',
};

interface Diagnosed {
  readonly calls: number;
  readonly meant: number;
  readonly diagnoses: readonly Diagnosis[];
  /** Calls after the edit of each diagnosis. */
  readonly after: readonly number[];
}

async function under(runtime: string, text: string): Promise<Diagnosed> {
  const runtimes = await runtimesFor(runtime);
  const options = withTools({ runtime, runtimes }, { text });
  const extraction = extract({ text }, options);
  const diagnoses = diagnose(extraction, options);
  const after = diagnoses.flatMap(({ edit }) => {
    if (edit === null) return [];
    const changed = { ...options, runtime: edit.runtime ?? runtime };
    return [extract({ text: applyEdit(text, edit) }, changed).calls.length];
  });
  const meant = extract({ text }, { runtime: 'auto', tools: options.tools }).calls.length;
  return { calls: extraction.calls.length, meant, diagnoses, after };
}

describe.each(['vllm:hermes', 'sglang:qwen25', 'vllm:qwen3_coder'])('under %s', (runtime) => {
  it.each(Object.entries(broken))('%s has edits after which all calls come', async (_what, text) => {
    let [current, read, id] = [text, await under(runtime, text), runtime];
    // Where each block is read on its own, each has its own edit.
    for (let round = 0; round < 3 && read.calls < read.meant; round += 1) {
      const edit = read.diagnoses[0]?.edit ?? null;
      if (edit === null) break;
      [current, id] = [applyEdit(current, edit), edit.runtime ?? id];
      read = await under(id, current);
    }
    expect(read.calls).toBeGreaterThanOrEqual(read.meant);
  });

  it.each(fixtures.filter(({ name }) => name === 'one-call'))(
    'an edit that is offered for $format brings the call',
    async ({ text }) => {
      const { calls, after } = await under(runtime, text);
      for (const count of after) expect(count).toBeGreaterThanOrEqual(Math.max(1, calls));
    },
  );

  it('nothing is said in the name of an agent', async () => {
    const texts = await Promise.all(Object.values(broken).map((text) => under(runtime, text)));
    const said = texts.flatMap(({ diagnoses }) => diagnoses.flatMap(({ message, remedy }) => [message, remedy]));
    expect(said.filter((text) => /ExAthena|ChatCLI|this profile|~~~/i.test(text))).toEqual([]);
  });
});

it('a call that llama.cpp leaves as text because no tools are declared is no fault of the reply', async () => {
  const runtimes = await runtimesFor('llamacpp:qwen2.5');
  const options = { runtime: 'llamacpp:qwen2.5', runtimes, tools: [] };
  const [first] = diagnose(extract({ text: block(good) }, options), options);
  expect(first).toMatchObject({ code: 'D35', edit: null, remedy: 'Send the tools with the request.' });
  expect(first?.message).toContain('No tools are declared here');
});

it.each(['cline:xml', 'roo:xml'])(
  'a healthy call of a tool that %s knows needs no request to be one',
  async (runtime) => {
    const options = { runtime, runtimes: await runtimesFor(runtime) };
    const response = { text: 'I look.\n\n<read_file>\n<path>tides/1.txt</path>\n</read_file>' };
    const extraction = extract(response, options);
    const diagnoses = diagnose(extraction, withTools(options, response));
    expect(verdictOf({ ...extraction, diagnoses })).toMatchObject({ tone: 'good', headline: '1 call: read_file.' });
  },
);

it.each(['cline:xml', 'roo:xml'])('of two calls %s runs the first', async (runtime) => {
  const options = { runtime, runtimes: await runtimesFor(runtime) };
  const block = (path: string): string => `<read_file>\n<path>${path}</path>\n</read_file>`;
  const reasonOf = (text: string): string => {
    const extraction = extract({ text }, options);
    return verdictOf({ ...extraction, diagnoses: diagnose(extraction, withTools(options, { text })) }).reason;
  };
  expect(reasonOf(`${block('tides/1.txt')}\n${block('tides/2.txt')}`)).toMatch(
    / runs only the first call of a message/,
  );
  expect(reasonOf(block('tides/1.txt'))).not.toContain('only the first');
});

describe('a call in a format that the parser was not written for', () => {
  it('is read with the flag of the same engine', async () => {
    const [first] = (await under('vllm:hermes', coder)).diagnoses;
    expect(first).toMatchObject({ code: 'D01', edit: { runtime: 'vllm:qwen3_coder', changes: [] } });
    expect(first?.remedy).toContain('Start vLLM with `--tool-call-parser qwen3_coder`.');
    const [other] = (await under('sglang:qwen25', coder)).diagnoses;
    expect(other?.edit?.runtime).toBe('sglang:qwen3_coder');
  });

  it('is read by a parser of the engine that is only documented', async () => {
    const harmony = '<|channel|>commentary to=functions.book_seat <|constrain|>json<|message|>{"row":"b"}<|call|>';
    const [first] = (await under('vllm:hermes', harmony)).diagnoses;
    expect(first?.code).toBe('D01');
    expect(first?.remedy).toContain('Start vLLM with `--tool-call-parser openai`');
    expect(first?.remedy).toContain('was not run');
  });

  it('is written anew where no parser of the engine returns it, and other engines are named', async () => {
    const { diagnoses, after } = await under('vllm:hermes', '[book_seat(row=b"x")]');
    expect(diagnoses[0]?.remedy).toContain('No parser of vLLM supports this format');
    expect(diagnoses[0]?.remedy).toContain('SGLang: `--tool-call-parser pythonic`');
    expect(diagnoses[0]?.remedy).not.toContain('vLLM:');
    expect(after).toEqual([1]);
  });

  it('is not forced where the server takes no `tool_choice`', async () => {
    const remedyUnder = async (runtime: string): Promise<string | undefined> =>
      (await under(runtime, good)).diagnoses.find(({ code }) => code === 'D01')?.remedy;
    expect(await remedyUnder('vllm:hermes')).toContain('`tool_choice: required`');
    expect(await remedyUnder('ollama:generic:tool_call')).toMatch(
      /^The model left its format\. Ask for its own format, `hermes`, in the prompt\. A lower temperature /,
    );
  });

  it('has no parser of another server as its remedy where a client reads the text', async () => {
    const [first] = (await under('cline:xml', block(good))).diagnoses;
    expect(first).toMatchObject({
      code: 'D01',
      remedy:
        'Cline reads the text itself. Ask in the prompt for the format `tag-per-tool`, or choose a model that keeps to it.',
    });
  });

  it.each([
    ['bare JSON', good],
    ['JSON in a fence', `\`\`\`json\n${good}\n\`\`\``],
  ])('is no reason for a parser that is made for other models: %s', async (_what, text) => {
    const engines = (await loadProjects()).filter(({ id }) => ['vllm', 'sglang', 'ollama', 'llamacpp'].includes(id));
    const unsafe = engines.flatMap(({ runtimes }) =>
      someOf(runtimes, 1 / 10, ({ id }) => `${id} ${text}`).flatMap(({ id: runtime, formats }) =>
        [null, 'qwen2.5-coder:7b', 'glm-4.6'].flatMap((model) => {
          const options = { ...withTools({ runtime, runtimes }, { text }), model };
          const offered = diagnose(extract({ text }, options), options).flatMap(({ edit }) => edit?.runtime ?? []);
          const trained = trainedFormat({ model, written: 'raw-json', parsed: formats });
          const isMade = (id: string): boolean =>
            runtimes.some((one) => one.id === id && trained !== null && isMadeFor(one, trained));
          const isLeft = isMade(runtime) && trained !== 'raw-json';
          return offered
            .filter((id) => isLeft || !isMade(id))
            .map((id) => `${runtime} -> ${id} (${model ?? 'any model'})`);
        }),
      ),
    );
    expect(unsafe).toEqual([]);
  });

  it('that no model is trained on is no reason for another parser: the model left its format', async () => {
    const [first] = (await under('vllm:hermes', good)).diagnoses;
    expect(first?.edit).toMatchObject({ label: 'Convert to hermes' });
    expect(first?.edit?.runtime).toBeUndefined();
    expect(first?.remedy).toMatch(/^The model left its format\. Ask for its own format, `hermes`, in the prompt/);
    // The parser that would return this call comes last, with what it breaks.
    expect(first?.remedy).toMatch(
      /Last resort: `--tool-call-parser llama3_json`\. vLLM llama3_json does not read correct calls in `hermes`/,
    );
  });

  it.each([
    ['bare JSON', good],
    ['JSON in a fence', `I look.\n\n\`\`\`json\n${good}\n\`\`\``],
  ])(
    'of a model that no prompt brings back is read with another parser, or written by another model: %s',
    async (_what, text) => {
      const remedyUnder = async (runtime: string): Promise<string | undefined> => {
        const options = {
          ...withTools({ runtime, runtimes: await runtimesFor(runtime) }, { text }),
          model: 'qwen2.5-coder:7b',
        };
        return diagnose(extract({ text }, options), options).find(({ code }) => code === 'D01')?.remedy;
      };
      // As the failure `vllm-code-block-for-tags` says.
      expect(await remedyUnder('vllm:hermes')).toMatch(
        /--tool-call-parser llama3_json`, and send requests with `stream: false`/,
      );
      expect(await remedyUnder('ollama:generic:tool_call')).toMatch(
        /^Choose another model, such as Qwen3: Qwen2\.5-Coder /,
      );
    },
  );

  it('is a reason for another parser or for another prompt by what the model was trained on', async () => {
    const runtimes = await runtimesFor('vllm:hermes');
    const of = (model: string): Diagnosis | undefined => {
      const options = { ...withTools({ runtime: 'vllm:hermes', runtimes }, { text: coder }), model };
      return diagnose(extract({ text: coder }, options), options)[0];
    };
    expect(of('Qwen/Qwen3-Coder-30B-A3B-Instruct')?.edit?.runtime).toBe('vllm:qwen3_coder');
    expect(of('Qwen/Qwen3-8B')?.edit?.runtime).toBeUndefined();
    expect(of('Qwen/Qwen3-8B')?.remedy).toContain('its own format, `hermes`');
  });

  it('is named the parser of its model, as the evidence names it', async () => {
    const text = '<tool_call>find_ferry\n<arg_key>port</arg_key>\n<arg_value>Rhu</arg_value>\n</tool_call>';
    const runtimes = await runtimesFor('sglang:qwen25');
    const of = (model: string | null): Diagnosis | undefined => {
      const options = { ...withTools({ runtime: 'sglang:qwen25', runtimes }, { text }), model };
      return diagnose(extract({ text }, options), options)[0];
    };
    const named = of('zai-org/GLM-4.5-Air');
    expect(named?.remedy).toMatch(/^Start SGLang with `--tool-call-parser glm45`\./);
    expect(named?.edit?.runtime).toBe('sglang:glm45');
    expect(of(null)?.remedy).toMatch(/^Start SGLang with `--tool-call-parser glm45`\./);
    // Its own parser reads another spelling, and those of other models are none of its.
    expect(of('zai-org/GLM-4.7')?.remedy).toMatch(/^Start SGLang with `--tool-call-parser glm47`, the parser of this/);
    expect(named?.remedy).not.toContain('poolside_v1');
    expect(of('poolside/laguna-m')?.remedy).toContain('`--tool-call-parser poolside_v1`.');
  });

  it.each(fixtures.filter(({ name }) => name === 'one-call').map(({ format, text }) => [format, text]))(
    'is read by another parser only where that reads the correct form of %s whole and streamed',
    async (format, text) => {
      for (const runtime of ['vllm:hermes', 'sglang:llama3', 'ollama:qwen3']) {
        const { diagnoses } = await under(runtime, text);
        const other = diagnoses.find(({ edit }) => edit?.runtime !== undefined)?.edit?.runtime;
        if (other === undefined) continue;
        const calls = [{ name: 'find_ferry', argumentsText: '{"port":"Malmö","cars":2}' }];
        const form = correctForm(format, calls, text);
        const options = { runtime: other, runtimes: await runtimesFor(other), tools: toolsOfCalls(calls) };
        const stream = openStream(options);
        for (const piece of tokenPieces(form?.text ?? '')) stream.push(piece);
        expect([format, other, meaning(stream.end().extraction.calls)]).toEqual([format, other, meaning(calls)]);
        expect(meaning(extract({ text: form?.text ?? '' }, options).calls)).toBe(meaning(calls));
      }
    },
  );

  it('says nothing where the engine returns the call', async () => {
    expect((await under('vllm:hermes', block(good))).diagnoses).toEqual([]);
    expect((await under('vllm:qwen3_coder', coder)).diagnoses).toEqual([]);
  });
});

it('a search that stops inside a string is not taken for a reply that was cut off', async () => {
  const [first] = (await under('vllm:hermes', broken['a closing tag in a string'])).diagnoses;
  expect(first).toMatchObject({ code: 'D13', edit: { label: 'Escape the marker' } });
});

it('an edit after which the engine returns fewer calls is not offered', async () => {
  const text = `${block('{"name": "multiply\\n", "arguments": {"a": 2}}')}\n${block('{"name": " multiply ", "arguments": {}}')}`;
  const { calls, after } = await under('vllm:hermes', text);
  expect(calls).toBe(2);
  for (const count of after) expect(count).toBeGreaterThanOrEqual(calls);
});

it('no edit makes a call of a reply that has none', async () => {
  const engines = (await loadProjects()).filter(({ id }) => id === 'vllm' || id === 'sglang');
  const texts = ['Good morning.', 'Write `<tool_call>` before the JSON.', '{"name": "Ada", "age": 3}'];
  for (const { runtimes } of engines)
    for (const { id } of runtimes)
      for (const text of texts) {
        const { calls, after } = await under(id, text);
        for (const count of after) expect(count, `${id}: ${text}`).toBeLessThanOrEqual(calls);
      }
});

it('says of a damage that a call is returned all the same only where one is', async () => {
  const bare = '＜tool_call＞{"name": "book_seat", "arguments": {"row": 7}}＜/tool_call＞';
  const none = await under('sglang:minimax-m2', bare);
  expect(none.calls).toBe(0);
  expect(none.diagnoses[0]?.message).toMatch(/SGLang minimax-m2 returns no call\.$/);
  const open = await under('mlx:json_tools', `<tool_call>\n${good}`);
  expect(open.calls).toBe(1);
  expect(open.diagnoses[0]?.message).toMatch(/mlx-lm json_tools returns the call all the same\.$/);
});
