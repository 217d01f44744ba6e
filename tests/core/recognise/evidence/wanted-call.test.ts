import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const said = (content: string): readonly [did: unknown, why: unknown, fix: unknown] => {
  const evidence = evidenceOf({ content, name: null });
  const [first] = evidenceSentences(evidence).causes;
  return [evidence.did, first?.why, first?.fix];
};

const ASKED = "ModelRequest(parts=[UserPromptPart(content='dim the attic')])";
const RETRY =
  "ModelRequest(parts=[RetryPromptPart(content='Please include your response in a tool call.', tool_call_id='p7')])";
const GAVE_UP = 'pydantic_ai.exceptions.UnexpectedModelBehavior: Exceeded maximum retries (1) for output validation';
const reply = (part: string): string => `ModelResponse(parts=[${part}], model_name='qwen3:8b', finish_reason='stop')`;
const run = (part: string): string => `[${ASKED},\n ${reply(part)},\n ${RETRY},\n ${reply(part)}]\n${GAVE_UP}`;

const OTHERWISE = 'Or get the result without a call: `output_type=NativeOutput(…)` or `PromptedOutput(…)`.';
const IN_WORDS = 'The client wants a call, and the model answered in words.';
const STEADIER = 'Choose a model that calls tools more steadily: asking again changes little.';

it('an answer in words needs another model, or another way', () => {
  expect(said(run("TextPart(content='The attic is dim.')"))).toEqual(['answer', IN_WORDS, `${STEADIER} ${OTHERWISE}`]);
});

it('a call in the text is that of a server without a parser, which was sent tools', () => {
  const call = String.raw`<tool_call>\n{"name": "final_result", "arguments": {"room": "attic"}}\n</tool_call>`;
  const [did, why, fix] = said(run(`TextPart(content='${call}')`));
  expect([did, why]).toEqual([
    'text',
    'The server did not parse the call: its tool parser is off, or reads another format.',
  ]);
  expect(fix).toMatch(/^Switch on the tool parser of the server\. .* Or get the result without a call: /);
});

it('a call that came was refused', () => {
  const [did, , fix] = said(
    run("ToolCallPart(tool_name='final_result', args='{\"room\": \"attic\"}', tool_call_id='c7')"),
  );
  expect([did, fix]).toEqual([
    'calls',
    'Compare the arguments with the type that the client wants. What it sent back to the model says what it refused.',
  ]);
});

it('where no reply is there, the messages are asked for', () => {
  expect(said(GAVE_UP)[2]).toBe(
    `Wrap the run in \`capture_run_messages\`, and paste the messages: they show what the model answered. ${OTHERWISE}`,
  );
});

const completion = (message: string): string =>
  `ChatCompletion(id='chatcmpl-7', choices=[Choice(finish_reason='stop', index=0, logprobs=None, message=ChatCompletionMessage(role='assistant', refusal=None, function_call=None, ${message}))], created=1765561817, model='qwen2.5:3b', object='chat.completion', system_fingerprint='fp_ollama', usage=CompletionUsage(completion_tokens=20, prompt_tokens=113, total_tokens=133))`;
const ASSERTED = 'AssertionError: Instructor does not support multiple tool calls, use List[Model] instead\n\n';
const call = (id: string): string =>
  `ChatCompletionMessageToolCall(id='${id}', function=Function(arguments='{"room": "attic"}', name='Lamp'), type='function')`;

it('instructor words no call like several', () => {
  const other = 'Or get the result without a call: `mode=instructor.Mode.JSON`.';
  expect(said(ASSERTED + completion("content='The attic is dim.', tool_calls=None"))).toEqual([
    'answer',
    IN_WORDS,
    `${STEADIER} ${other}`,
  ]);
  const fenced = String.raw`content='\`\`\`json\n{"room": "attic"}\n\`\`\`', tool_calls=None`;
  expect(said(ASSERTED + completion(fenced))).toEqual([
    'answer',
    'The client wants a call, and none came: the model wrote the object itself as text.',
    'Get the result without a call: `mode=instructor.Mode.JSON`. Or choose a model that calls tools more steadily.',
  ]);
  expect(said(ASSERTED + completion(`content=None, tool_calls=[${call('a')}, ${call('b')}]`))).toEqual([
    'calls',
    'The client takes exactly one call, and several came.',
    'Send `parallel_tool_calls: false`, or ask for a list of that type.',
  ]);
  expect(said(ASSERTED)[1]).toBe(
    'The reply held no call, or several: the client wants exactly one, and words both alike.',
  );
});

it('code of LangChain that asks for a call has another method', () => {
  const message =
    "AIMessage(content='The attic is dim.', additional_kwargs={'refusal': None}, response_metadata={'model_name': 'Qwen/Qwen3-8B', 'finish_reason': 'stop'}, id='run--8c1d7a52-40d5-4c5e-9d41-0e7f7e3b6d0a-0')";
  const pasted = (method: string): string =>
    `s = llm.with_structured_output(Lamp, method="${method}", include_raw=True)\n\n{'raw': ${message}, 'parsed': None, 'parsing_error': None}`;
  expect(said(pasted('function_calling'))[2]).toBe(
    `${STEADIER} Or get the result without a call: \`method="json_schema"\`.`,
  );
  expect(said(pasted('json_schema'))[1]).not.toBe(IN_WORDS);
});

it('the port of a server that the words name is its own', () => {
  const text = String.raw`<tool_call>\n{"name": "final_result", "arguments": {"room": "attic"}}\n</tool_call>`;
  const code = 'model = OpenAIChatModel("qwen3-8b", provider=OpenAIProvider(base_url="http://localhost:8000/v1/"))';
  const paste = (words: string): string => `${words}\n\n${code}\n\n${run(`TextPart(content='${text}')`)}`;
  expect(evidenceOf({ content: paste('vLLM fails.'), name: null }).others).toEqual(['vllm']);
  expect(evidenceOf({ content: paste('My server fails.'), name: null }).others).toEqual([]);
});

it('a reminder of Cline without the reply that it is about asks for that reply', () => {
  const reminder = '[ERROR] You did not use a tool in your previous response! Please retry with a tool use.';
  expect(said(reminder)[2]).toBe(
    'Paste the reply of that turn, from the task or its export. Only the reply shows why. Meanwhile give the model more context, or try a larger one.',
  );
});
