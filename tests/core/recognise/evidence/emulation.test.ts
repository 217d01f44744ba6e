import { describe, expect, it } from 'vitest';
import {
  emulationDiffers,
  evidenceOf,
  evidenceSentences,
  namesReader,
  loadProject,
  projectOfEvidence,
  recognise,
  standIn,
  withReader,
  withTools,
} from '../../../../src/core/index.ts';

const hermes = '<tool_call>\n{"name": "dim_lamp", "arguments": {"room": "attic"}}\n</tool_call>';

/** A response of vLLM, with its settings where a parser is named. */
function ofVllm(content: string, model: string, parser: string | null = null): string {
  const choice = { index: 0, message: { role: 'assistant', content, tool_calls: [] }, finish_reason: 'stop' };
  const response = JSON.stringify({ id: 'chatcmpl-1', model, choices: [choice], kv_transfer_params: null });
  if (parser === null) return response;
  const settings = `{'enable_auto_tool_choice': True, 'tool_call_parser': '${parser}', 'model': '${model}'}`;
  return `(APIServer pid=1) INFO 11-25 09:00:00 [utils.py:253] non-default args: ${settings}\n${response}`;
}

/** A task that Cline keeps, with what the model answered. */
function ofCline(reply: object): string {
  const text =
    '<task>\nDim the attic.\n</task>\n<environment_details>\n# VSCode Visible Files\nlamps.ts\n</environment_details>';
  return JSON.stringify([
    { role: 'user', content: [{ type: 'text', text }] },
    { role: 'assistant', content: [reply] },
  ]);
}

/** A response of mlx_lm.server. */
function ofMlx(content: string, model: string): string {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
  const system_fingerprint = '0.31.2-0.30.6-macOS-26.1-arm64-arm-64bit-applegpu_g15s';
  return JSON.stringify({ id: 'chatcmpl-1', system_fingerprint, object: 'chat.completion', model, choices });
}

/** What Ollama answers where the model had no end of its thoughts. */
function ofOllama(thinking: string, content = ''): string {
  return JSON.stringify({ model: 'qwen3:8b', message: { role: 'assistant', content, thinking }, done: true });
}

function standFor(content: string): ReturnType<typeof standIn> {
  const pasted = { content, name: null };
  return standIn(evidenceOf(pasted), { content, ...recognise(pasted) }, []);
}

/** The reasoning that is read in place of the reply. */
function reasoningFor(content: string): string | null {
  return standFor(content).reasoning;
}

async function runtimeFor(content: string): Promise<string | null> {
  const evidence = evidenceOf({ content, name: null });
  const project = projectOfEvidence(evidence);
  const runtimes = project === null ? [] : await loadProject(project);
  return standIn(evidence, { content, ...recognise({ content, name: null }) }, runtimes).runtime;
}

describe('the reasoning parser that a paste names', () => {
  const logged = (start: string, text: string): string =>
    `${start}\n\n(APIServer pid=1) INFO 11-07 04:35:27 [logger.py:71] Generated response chatcmpl-1: output: ${JSON.stringify(text)}, output_token_ids: None, finish_reason: stop`;
  const launch = 'vllm serve Qwen/Qwen3-8B --enable-auto-tool-choice --tool-call-parser hermes';
  const thought = `<think>\nI dim it.\n</think>\n${hermes}`;
  const listed =
    '["--model", "Qwen/Qwen3-8B", "--enable-auto-tool-choice", "--tool-call-parser", "hermes", "--reasoning-parser", "qwen3"]';

  it.each([
    ['of a command', logged(`${launch} --reasoning-parser qwen3`, thought), 'qwen3'],
    ['of a list of arguments', logged(listed, thought), 'qwen3'],
    ['none', logged(launch, thought), ''],
    ['none that Callscope does not know', logged(`${launch} --reasoning-parser tide_r9`, thought), ''],
    [
      'none for what it has read already',
      `${launch} --reasoning-parser qwen3\n\n${ofVllm(hermes, 'Qwen/Qwen3-8B')}`,
      '',
    ],
  ])('is taken as well: %s', async (_, content, parser) => {
    const evidence = evidenceOf({ content, name: null });
    const found = standIn(evidence, { content, ...recognise({ content, name: null }) }, await loadProject('vllm'));
    expect([found.runtime, found.reasoningParser]).toEqual(['vllm:hermes', parser]);
  });
});

