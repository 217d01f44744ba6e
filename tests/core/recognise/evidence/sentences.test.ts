import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';
import { phrases } from '../../../../src/core/recognise/evidence/errors/phrase-search.ts';
import { saidOfAnything } from '../../../../src/core/recognise/evidence/said/wide.ts';

/** A paste as a person's clipboard holds it, and what the first words must say. */
interface Paste {
  readonly id: string;
  readonly note: string;
  readonly name: string | null;
  readonly content: string;
  /** Each is in the headline. */
  readonly says: readonly string[];
  /** In the fix of the first cause. */
  readonly fix: string;
}

function linesOf(file: string): unknown[] {
  const lines = readFileSync(new URL(`../../../fixtures/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

const pastes = linesOf('evidence-pastes.jsonl') as Paste[];
const cases = linesOf('evidence.jsonl') as Pick<Paste, 'id' | 'content' | 'name'>[];

/** As in tests/english.test.ts: code is no word. */
function longSentences(text: string): string[] {
  const plain = text.replaceAll(/`[^`]*`/g, ' ');
  return plain
    .split(/(?<=[.?!])\s+/)
    .filter((one) => one.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length > 20);
}

const forbidden =
  /\bbehind\b|\bstands?\b|\bfor good\b|\bby itself\b|\bon the way\b|\bundefined\b|\bnull\b| {2}|\.\.|\s\.|``/;

describe('what the first words say', () => {
  it('that the server returned an error is said once: the headline says it', () => {
    const twice = phrases.filter(
      ({ did, says }) => did === 'error' && /\b(?:answered|returned) (?:with )?an error\b/.test(says),
    );
    expect(twice.map(({ id }) => id)).toEqual([]);
  });

  it.each(pastes.map((paste) => [`${paste.id}: ${paste.note}`, paste] as const))(
    '%s',
    (_, { content, name, says, fix }) => {
      const { headline, causes } = evidenceSentences(evidenceOf({ content, name }));
      expect(says.filter((part) => !headline.includes(part)).map((part) => `${part} in: ${headline}`)).toEqual([]);
      expect(causes[0]?.fix).toContain(fix);
    },
  );

  it.each([
    ['OpenRouter', { id: 'gen-1764489400-Zk', provider: 'Chutes' }, 'OpenRouter, in front of Chutes,'],
    ['LiteLLM', { _hidden_params: { custom_llm_provider: 'novita' } }, 'LiteLLM, in front of novita,'],
  ])('%s says who served the answer', (_, about, subject) => {
    const of = (text: string): ReturnType<typeof evidenceSentences> => {
      const message = { role: 'assistant', content: text };
      const choices = [{ index: 0, message, finish_reason: 'stop', native_finish_reason: 'stop' }];
      return evidenceSentences(evidenceOf({ content: JSON.stringify({ ...about, choices }), name: null }));
    };
    const [first = ''] = subject.split(',');
    const call = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';
    expect(of(call).headline).toMatch(new RegExp(`^${subject} returned `));
    // What the model wrote names no provider.
    expect(of(call.replace('{}', '{"provider": "Quay"}')).headline).toMatch(new RegExp(`^${subject} returned `));
    const two = JSON.stringify(about).replaceAll(/Chutes|novita/g, 'other');
    const content = `${two}\n${JSON.stringify({ ...about, choices: [{ index: 0, message: { content: call } }] })}`;
    expect(evidenceSentences(evidenceOf({ content, name: null })).headline).not.toContain(`${first}, in front of`);
  });

  it('where a call is sound and its parser is named, the next thing to look at is what came of it', () => {
    const told = (text: string): string =>
      `INFO 11-07 04:35:27 [logger.py:71] Generated response chatcmpl-1 (streaming delta): output: '${text}', output_token_ids: [1], finish_reason: None`;
    const launch = 'vllm serve Qwen/Qwen3-8B --enable-auto-tool-choice --tool-call-parser hermes';
    const lines = ['<tool_call>', '\\n{"name": "f", "arguments": {}}\\n', '</tool_call>'].map(told);
    const { headline, causes, advice } = evidenceSentences(
      evidenceOf({ content: [launch, ...lines].join('\n'), name: null }),
    );
    expect([headline, causes]).toEqual([
      expect.stringContaining('The paste names vLLM. The reply is a call to `f`'),
      [],
    ]);
    expect(advice).toBe(
      'If the client got no call, paste the response or the stream that it received. Compare your version of vLLM with the one emulated here.',
    );
  });

  it('a client that reads every text refused a call that it found', () => {
    const content = JSON.stringify([
      { role: 'user', content: '<task>\nWrite the tides.\n</task>' },
      { role: 'assistant', content: '<write_to_file>\n<path>tides.md</path>\n</write_to_file>' },
      {
        role: 'user',
        content:
          "[write_to_file for 'tides.md'] Result:\n<error>\nMissing value for required parameter 'content'. Please retry with complete response.\n</error>",
      },
    ]);
    expect(evidenceSentences(evidenceOf({ content, name: null })).headline).toBe(
      'Cline received a call to `write_to_file` in the text, where it reads calls. The call lacks a required parameter, the one with the long text.',
    );
  });

  it('what is wrong with the arguments that a client quotes comes before the words of the client', () => {
    const input = {
      tool: 'edit',
      error:
        'Invalid input for tool edit: JSON parsing failed: Text: {"path": "tides.\nError message: Unterminated string',
    };
    const parts = [
      {
        type: 'tool',
        tool: 'invalid',
        callID: 'call_1',
        state: { status: 'completed', input, output: 'The arguments provided to the tool are invalid.' },
      },
    ];
    const messages = [
      { info: { role: 'user' }, parts: [{ type: 'text', text: 'Mend it.' }] },
      { info: { role: 'assistant', modelID: 'lamp-9' }, parts },
    ];
    const content = JSON.stringify({ info: { id: 'ses_1', version: '1.4.2' }, messages });
    expect(evidenceSentences(evidenceOf({ content, name: null })).headline).toContain(
      'The arguments of `edit` are no JSON: they end too early.',
    );
  });

  it('are those of eighteen pastes at least', () => {
    expect(pastes.length).toBeGreaterThanOrEqual(18);
  });
});

/** The words about a case of tests/fixtures/evidence.jsonl. */
function wordsOf(id: string): { readonly headline: string; readonly tone: string; readonly fix: string } {
  const found = cases.find((one) => one.id === id);
  const { headline, tone, causes } = evidenceSentences(evidenceOf({ content: found?.content ?? '', name: null }));
  return { headline, tone, fix: causes[0]?.fix ?? '' };
}

it.each([
  ['s34-ollama-fenced', 'Ask in the prompt for the call alone'],
  ['s34-sglang-other-parser', 'Start SGLang with `--tool-call-parser qwen3_coder`'],
  ['s34-vllm-other-parser-stop', '--tool-call-parser qwen3_coder`'],
  ['s34-lmstudio-several', 'one call at a time'],
  ['s34-mistral-line', '--tokenizer-mode mistral'],
  ['s34-vllm-apart', 'or update vLLM'],
])('what helps in %s is not on already', (id, fix) => {
  expect(wordsOf(id).fix).toContain(fix);
});

it.each([
  ['e35-second-cut', 'The last one, to `write_log`, is cut off.', 'Do not run the last call.', 2],
  ['e35-lmstudio-ended', 'the reply ends inside of it', 'Raise the token limit', 2],
  ['e35-vllm-undetermined', 'its parser is switched on', 'Send at least one tool', 1],
  ['e35-opencode-ollama', 'OpenCode received no call.', 'whose template takes them', 1],
  ['e35-opencode-vllm', 'OpenCode received no call.', 'Start vLLM with', 2],
  ['e35-llamacpp-order', 'The call is sound', 'take parameters only in the order of the schema', 1],
  ['e35-llamacpp-no-schema', 'The call is sound', 'Compare the call with the declared tools', 1],
  ['e35-coder-ollama', 'in bare JSON', 'Choose another model', 2],
])('no word of %s is about what the paste refutes', (id, says, fix, causes) => {
  expect(wordsOf(id).headline).toContain(says);
  expect(wordsOf(id).fix).toContain(fix);
  const { content = '' } = cases.find((one) => one.id === id) ?? {};
  expect(evidenceOf({ content, name: null }).causes).toHaveLength(causes);
});

it('a piece of markup beside a sound call is no tick', () => {
  expect(wordsOf('s34-left-dsml')).toMatchObject({
    tone: 'flawed',
    headline:
      'The server returned a call to `read_tide`. A piece of markup is left in the text beside it: `<｜DSML｜function_calls`.',
  });
  expect(wordsOf('s34-left-quoted').tone).toBe('good');
});

describe('what to do about', () => {
  const fixOf = (content: string): string =>
    evidenceSentences(evidenceOf({ content, name: null })).causes[0]?.fix ?? '';

  it.each([
    [
      'arguments in the history that are no JSON, in the words of two releases of llama.cpp',
      '{"error":{"code":500,"message":"Failed to parse tool call arguments as JSON: parse error at line 1, column 9: invalid string","type":"server_error"}}',
      'Repair or remove that call in the messages',
    ],
    [
      'the same as it was',
      '{"error":{"code":500,"message":"Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1","type":"server_error"}}',
      'Repair or remove that call in the messages',
    ],
    [
      'a call without its result',
      "openai.BadRequestError: Error code: 400 - {'error': {'message': \"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.\"}}",
      'Send every call with its result right after it',
    ],
    [
      'a stream without an end',
      'httpx.RemoteProtocolError: peer closed connection without sending complete message body (incomplete chunked read)',
      'Send the request again.',
    ],
    [
      'tools that no provider takes, where nobody can switch on a parser',
      "status_code: 404, model_name: tides/keeper, body: {'message': 'No endpoints found that support tool use.', 'code': 404}",
      'Choose a model that OpenRouter lists with tools.',
    ],
    [
      'a call as text from a provider, told by a client',
      '{"provider":"Tide","id":"gen-17","object":"chat.completion","model":"tides/keeper","choices":[{"native_finish_reason":"stop","finish_reason":"stop","index":0,"message":{"role":"assistant","content":"<tool_call>\\n{\\"name\\": \\"dim_lamp\\", \\"arguments\\": {}}\\n</tool_call>"}}]}',
      'Choose another provider for this model',
    ],
  ])('%s', (_, content, fix) => {
    expect(fixOf(content)).toContain(fix);
  });

  it('another format under Ollama, which cannot be forced to call', () => {
    const response = (text: string): string =>
      JSON.stringify({ model: 'qwen3:8b', message: { role: 'assistant', content: text }, done: true, eval_count: 9 });
    const fix = fixOf(response('{"tool_name": "dim_lamp", "inputs": {"room": "attic"}}'));
    expect(fix).toContain('in the prompt. A lower temperature');
    expect(fix).not.toContain('tool_choice');
  });
});

describe('what the first words say of', () => {
  const said = (content: string): string => evidenceSentences(evidenceOf({ content, name: null })).headline;

  it('what an example of vLLM printed as the text of a model', () => {
    const printed =
      'Prompt: \'Dim it\', Generated text: \'<tool_call>\\n{"name": "dim_lamp", "arguments": {}}\\n</tool_call>\'';
    expect(said(printed)).toContain('a call to `dim_lamp`');
  });

  const sent =
    "[{'id': 'call_1', 'type': 'function', 'function': {'name': 'dim_lamp', 'arguments': '{\"room\": \"attic\", }'}}]";
  const invalid =
    "[{'name': 'dim_lamp', 'args': '{\"room\": \"attic\", }', 'id': 'call_1', 'error': 'not valid JSON'}]";

  const demands = (to: string, choice: string): string =>
    `curl ${to}/v1/chat/completions -d '{"messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"dim_lamp","parameters":{"type":"object","properties":{}}}}],"tool_choice":${choice}}'`;
  const answered = (trait: string): string =>
    `{"id":"chatcmpl-lamp",${trait}"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}]}`;

  it.each([
    [
      'a call that LangChain keeps twice',
      `AIMessage(content='', additional_kwargs={'tool_calls': ${sent}}, invalid_tool_calls=${invalid})`,
      'LangChain received a call to `dim_lamp`.',
    ],
    [
      'an error that a person quotes in a code span',
      'Sooner or later you will get `ERROR: tide::gate: Error: Request failed (status 400 Bad Request)`.\n\nThen all fails.',
      ': `ERROR: tide::gate: Error: Request failed (status 400 Bad Request)`.',
    ],
    [
      'a traceback whose end is missing, under words that announce it',
      'This is the end of the log:\n```\nmlx_lm/server.py failed\nTraceback (most recent call last):\n  File "/opt/mlx_lm/server.py", line 9, in run\n    go()\n```',
      'The traceback ends before the line that names the error',
    ],
    [
      'tags of Cline in an issue, without its name',
      'My editor shows the tags and does nothing:\n\n```\n<write_to_file>\n<path>a.md</path>\n<content>\nOpen.\n</content>\n</write_to_file>\n```\n\nWhy is the file not written?',
      'a call to `write_to_file` in a tag per tool',
    ],
    [
      'a log of vLLM that says that no call was looked for',
      'ERROR 04-02 07:10:12 [serving_chat.py:898] Error in chat_completion_full_generator - cannot determine if tools should be extracted. Returning a standard chat completion.',
      'vLLM did not look for calls',
    ],
    [
      'a stream of which only the end is missing',
      'data: {"id":"a","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"dim_lamp","arguments":"{\\"room\\": \\"attic\\"}"}}]},"finish_reason":null}]}\n\n',
      'a call to `dim_lamp`. The stream has no end here',
    ],
    [
      'a response whose text is empty, and whose reasoning is not',
      '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":"It is off."},"finish_reason":"stop"}]}',
      'neither a call nor text. The whole reply is in the reasoning',
    ],
    [
      'a log of a call that Ollama drops',
      'level=WARN source=gemma4.go:306 msg="gemma4 tool call parsing failed" error="invalid character" content="call:dim_lamp{room:`attic`}"',
      'Ollama did not return the call. The reader of Ollama could not parse the call, and drops it.',
    ],
    [
      'a request, and a stream without an end after it',
      'curl http://localhost:9999/v1/chat/completions -d \'{"model":"tide","stream":true,"messages":[{"role":"user","content":"hi"}]}\'\n\ndata: {"id":"a1","object":"chat.completion.chunk","model":"tide","choices":[{"index":0,"delta":{"reasoning_content":" it"},"finish_reason":null}]}\n\ndata: {"id":"a1","object":"chat.completion.chunk","model":"tide","choices":[{"index":0,"delta":{"reasoning_content":" is"},"finish_reason":null}]}\n',
      'The stream has no end here',
    ],
    [
      'a call before the end of a turn',
      '<|python_tag|>dim_lamp.call(room="attic")<|eom_id|>',
      'This reply is a call to `dim_lamp`',
    ],
    [
      'an error of MCP',
      'MCP error -32602: Invalid arguments for tool dim_lamp: [{"path":["room"]}]',
      'The server returned',
    ],
    [
      'a cut tag of Roo Code',
      'Roo is having trouble...\n\n<read_file>\n<path>src/app.ts</path>\n</read_file',
      'Roo Code received no call. The text is cut off inside of a call to `read_file`',
    ],
    [
      'a refused call, in the words of the client',
      '2026-06-06T12:44:02+03:00 ERROR [crates/agent/src/thread.rs:1305] missing field `lamp`',
      "The client refused the arguments of the call: `missing field 'lamp'`",
    ],
    [
      'the steps of ReAct',
      'Thought: Action: Dim the lamp\nAction Input: {"room": "attic"}',
      'This reply is a call to `Dim the lamp` in the steps of ReAct.',
    ],
    [
      'an error that is quoted under its words',
      'The LiteLLM proxy of mine responds with a status code 500 and the error message\n> Incompatible lamp param\n\nSee litellm/llms/lamp.py for it.',
      'LiteLLM returned an error: `Incompatible lamp param`',
    ],
    [
      'the pieces of a reply in the log of a server',
      'INFO 08-14 08:42:03 [async_llm.py:269] Added request chatcmpl-e5d0.\nDELTA TEXT: [dim\nDELTA TEXT: _lamp\nDELTA TEXT: (room\nDELTA TEXT: ="\nDELTA TEXT: attic\nDELTA TEXT: ")]\nDELTA TEXT:',
      'The paste names vLLM. The reply is a call to `dim_lamp`',
    ],
    [
      'a traceback, by its last line and not by the code above it',
      'Traceback (most recent call last):\n  File "/venv/mlx_lm/server.py", line 70, in parse\n    raise ValueError("No lamp.")\nValueError: No lamp.',
      'mlx_lm.server returned an error: `ValueError: No lamp`.',
    ],
    [
      'an error that nobody knows, and what to paste',
      'Traceback (most recent call last):\n  File "/srv/boat.py", line 7, in ask\n    raise BoatError(text)\nboat.BoatError: The boat is at sea.',
      'The paste shows an error: `boat.BoatError: The boat is at sea`. Callscope does not know this error. Paste the request and the log around it.',
    ],
    [
      'an error that no call is to blame for',
      '{"error":{"message":"The prompt has 41200 tokens, and the context window is 32768."}}',
      'The server returned an error: `The prompt has 41200 tokens, and the context window is 32768`. The error is about the length of the prompt: shorten it, or give the server a longer context.',
    ],
    [
      'an error whose class says more than its body',
      'litellm.AuthenticationError: AuthenticationError: LampException - {"error":{"message":"Keeper not found.","code":401}}',
      'LiteLLM returned an error: `Keeper not found`. The error is about the account: its key, its credit or its rate limit.',
    ],
    [
      'an error on the line after its level',
      '2026-05-04 14:06:10 [ERROR]\n [LM STUDIO SERVER] The lamp of the server is dark',
      'LM Studio returned an error: `[LM STUDIO SERVER] The lamp of the server is dark`. Callscope does not know this error. Paste the request and the log around it.',
    ],
    [
      'a status alone',
      'curl: (22) The requested URL returned error: 524',
      'The paste shows an error: `curl: (22) The requested URL returned error: 524`. The error is about the server: it was not reached, it failed, or it lacks time or memory.',
    ],
    [
      'a server that is not there',
      'httpx.ConnectError: [Errno 111] Connection refused',
      'The client could not connect to the server: `httpx.ConnectError: [Errno 111] Connection refused`.',
    ],
    [
      'a call that Open WebUI shows',
      '<details type="tool_calls" done="true" id="call_1" name="dim_lamp" arguments="&quot;{}&quot;" result="">\n<summary>Tool Executed</summary>\n</details>',
      'Open WebUI received a call',
    ],
    [
      'a tag that models invent',
      '<functioncall {"name": "dim_lamp", "arguments": {"room": "attic"}}>',
      'This reply is a call to `dim_lamp` in a form that no server reads.',
    ],
    [
      'the steps of an agent as an object',
      '{"Thought": "It is late.", "Action": "dim_lamp",\n "Action Input": {"room": "attic"}}',
      'This reply is a call to `dim_lamp` in a form that no server reads.',
    ],
    [
      'a token without its brackets',
      'I dim it.TOOL_CALLSdim_lamp{"room": "attic"}',
      'This reply is a call to `dim_lamp` in a form that no server reads.',
    ],
    [
      'a word in capitals before an object',
      'The word TOOL_CALLS is written before {"room": "attic"}.',
      'This does not show what a server answered.',
    ],
    [
      'an unknown tool that nobody names',
      'unsupported call: exec_command',
      'The model called a tool that the client does not have: `unsupported call: exec_command`.',
    ],
    [
      'a call that the parser saw',
      `{"model":"Qwen/Qwen3-8B","choices":[{"index":0,"message":{"role":"assistant","content":"<tool_call>\\n{\\"name\\": \\"dim_lamp\\", \\"arguments\\": {}}\\n</tool_call>"},"finish_reason":"tool_calls","matched_stop":null}]}`,
      'SGLang returned no call. The text is a call to `dim_lamp`',
    ],
    [
      'an error of a provider that OpenRouter quotes',
      '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"error\\":{\\"message\\":\\"One lamp at a time.\\"}}","provider_name":"Lamps"}}}',
      'OpenRouter, in front of Lamps, returned an error: `One lamp at a time`.',
    ],
    [
      'the same as a text',
      '{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"Too many lamps.","provider_name":"Lamps"}}}',
      'OpenRouter, in front of Lamps, returned an error: `Too many lamps`.',
    ],
    [
      'a sentence about an error that no call is to blame for',
      'INFO lamps on\nPluginInvokeError: {"message":"no lamp"}\nINFO lamps off',
      'Dify received an error: `PluginInvokeError: {"message":"no lamp"}`.',
    ],
    [
      'a log that says why, and not what the client got',
      'WARNING - Received tools but model does not supporttool calling.',
      'This names mlx_lm.server. mlx_lm.server has no reader for the chat template of this model.',
    ],
    [
      'the start line of SGLang',
      'python3 -m sglang.launch_server --model-path Qwen/Qwen3-8B --tool-call-parser qwen25',
      'This names SGLang. It does not show what the server answered.',
    ],
    [
      'a question',
      'My gpt-oss:20b runs on Ollama and prints\n\n<|channel|>commentary to=functions.dim_lamp <|constrain|>json<|message|>{"room": "attic"}<|call|>',
      'The paste names Ollama. The reply is a call to `dim_lamp`',
    ],
    [
      'an error that nobody named tells of a reply',
      'LampAgent stopped: Could not parse model response',
      'The client received a text that it could not read as a call.',
    ],
    [
      'a request that demands a call, and Ollama',
      `${demands('http://localhost:11434', '"required"')}\n${answered('"system_fingerprint":"fp_ollama",')}`,
      'Ollama returned text without a call. The request demands a call. Ollama does not support `tool_choice`.',
    ],
    [
      'a request that names the tool, and vLLM',
      `${demands('http://box', '{"type":"function","function":{"name":"dim_lamp"}}')}\n${answered('"kv_transfer_params":null,')}`,
      'vLLM returned text without a call. The request demands a call. vLLM forces one since 0.8.3, but not with every parser.',
    ],
    [
      'a request that demands a call, and a server that nobody knows',
      `${demands('http://box', '"required"')}\n${answered('')}`,
      'The server returned text without a call. The request demands a call. The server did not force one.',
    ],
    [
      'a request that leaves it to the model',
      `${demands('http://box', '"auto"')}\n${answered('"kv_transfer_params":null,')}`,
      'vLLM returned text without a call.',
    ],
    [
      'a request to Ollama that demands a call, without the answer',
      `I run Ollama 0.12.3 here.\n\n${demands('http://box', '"required"')}\n\nNothing is called.`,
      'The request demands a call. Ollama does not support `tool_choice`. Paste the answer too',
    ],
    [
      'an answer that nobody signed, and the command that starts the server',
      `vllm serve tides/keeper --port 8120\n\nThe response is:\n\n\`\`\`json\n${answered('')}\n\`\`\``,
      'vLLM, which the paste names, returned text without a call.',
    ],
    [
      'an answer that nobody signed, and the words of a person',
      `My model runs on SGLang and only talks:\n\n\`\`\`json\n${answered('')}\n\`\`\``,
      'SGLang, which the paste names, returned text without a call.',
    ],
    [
      'an answer, and an error after it',
      `The response:\n\n\`\`\`json\n${answered('"system_fingerprint":"fp_ollama",')}\n\`\`\`\n\nand then\n\n✕ [API Error: 400 "The lamp is too bright"]`,
      'Ollama returned text without a call. An error follows: `[API Error: 400 "The lamp is too bright"]`.',
    ],
    [
      'an error before an answer: the client tried again',
      `✕ [API Error: 503 "The lamp is busy"]\n\n${answered('"system_fingerprint":"fp_ollama",')}`,
      'Ollama returned text without a call.',
    ],
    [
      'the line of an error from its beginning',
      '**Error Output**\n```\n400 Invalid model identifier "keeper". Please specify a valid downloaded model (e.g., keeper-8b).\n```',
      'LM Studio returned an error: `400 Invalid model identifier "keeper". Please specify',
    ],
    [
      'the line of the error, and not the words of a person that speak of it',
      'I get an error whenever the lamp answers.\n\n( O)> dim it\n\nlamp is dim                                                            2026-02-08T10:57:38Z ERROR lamp: Request failed\n\nRan into this: Request failed with status: 422 Unprocessable Entity',
      'Ran into this: Request failed with status: 422 Unprocessable Entity',
    ],
    [
      'the error of a log without its head',
      '(APIServer pid=3) ERROR 04-16 14:34:18 [serving.py:193] The lamp does not exist\n(APIServer pid=3) INFO:     10.0.0.2:5 - "POST /v1/chat/completions HTTP/1.1" 404 Not Found',
      'vLLM returned an error: `The lamp does not exist`.',
    ],
    [
      'the history of a request, which is no answer to it',
      'curl http://box/v1/chat/completions -d \'{"messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"dim_lamp","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"dim"}],"tools":[{"type":"function","function":{"name":"dim_lamp","parameters":{"type":"object","properties":{}}}}]}\'',
      'In the history of this request, the server returned a call to `dim_lamp`. Paste the answer too',
    ],
    [
      'a server that was not there',
      '2026-05-21T19:25:26+02:00 ERROR [models] error sending request\n\nCaused by:\n    1: tcp connect error: Connection refused (os error 61)',
      'The client could not connect to the server: `1: tcp connect error: Connection refused (os error 61)`.',
    ],
    [
      'the exception of a program, which is no answer of a server',
      "Traceback (most recent call last):\n  File \"lamp.py\", line 2, in <module>\nAttributeError: 'Lamp' object has no attribute 'bind_tools'",
      "The paste shows an error: `AttributeError: 'Lamp' object has no attribute 'bind_tools'`.",
    ],
    [
      'a call that was thought of',
      'Look:\n<think>I dim it: <tool_call>\n{"name": "dim_lamp", "arguments": {}}\n</tool_call></think>',
      'This reply holds a call to `dim_lamp` in the format of Nous Hermes. The call is in the reasoning, and no text follows',
    ],
    ['a request alone', demands('http://box', '"auto"'), 'This is a request with 1 tool. Paste the answer too'],
    [
      'a request without tools',
      '{"model":"keeper","messages":[{"role":"user","content":"Dim the lamp."}]}',
      'This is a request without `tools`: most servers look for calls only where some are declared.',
    ],
    [
      'the line of an error, and not the words of the person above it',
      'The log of my lamp shows an error -\n\n2026-03-04T09:00:00+01:00 [ERROR] Lamp 4 is broken',
      'The paste shows an error: `2026-03-04T09:00:00+01:00 [ERROR] Lamp 4 is broken`.',
    ],
  ])('%s', (_what, content, headline) => {
    expect(said(content)).toContain(headline);
  });
});

describe('the sentences', () => {
  const worded = [...cases, ...pastes].map((one) => [one.id, evidenceSentences(evidenceOf(one))] as const);

  it('are short and plain', () => {
    const faults = worded.flatMap(([id, { headline, causes }]) =>
      [headline, ...causes.flatMap(({ why, fix }) => [why, fix])].flatMap((text) => [
        ...longSentences(text).map((one) => `${id}: long: ${one}`),
        ...(forbidden.test(text.replaceAll(/`[^`]*`/g, 'x')) ? [`${id}: ${text}`] : []),
        ...((text.match(/`/g)?.length ?? 0) % 2 === 1 ? [`${id}: a backquote without its partner: ${text}`] : []),
      ]),
    );
    expect(faults).toEqual([]);
  });

  it('name the server first, and give every cause a reason and a fix', () => {
    for (const [id, { headline, causes }] of worded) {
      expect(headline, id).toMatch(/^[A-Za-z\d].*[.?]$/s);
      for (const { why, fix } of causes) expect([why === '', fix === '', id]).toEqual([false, false, id]);
    }
  });

  it('of phrases are short as well', () => {
    expect([...phrases, ...saidOfAnything].flatMap(({ says }) => longSentences(says))).toEqual([]);
  });
});

describe('a question that shows no call', () => {
  const said = (content: string): string => evidenceSentences(evidenceOf({ content, name: null })).headline;

  it.each([
    ['I run vLLM 0.11 with Qwen3-8B, and my agent never gets a tool call. What is wrong?', 'vLLM'],
    ['Ollama does not call my tools. I use llama3.2, and nothing happens.', 'Ollama'],
    ['llama-server with --jinja: the tools are ignored, and the model just talks.', 'llama.cpp'],
  ])('%s', (content, server) => {
    expect(said(content)).toBe(
      `This names ${server}. It does not show what the server answered. Paste its response, its error or its log.`,
    );
  });

  it('names the server beside the call that a person quotes, and not in a bare reply', () => {
    const call = '[dim_lamp]\n{"room":"attic"}\n[END_TOOL_REQUEST]';
    const asked = `Why does the LM Studio model print this, and not call my tool? It answers:\n\n\`\`\`text\n${call}\n\`\`\``;
    expect(evidenceOf({ content: asked, name: null }).likely).toBe('lmstudio');
    expect(evidenceOf({ content: `LM Studio is not there, I use a tool.\n\n${call}`, name: null }).likely).toBe(null);
  });

  it('names the server whose endpoint a person speaks of', () => {
    const content =
      "LM Studio's OpenAI-compatible endpoint ignores my tools. The reply has:\n\n<tool_call>\n<function=dim_lamp>\n<parameter=room>\nattic\n</parameter>\n</function>\n</tool_call>";
    expect(said(content)).toContain('The paste names LM Studio.');
  });

  it.each([
    ['in brackets after its name', 'With vllm (--enable-auto-tool-choice --tool-call-parser hermes) it works.', null],
    ['of the server itself', 'lmdeploy (--tool-call-parser qwen) is on.', 'qwen'],
  ])('takes the flag of no other server, %s', (_, words, parser) => {
    const content = `lmdeploy serve api_server /models/Qwen2.5-32B-Instruct\n\n${words}`;
    expect(evidenceOf({ content, name: null }).parser).toBe(parser);
  });

  it.each([
    ['llama4_pythonic', 'llama3.1_json', /llama3_json.*chat template asks/],
    ['llama4_pythonic', 'llama4_pythonic', /^(?!.*chat template)/],
    ['hermes', 'llama3.2_pythonic', /^(?!.*chat template)/],
  ])('compares the parser %s with the chat template %s', (parser, template, fix) => {
    const text = '{"name": "dim_lamp", "parameters": {"room": "attic"}}';
    const answer = { choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }] };
    const command = `vllm serve /m --tool-call-parser ${parser} --chat-template tool_chat_template_${template}.jinja`;
    const content = `${command}\n\n${JSON.stringify(answer)}`;
    expect(evidenceSentences(evidenceOf({ content, name: null })).causes[0]?.fix).toMatch(fix);
  });

  it('says that the command switches no parser on', () => {
    const content = 'My tools are never called.\n```\nvllm serve Qwen/Qwen3-8B --port 9999\n```';
    const { headline, causes } = evidenceSentences(evidenceOf({ content, name: null }));
    expect(headline).toBe('This names vLLM. The command switches no tool parser on.');
    expect(causes[0]?.fix).toContain('--tool-call-parser hermes');
    const set = content.replace('--port', '--enable-auto-tool-choice --tool-call-parser hermes --port');
    expect(evidenceOf({ content: set, name: null }).causes).toEqual([]);
  });

  it.each(['The tool works with Ollama and not with vLLM.', 'Ollama is a city of dreams, and it rains there.'])(
    'names nobody: %s',
    (content) => {
      expect(said(content)).toBe(
        'This does not show what a server answered. Paste its response, its error or its log.',
      );
    },
  );
});