describe('the runtime for the server of a paste', () => {
  it.each([
    ['the parser for the format of the call', ofVllm(hermes, 'Qwen/Qwen3-8B'), 'vllm:hermes'],
    ['the parser that the paste names', ofVllm(hermes, 'Qwen/Qwen3-8B', 'qwen3_coder'), 'vllm:qwen3_coder'],
    [
      'the model’s own where it left its format',
      ofVllm('{"name": "dim_lamp", "arguments": {}}', 'Qwen/Qwen3-8B'),
      'vllm:hermes',
    ],
    ['as this model needs it', ofVllm('<tool_call>dim_lamp\n</tool_call>', 'zai-org/GLM-4.7'), 'vllm:glm47'],
    ['none where nothing is known', ofVllm('{"name": "dim_lamp", "arguments": {}}', 'acme/own-model'), null],
    ['none for a bare reply', hermes, null],
    [
      'the generation of the model where a flag has several',
      ofVllm('[TOOL_CALLS]dim_lamp{"room": "attic"}', 'mistralai/Mistral-Small-3.2-24B-Instruct-2506', 'mistral'),
      'vllm:mistral:v11',
    ],
    [
      'the server and the model that a question names',
      `Why does my qwen2.5-coder:14b on Ollama print this instead of calling the tool?\n\n${hermes}\n`,
      'ollama:generic:tool_call',
    ],
    ['none where a question names two', `It works on Ollama, and not on vLLM, with Qwen3-8B:\n\n${hermes}`, null],
    ['none where the model speaks of a server', `Ollama is not running, so I start it.\n${hermes}`, null],
    [
      'a server without flags',
      JSON.stringify({
        model: 'qwen3-coder:30b',
        created_at: '2026-11-25T10:00:00.1Z',
        done: true,
        total_duration: 1,
        message: { role: 'assistant', content: '<function=dim_lamp>\n</function>\n</tool_call>' },
      }),
      'ollama:qwen3-coder',
    ],
    [
      'the client that reads tags',
      ofCline({ type: 'text', text: '<read_file>\n<path>lamps.ts</path>\n' }),
      'cline:xml',
    ],
    ['the client also for a reply without a call', ofCline({ type: 'text', text: 'The attic is dim.' }), 'cline:xml'],
    ['the client also for another format', ofCline({ type: 'text', text: hermes }), 'cline:xml'],
    [
      'any format where the client was given calls',
      ofCline({ type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'lamps.ts' } }),
      'auto',
    ],
    [
      'the client for what no parser of its server was written for',
      `Cline with Ollama:\n${ofCline({ type: 'text', text: '<read_file>\n<path>lamps.ts</path>\n</read_file>' })}`,
      'cline:xml',
    ],
    [
      'the reader of a server that chooses by the template',
      ofMlx(hermes, 'mlx-community/Qwen3-8B-4bit'),
      'mlx:json_tools',
    ],
  ])('%s', async (_what, content, runtime) => {
    expect(await runtimeFor(content)).toBe(runtime);
  });

  /** llama.cpp has one for each chat template, and models of one format have several templates. */
  it.each([
    ['GLM-4.7-Flash-Q4_K_M.gguf', 'llamacpp:glm-4.7'],
    ['unsloth/GLM-4.5-Air-GGUF', 'llamacpp:glm-4.6'],
    ['Qwen3-8B-Q4_K_M.gguf', 'llamacpp:qwen3'],
    ['Qwen3.5-27B-UD-Q4_K_XL.gguf', 'llamacpp:qwen3.5'],
    ['Qwen3-Coder-30B-A3B-Instruct-Q4_K_M.gguf', 'llamacpp:qwen3-coder'],
    ['qwen2.5-7b-instruct-q4_k_m.gguf', 'llamacpp:qwen2.5'],
    ['granite-4.0-h-small-Q4_K_M.gguf', 'llamacpp:granite-4'],
    ['Meta-Llama-3.3-70B-Instruct.gguf', 'llamacpp:llama3'],
    ['Mistral-Small-3.2-24B-Instruct-2506-Q4.gguf', 'llamacpp:mistral-small-3.2'],
    ['Devstral-Small-2-24B.gguf', 'llamacpp:ministral-3'],
    // A fine-tune has the format of its makers, and the name of what it was made from.
    ['Hermes-3-Llama-3.1-8B.Q4_K_M.gguf', 'llamacpp:hermes-2-pro'],
    // No template of its own: the first of its format.
    ['Hermes-4-14B.gguf', 'llamacpp:hermes-2-pro'],
    ['DeepSeek-V3.2-Exp-Q2.gguf', 'llamacpp:deepseek-v3.1'],
    ['own-model.gguf', null],
  ])('of llama.cpp for %s', async (model, runtime) => {
    const choice = { finish_reason: 'stop', index: 0, message: { role: 'assistant', content: 'The attic is dim.' } };
    const timings = { prompt_n: 1, predicted_n: 5, predicted_per_second: 9.5 };
    expect(await runtimeFor(JSON.stringify({ choices: [choice], model, timings }))).toBe(runtime);
  });
});

it('the command beside what a client prints names its server', () => {
  const talk = (role: string, said: string): string =>
    `${'='.repeat(30)} ${role} Message ${'='.repeat(30)}\n\n${said}\n`;
  const content = `vllm serve m --tool-call-parser pythonic\n\n${talk('Human', 'Dim it')}${talk('Ai', 'It is dim.')}`;
  const { writer, others } = evidenceOf({ content, name: null });
  expect([writer, others]).toEqual(['langchain', ['vllm']]);
  expect(evidenceOf({ content: `sglang serve n\n${content}`, name: null }).others).toEqual([]);
});

describe('where emulation and evidence differ', () => {
  const differs = async (content: string, runtime: string, reply = hermes): Promise<string> => {
    const runtimes = await loadProject('vllm');
    const evidence = evidenceOf({ content, name: null });
    return emulationDiffers(evidence, reply, withTools({ runtime, runtimes, tools: [] }, { text: reply }));
  };

  it('is said where the parser that the paste names makes a call of the text', async () => {
    expect(await differs(ofVllm(hermes, 'Qwen/Qwen3-8B', 'hermes'), 'vllm:hermes')).toMatch(
      /^Your server did not do what vLLM hermes \(.+\) does: that returns the call\. Your server is another release, or its parser is off\.$/,
    );
  });

  it('is silent where the paste names no parser, and where both give text', async () => {
    expect(await differs(ofVllm(hermes, 'Qwen/Qwen3-8B'), 'vllm:hermes')).toBe('');
    const bare = '{"name": "dim_lamp", "arguments": {}}';
    expect(await differs(ofVllm(bare, 'Qwen/Qwen3-8B', 'hermes'), 'vllm:hermes', bare)).toBe('');
  });

  it('names the older release that does what the server did', async () => {
    const reply = '<|tool_call>call:set_lamp{room:<|"|>attic<|"|>,level:7<tool_call|>';
    expect(await differs(ofVllm(reply, 'google/gemma-4-9b-it', 'gemma4'), 'vllm:gemma4', reply)).toMatch(
      / does: that returns the call\. vLLM gemma4 \(May 2026\) returns text as well: the parser changed since then\.$/,
    );
  });
});