describe('what to do if the call of a named server came as text', () => {
  const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>';
  const adviceFor = (content: string): string => evidenceSentences(evidenceOf({ content, name: null })).advice;

  it.each([
    [`My vLLM does not call my tools. It says:\n\n${call}\n\nWhat am I doing wrong?`, '--tool-call-parser hermes'],
    [
      `The tools do nothing with my vLLM, the content is:\n\n${call.replaceAll(/^/gm, '> ')}\n\nWhat is wrong?`,
      '--tool-call-parser hermes',
    ],
    [`llama.cpp server returns the tool call in content, why?\n\n\`\`\`\n${call}\n\`\`\`\n`, '--jinja'],
    [`Why does SGLang run no tool? The content is\n\n\`\`\`\n${call}\n\`\`\`\n`, '--tool-call-parser qwen25'],
  ])('is the switch of that server: %s', (content, flag) => {
    expect(adviceFor(content)).toMatch(/^If it came as text: start /);
    expect(adviceFor(content)).toContain(flag);
  });

  it.each([
    [`tool_calls is always empty with my vLLM. The content:\n\n${call}\n\nWhy?`, 'Start vLLM', 'parser hermes'],
    [`tool_calls is empty with my vLLM:\n\n${call.replaceAll(/^/gm, '> ')}\n\nWhy?`, 'Start vLLM', 'parser hermes'],
    [`SGLang: tool_calls=None, content is\n\n\`\`\`\n${call}\n\`\`\`\n`, 'Start SGLang', 'parser qwen25'],
    [
      `Why does LM Studio not call it? tool_calls is [], the content is\n\n\`\`\`\n${call}\n\`\`\`\n`,
      'Update LM Studio',
      'native tool use',
    ],
  ])('is known where somebody says that it came as text: %s', (content, begin, end) => {
    const evidence = evidenceOf({ content, name: null });
    const [first] = evidenceSentences(evidence).causes;
    expect(evidence.did).toBe('text');
    expect(first?.fix.startsWith(begin)).toBe(true);
    expect(first?.fix).toContain(end);
  });

  it.each([
    ['nobody is named', call],
    ['two are named', `vLLM parses it and SGLang does not, tool_calls is empty:\n\n\`\`\`\n${call}\n\`\`\`\n`],
    ['the parser is on', `vLLM with --tool-call-parser hermes. The call stays text:\n\n\`\`\`\n${call}\n\`\`\`\n`],
    ['the call is damaged', `tool_calls is empty with my vLLM:\n\n\`\`\`\n${call.replace('}}', '}')}\n\`\`\`\n`],
  ])('is nothing where %s', (_, content) => {
    expect(adviceFor(content)).toBe('');
  });
});

describe('what to do about a call that the parser saw and could not read', () => {
  const content = '<tool_call>\\n{"name": "dim_lamp", "arguments": {"level": 2}}\\n</tool_call>';
  const fixOf = (paste: string) => evidenceSentences(evidenceOf({ content: paste, name: null })).causes[0]?.fix ?? '';
  const response = (more: object) =>
    JSON.stringify({
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: content.replaceAll('\\n', '\n') },
          finish_reason: 'tool_calls',
        },
      ],
      ...more,
    });

  it('where only the print of a client is there: to find out the server', () => {
    const print = `AIMessage(content='${content}', response_metadata={'finish_reason': 'tool_calls'}, tool_calls=[])`;
    expect(fixOf(print)).toBe(
      'Choose the server that answered, to see what its parser does with this text. If you do not know it, send the request with `curl`, and paste the response.',
    );
  });

  it('where only the response is there: to choose the server', () => {
    expect(fixOf(response({}))).toMatch(/^Choose the server that answered, .* this text\.$/);
  });

  it.each([
    ['the server shows itself', response({ system_fingerprint: 'vllm-0.21.0-tp2-1a2b3c4d' })],
    [
      'the person names it',
      `tool_calls is always empty with my SGLang. The response:\n\n\`\`\`json\n${response({})}\n\`\`\``,
    ],
  ])('where %s: the parser of the format, and then an update', (_, paste) => {
    expect(fixOf(paste)).toMatch(
      /^Start \w+ with `--.*parser (?:hermes|qwen25)`\. If that parser is on already, update the server\.$/,
    );
  });
});