describe('a broken reply that the server should have read', () => {
  const half =
    'I will look.\n<function=read_file>\n<parameter=path>\nnotes.md\n</parameter>\n</function>\n</tool_call>';
  const read = async (content: string, reply: string, runtime: string): Promise<[readonly string[], string]> => {
    const runtimes = await loadProject('vllm');
    const whole = evidenceOf({ content, name: null });
    const evidence = withReader(whole, reply, withTools({ runtime, runtimes, tools: [] }, { text: reply }));
    const { headline, causes } = evidenceSentences(evidence);
    return [evidence.causes, `${headline} ${causes[0]?.fix ?? ''}`];
  };

  it('is no fault of the model: the parser is off', async () => {
    const [causes, said] = await read(ofVllm(half, 'Qwen/Qwen3-Coder-30B-A3B-Instruct'), half, 'vllm:qwen3_coder');
    expect(causes[0]).toBe('parser-off');
    expect(said).toBe(
      'vLLM returned no call. The text is a call to `read_file` in the format of Qwen3-Coder. Start vLLM with `--enable-auto-tool-choice --tool-call-parser qwen3_coder`.',
    );
  });

  it('was lost where the paste names that parser', async () => {
    const content = ofVllm(half, 'Qwen/Qwen3-Coder-30B-A3B-Instruct', 'qwen3_coder');
    expect((await read(content, half, 'vllm:qwen3_coder'))[0][0]).toBe('lost');
  });

  it('stays broken where the parser leaves it as text, or loses a part of it', async () => {
    const broken = '<tool_call>\n{"name": "dim_lamp", "arguments": {"room": "attic"}\n</tool_call>';
    expect((await read(ofVllm(broken, 'Qwen/Qwen3-8B'), broken, 'vllm:hermes'))[0][0]).toBe('damaged');
  });
});

describe('whether a paste says who read the reply', () => {
  it.each([
    ['OpenRouter', { id: 'gen-1764000000-Qx7', provider: 'DeepInfra' }, true],
    ['LiteLLM, behind which may be one’s own server', { id: 'chatcmpl-1', x_litellm_model_id: 'a1' }, false],
    ['vLLM, whatever its parser is', { id: 'chatcmpl-1', kv_transfer_params: null }, true],
    ['nobody', { id: 'chatcmpl-1' }, false],
  ])('%s', (_, fields, isTheirs) => {
    const choice = { index: 0, message: { role: 'assistant', content: hermes }, finish_reason: 'stop' };
    const content = JSON.stringify({ ...fields, object: 'chat.completion', model: 'qwen/qwen3-8b', choices: [choice] });
    expect(namesReader(evidenceOf({ content, name: null }))).toBe(isTheirs);
  });
});

describe('the reasoning that is read in place of a reply', () => {
  const thoughts = `I look.\n${hermes}`;

  it.each([
    ['beside no content', ofOllama(thoughts)],
    ['beside content without a call', ofOllama(thoughts, 'One moment.')],
  ])('is all of it where the call is in it: %s', async (_, content) => {
    expect(reasoningFor(content)).toBe(thoughts);
    expect(await runtimeFor(content)).toBe('auto');
  });

  it.each([
    ['it holds no call', ofOllama('I look at the lamp.')],
    ['the content holds the call', ofOllama(thoughts, hermes)],
    [
      'the response has the call',
      JSON.stringify({
        model: 'qwen3:8b',
        message: {
          role: 'assistant',
          content: '',
          thinking: thoughts,
          tool_calls: [{ function: { name: 'dim_lamp', arguments: { room: 'attic' } } }],
        },
        done: true,
      }),
    ],
  ])('is none where %s', (_, content) => {
    expect(reasoningFor(content)).toBeNull();
  });
});

describe('the part of a reply that is read', () => {
  const printed =
    "AIMessage(content='', additional_kwargs={}, response_metadata={'model': 'qwen2.5', 'done': True}, id='run-1')";

  it.each([
    [
      'the arguments that an error quotes',
      `Error: error parsing tool call: raw='{"a": 1', err=unexpected end`,
      'arguments',
    ],
    ['the reasoning with the call', ofOllama(`I look.\n${hermes}`), 'reasoning'],
    [
      'the words of a report without a reply',
      `The agent returns:\n\n\`{'messages': [${printed}]}\`\n\nand stops.`,
      'words',
    ],
    ['a whole reply that a server returned', ofVllm(hermes, 'Qwen/Qwen3-8B'), null],
    ['a whole reply alone', hermes, null],
    ['a text of which nothing is proved', 'The lamp is dark.', null],
  ])('is that of %s', (_, content, part) => {
    expect(standFor(content).part).toBe(part);
  });
});