describe('the head of the turn of the model', () => {
  const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>';
  const causesOf = (content: string): readonly string[] => evidenceOf({ content, name: null }).causes;

  it('is no damage before the reply, as raw logs have it', () => {
    expect(causesOf(`<|im_start|>assistant\n${call}`)).toEqual([]);
  });

  it('is damage inside of it', () => {
    expect(causesOf(`I will dim it.<|im_start|>assistant\n${call}`)).toEqual(['damaged']);
  });
});

describe('a call whose text ends before its closing tag', () => {
  const begun = '<invoke name="dim_lamp"> <parameter name="room">hall';
  const causesOf = (content: string): readonly string[] => evidenceOf({ content, name: null }).causes;

  it('is no more cut off than its first argument, where all closing tags are left out', () => {
    expect(causesOf(`${begun} <parameter name="level">2`)).toEqual(['damaged']);
  });

  it('is cut off where others are closed', () => {
    expect(causesOf(`${begun}</parameter> <parameter name="level">2`)[0]).toBe('cut');
    expect(causesOf(`${begun}</parameter> <parameter name="level">2</parameter>`)[0]).toBe('cut');
    expect(causesOf(begun)[0]).toBe('cut');
  });
});

describe('a call in a block of reasoning', () => {
  const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>';
  const said = (content: string): readonly (string | undefined)[] => {
    const { headline, causes } = evidenceSentences(evidenceOf({ content, name: null }));
    return [headline, causes[0]?.fix];
  };

  it.each([`<think>I dim it. ${call}</think>`, `<think>${call}\n</think>\n<|im_end|>`, `I dim it. ${call}</think>\n`])(
    'is all of the reply where nothing follows: %s',
    (content) => {
      const [headline, fix] = said(content);
      expect(headline).toMatch(
        /^This reply holds a call to `dim_lamp` in the format of Nous Hermes\. .*no text follows/,
      );
      expect(fix).toMatch(/^Turn thinking off .* looks for calls in the reasoning\.$/);
    },
  );

  it('is a draft before an answer', () => {
    const [headline, fix] = said(`<think>Or so? ${call}</think>\nShall I dim it?`);
    expect(headline).toMatch(/The call is in the reasoning\.$/);
    expect(fix).toMatch(/A reasoning parser would leave the call in the reasoning\.$/);
  });

  it('is none before the call that is made', () => {
    expect(said(`<think>Or so? ${call}</think>\n${call}`)[0]).toMatch(/^This reply is a call to `dim_lamp`/);
  });
});

describe('what to do about a call in the reasoning', () => {
  const fixOf = (content: string): string | undefined =>
    evidenceSentences(evidenceOf({ content, name: null })).causes[0]?.fix;
  const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>';
  const answer = (model: string, message: object): string =>
    JSON.stringify({ model, message: { role: 'assistant', content: '', ...message }, done: true, eval_count: 90 });

  it('is to turn thinking off, where a request can', () => {
    expect(fixOf(answer('qwen3:8b', { thinking: call }))).toBe(
      'Turn thinking off for this request (`think: false` at `/api/chat`).',
    );
  });

  it('is another model, where this one always thinks', () => {
    expect(fixOf(answer('qwen3:30b-a3b-thinking-2507-q4_K_M', { thinking: call }))).toBe(
      'Choose the `Instruct` model of this family, as this one thinks in every reply.',
    );
  });

  it.each([
    answer('gpt-oss:20b', { thinking: call }),
    '<|channel|>analysis to=functions.dim_lamp code<|message|>{"level": 2}<|call|>',
  ])('is less reasoning of gpt-oss, which always thinks: %s', (content) => {
    expect(fixOf(content)).toMatch(
      /^Set the reasoning effort to `low` or choose another model, as gpt-oss thinks in every reply\./,
    );
  });
});

describe('the marker that ends an answer or a message', () => {
  const call =
    '<|open|>tools<|sep|><|open|>call tool="dim_lamp" index="1"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>';
  const causesOf = (content: string): readonly string[] => evidenceOf({ content, name: null }).causes;

  it.each([
    ['closes the answer before the call', `<|open|>response<|sep|>I will dim it.<|close|>response<|sep|>${call}`],
    ['closes an answer that the prompt begins', `I will dim it.<|close|>response<|sep|>${call}`],
    ['ends the message', `${call}<|close|>message<|sep|>`],
  ])('is no damage where it %s', (_, content) => {
    expect(causesOf(content)).toEqual([]);
  });

  it('is another thing than the marker of another format', () => {
    expect(causesOf(`I will dim it.</tool_call>\n${call}`)).toEqual(['damaged']);
  });
});

describe('what to do about a sound call that a server refused', () => {
  const generation = '<function=dim_lamp>{"room": "hall"}</function>';
  const message = "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.";
  const refused = JSON.stringify({ error: { message, code: 'tool_use_failed', failed_generation: generation } });

  it('is no update where only the provider can make one', () => {
    const { causes } = evidenceSentences(evidenceOf({ content: refused, name: null }));
    expect(causes[0]?.fix).toBe(
      'Send the request again, or choose another model: nobody but the provider can change its parser.',
    );
  });
});

describe('what to do about a parser of vLLM that failed, where the reply is not there', () => {
  const log = `ERROR 10-14 11:02:37 [hermes_tool_parser.py:157] Error in extracting tool call from response.
ERROR 10-14 11:02:37 [hermes_tool_parser.py:157] json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)`;

  it('begins with the parser of the model, where the model is not there either', () => {
    const { causes } = evidenceSentences(evidenceOf({ content: log, name: null }));
    expect(causes[0]?.fix).toMatch(/^Look whether `hermes` is the parser of your model\./);
  });
});

describe('how the parser of a model is switched on that writes another format by another template', () => {
  const refusal = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
  const fixFor = (model: string) =>
    evidenceSentences(
      evidenceOf({ content: `vllm serve ${model}\n\n{"error": {"message": ${JSON.stringify(refusal)}}}`, name: null }),
    ).causes[0]?.fix ?? '';

  it('names the parser of that format, and its template', () => {
    expect(fixFor('lamps/Phi-4-mini-instruct')).toMatch(
      /`--enable-.* phi4_mini_json`.*\. Give it the chat template that vLLM has/,
    );
  });

  it('names the parser of its own format where there is one', () => {
    expect(fixFor('lamps/Qwen3-8B')).toMatch(/`--enable-.* hermes`\.$/);
  });
});

it('an error of a program after a sound call is told with it', () => {
  const call = { id: 'call_8', type: 'function', function: { name: 'dim_lamp', arguments: '{"room":"attic"}' } };
  const choice = { index: 0, message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' };
  const body = JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', model: 'lamp-2', choices: [choice] });
  const content = `${body}\nTraceback (most recent call last):\n  File "/srv/lamp.py", line 61, in run\nKeyError: 'dim_lamp'`;
  const { headline, tone } = evidenceSentences(evidenceOf({ content, name: null }));
  expect(headline).toBe("The server returned a call to `dim_lamp`. An error follows: `KeyError: 'dim_lamp'`.");
  expect(tone).toBe('flawed');
});

it('a piece of a stream without its index is named, and not how clients join it', () => {
  const piece = (delta: object): string =>
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })}\n\n`;
  const call = { id: 'call_1', type: 'function', function: { name: 'dim_lamp', arguments: '{"room": "attic"}' } };
  const content = piece({ role: 'assistant', tool_calls: [call] }) + piece({}) + 'data: [DONE]\n\n';
  const { headline } = evidenceSentences(evidenceOf({ content, name: null }));
  expect(headline).toContain('A piece of the stream has no `index`, by which clients join it.');
  const whole = piece({ role: 'assistant', tool_calls: [{ index: 0, ...call }] }) + 'data: [DONE]\n\n';
  expect(evidenceSentences(evidenceOf({ content: whole, name: null })).headline).not.toContain('index');
});

it('the headline says what was joined wrongly, where more is known than that it was', () => {
  const call = (name: string, argumentsText: string, rest: object = {}) => ({
    type: 'function',
    function: { name, arguments: argumentsText },
    ...rest,
  });
  const said = (...calls: readonly object[]): string => {
    const content = JSON.stringify({ choices: [{ message: { role: 'assistant', content: null, tool_calls: calls } }] });
    return evidenceSentences(evidenceOf({ content, name: null })).headline;
  };
  expect(said(call('dim_lamp', '{"room"', { id: 'call_1' }), call('', ': "attic"}'))).toBe(
    'The server returned a call to `dim_lamp`. Pieces of the arguments came as calls of their own, without a name.',
  );
  // The headline has named the call, so it does not quote the name again.
  expect(said(call('dim lamp', '{}', { id: 'call_1' }))).toBe(
    'The server returned a call to `dim lamp`. The name is none that APIs allow for a tool.',
  );
});
