import { describe, expect, it } from 'vitest';
import { applyEdit, diagnose, extract, runtimesFor, type ToolDefinition, withTools } from '../../../src/core/index.ts';
import { readBothWays } from '../../../src/core/reader/stream/extraction-stream.ts';
import { tokenPieces } from '../../../src/core/engines/kit/index.ts';
import { meaning } from '../../../src/core/trace/index.ts';

const text = { type: 'string' } as const;
const toolOf = (name: string, properties: Readonly<Record<string, { readonly type: string }>>): ToolDefinition => ({
  name,
  schema: { type: 'object', properties },
});
const tools = [
  toolOf('list_dir', { path: text }),
  toolOf('read_file', { path: text, limit: { type: 'integer' } }),
  toolOf('search', { query: text, limit: { type: 'integer' } }),
  toolOf('get_weather', { city: text, unit: text }),
  toolOf('move', { from: text, to: text }),
  toolOf('ping', {}),
];

interface Case {
  readonly kind: string;
  readonly under: string;
  readonly text: string;
  /** What the first diagnosis says. */
  readonly says: RegExp;
  readonly never?: RegExp;
  /** Whether the edit of the first diagnosis brings the calls that were meant, whole and streamed. */
  readonly mends?: boolean;
  /** The reply as it was meant, where our own reader finds no call in it either. */
  readonly meant?: string;
}

const cut =
  'First the list.\n<tool_call>\n{"name": "list_dir", "arguments": {"path": "a"}}\n</tool_call>\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a/b.t';

// Replies in the structure of reported failures.
describe('the first diagnosis names the cause', () => {
  it.each<Case>([
    {
      kind: 'a tag with an attribute where the format has another tag',
      under: 'vllm-mlx:qwen',
      text: '<tool_call>\n<function name="get_weather">\n<parameter name="city">Nice</parameter>\n</function>\n</tool_call>',
      says: /`<function name="get_weather">` is in the place of `<function=get_weather>` \(line 2, column 1\)/,
      mends: true,
    },
    {
      kind: 'JSON where the format has tags',
      under: 'vllm:qwen3_coder',
      text: '<tool_call>\n<function=search>\n{"query": "ollama", "limit": 5}\n</function>\n</tool_call>',
      says: /in the place of `<parameter=query>/,
      mends: true,
    },
    {
      kind: 'a sign in a pair',
      under: 'vllm:glm47',
      text: '<tool_call>get_weather\n<arg_key>city=Wien</arg_value>\n</tool_call>',
      says: /`=` is in the place of `<\/arg_key>` \(line 2, column 14\)/,
      mends: true,
    },
    {
      kind: 'two calls in one block',
      under: 'mlx:qwen3_coder',
      text: '<tool_call>\n<function=list_dir>\n<parameter=path>\n.\n</parameter>\n</function>\n<function=ping>\n</function>\n</tool_call>',
      says: /`<\/tool_call>` is missing before `<function=ping>`/,
      mends: true,
    },
    {
      kind: 'a prefix of the name',
      under: 'vllm:glm47',
      text: '<tool_call>functions.list_dir<arg_key>path</arg_key><arg_value>/a</arg_value></tool_call>',
      says: /`functions\.list_dir` instead of `list_dir`|functions\.list_dir/,
      mends: true,
    },
    {
      kind: 'two faults at once',
      under: 'mlx:json_tools',
      text: '<tool_call>\n{"name": "functions.search", "arguments": {"query": "a", // newest\n "limit": 3}}\n</tool_call>',
      says: /`functions\.search`|comment/,
      mends: true,
    },
    {
      kind: 'an attribute that is missing',
      under: 'vllm:deepseek_v32',
      text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="search">\n<｜DSML｜parameter name="query">dsml</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
      says: /in the place of `<｜DSML｜parameter name="query" string="true">`/,
      mends: true,
    },
    {
      kind: 'a namespace token that is missing',
      under: 'sglang:minimax-m3',
      text: ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="search">]<]minimax[>[<query>x</query>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
      says: /`\]<\]minimax\[>\[` is missing before `<\/query>`/,
      mends: true,
    },
    {
      kind: 'the last call is cut off, and the parser drops the whole reply',
      under: 'vllm:hermes',
      text: cut,
      says: /The text ends inside the call to `read_file`.*vLLM hermes does not return the call to `list_dir`/,
    },
    {
      kind: 'the last call of a list is cut off',
      under: 'vllm:jamba',
      text: '<tool_calls>[{"name": "list_dir", "arguments": {"path": "a"}}, {"name": "read_file", "arguments": {"pa',
      says: /The text ends inside the call to `read_file`.*vLLM jamba does not return the call to `list_dir`/,
    },
    {
      kind: 'the call that is cut off comes in a stream',
      under: 'sglang:qwen25',
      text: cut,
      says: /The text ends inside the call to `read_file`.*only as a whole/,
    },
    {
      kind: 'the stream suffers from damage that the whole reply forgives',
      under: 'ai-sdk:hermes',
      text: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Brno"}}\n</tool_cal>\n',
      says: /`<\/tool_cal>`.*only as a whole/,
      mends: true,
    },
    {
      kind: 'a closing marker of another format',
      under: 'llamacpp:seed-oss',
      text: '<seed:think>go</seed:think>\n<seed:tool_call>\n<function=list_dir>\n<parameter=path>/</parameter>\n</function>\n</tool_call>',
      says: /`<\/tool_call>` is in the place of `<\/seed:tool_call>`/,
      mends: true,
    },
    {
      kind: 'a misspelt closing marker is no rest of the JSON',
      under: 'vllm:hermes',
      text: '<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_cal>\n',
      says: /`<\/tool_cal>` is almost the marker/,
      mends: true,
    },
    {
      kind: 'half a marker',
      under: 'sglang:mistral',
      text: '[TOOL_CALLS [{"name": "get_weather", "arguments": {"city": "Metz"}}]',
      says: /`\[TOOL_CALLS` is almost the marker `\[TOOL_CALLS\]`/,
    },
    {
      kind: 'an object where the format has a list',
      under: 'vllm:jamba',
      text: '<tool_calls>{"name": "ping", "arguments": {}}</tool_calls>',
      says: /`\[` is missing after `<tool_calls>`/,
    },
    {
      kind: 'a list where the format has an object',
      under: 'vllm:granite-20b-fc',
      text: '<function_call> [{"name": "ping", "arguments": {}}, {"name": "list_dir", "arguments": {"path": "/"}}]',
      says: /does not return the call to `ping`\. This is not an object/,
      never: /xLAM/,
    },
    {
      kind: 'bare JSON in a fence is the format of nobody',
      under: 'ollama:generic:bracket',
      text: '```json\n[{"name": "ping", "arguments": {}}, {"name": "list_dir", "arguments": {"path": "/"}}\n```',
      says: /is before the calls/,
      never: /xLAM/,
    },
    {
      kind: 'a reply that does not begin with the bracket of the template',
      under: 'ollama:generic:bracket',
      text: '{"type": "function", "function": {"name": "search", "arguments": {"query": "a"}}}',
      says: /does not begin with the bracket/,
    },
    {
      kind: 'a second call where the parser knows one',
      under: 'vllm:internlm',
      text: '<|action_start|><|plugin|>{"name": "ping", "parameters": {}}<|action_end|>\n<|action_start|><|plugin|>{"name": "list_dir", "parameters": {"path": \'/\'}}<|action_end|>',
      says: /There is a second `<\|action_start\|><\|plugin\|>`/,
    },
    {
      kind: 'a value that the parser drops',
      under: 'sglang:step3',
      text: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="search"><steptml:parameter name="query">where a < 3</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
      says: /without `query`.*A value must not contain `<`/,
    },
    {
      kind: 'the parser finds the marker and stops in the call',
      under: 'llamacpp:ling-3',
      text: '<tool_call>search<arg_key>query</arg_key><arg_value>use </arg_value> in docs</arg_value></tool_call>',
      says: /contains `<\/arg_value>`.*Ling 3 does not return the call/,
      never: /role_end/,
    },
    {
      kind: 'a name that runs into the next block',
      under: 'exathena-head',
      text: '<tool_call>\n{"name": "list_dir\n</tool_call>\n<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_call>',
      says: /the closing quote of the name is missing \(line 2, column 19\)/,
    },
    {
      kind: 'an apostrophe ends a string of Python',
      under: 'vllm:lfm2',
      text: "<|tool_call_start|>[search(query='it's late', limit=2)]<|tool_call_end|>",
      says: /`'` is in the place of `\\'` \(line 1, column 37\)/,
      mends: true,
    },
    {
      kind: 'a marker of capitals',
      under: 'continue:tool-fence',
      text: '```tool\nTOOL_NAME: read_file\nBEGIN_ARG: path\na.txt\n```',
      says: /`END_ARG` is missing/,
      mends: true,
    },
    {
      kind: 'a list without its marker is no other format',
      under: 'llamacpp:mistral-nemo',
      text: '[{"name": "ping", "arguments": {}}]',
      says: /The call has no `\[TOOL_CALLS\]` around it/,
      never: /xLAM/,
    },
    {
      kind: 'a marker in a value that ends the block',
      under: 'mlx:minimax_m2',
      text: '<minimax:tool_call><invoke name="get_weather"><parameter name="city">a </minimax:tool_call> b</parameter></invoke></minimax:tool_call>',
      says: /A value of `get_weather` contains `<\/minimax:tool_call>`.*does not return the call/,
    },
    {
      kind: 'a declared tool is not called undeclared',
      under: 'ollama:laguna',
      text: '<tool_call>list_dir<tool_call>path</arg_key><arg_value>/</arg_value></tool_call>',
      says: /`<tool_call>` is in the place of `<arg_key>`/,
      never: /no declared tool/,
      mends: true,
    },
    {
      kind: 'a key that lost its opening tag beside the name',
      under: 'sglang:glm45',
      text: '<tool_call>read_filepath</arg_key><arg_value>notes.md</arg_value></tool_call>',
      says: /`⏎<arg_key>` is missing between the name and the arguments \(line 1, column 21\)/,
      mends: true,
    },
    {
      kind: 'entities of HTML in JSON',
      under: 'ollama:qwen3',
      text: '<tool_call>\n{&quot;name&quot;: &quot;list_dir&quot;, &quot;arguments&quot;: {&quot;path&quot;: &quot;a&quot;}}\n</tool_call>',
      says: /HTML entity \(line 2, column 2\)/,
      mends: true,
    },
    {
      kind: 'entities of HTML in the markup',
      under: 'sglang:qwen25',
      text: '&lt;tool_call&gt;\n{&quot;name&quot;: &quot;list_dir&quot;, &quot;arguments&quot;: {&quot;path&quot;: &quot;a&quot;}}\n&lt;/tool_call&gt;',
      says: /`&lt;` is in the place of `<`: the call is written with entities of HTML \(line 1, column 1\)/,
      mends: true,
      meant: '<tool_call>{"name": "list_dir", "arguments": {"path": "a"}}</tool_call>',
    },
    {
      kind: 'the closing marker of another format after JSON',
      under: 'vllm:longcat',
      text: '<longcat_tool_call>{"name": "list_dir", "arguments": {"path": "/"}}</tool_call>',
      says: /`<\/tool_call>` is in the place of `<\/longcat_tool_call>`/,
      never: /end of the JSON/,
      mends: true,
    },
    {
      kind: 'a code block around a list',
      under: 'sglang:mistral',
      text: '[TOOL_CALLS] ```json\n[{"name": "list_dir", "arguments": {"path": "/"}}]\n```',
      says: /`\[TOOL_CALLS\] ’’’json⏎\[\{"name": ` is in the place of `\[TOOL_CALLS\] \[\{"name": `/,
      never: /bare JSON list/,
    },
    {
      kind: 'a keyword of Python',
      under: 'sglang:pythonic',
      text: '[move(from="a", to="b")]',
      says: /`from` is a keyword of Python/,
    },
    {
      kind: 'a string marker that is missing',
      under: 'sglang:gemma4',
      text: '<|tool_call>call:get_weather{city:<|"|>Metz,unit:<|"|>c<|"|>}<tool_call|>',
      says: /The string marker `<\|"\|>` is missing \(line 1, column \d+\)/,
      mends: true,
    },
    {
      kind: 'an edit brings all calls, though its reason brings a part',
      under: 'hermes-agent:glm45',
      text: '<tool_call>search<arg_key>query</arg_key>a b</arg_value></tool_call><tool_call>ping</tool_call>',
      says: /is missing between the name and the arguments/,
      mends: true,
    },
    {
      kind: 'half a suffix',
      under: 'llamacpp:hy3',
      text: '<tool_calls:opensource>\n<tool_call:opensource>list_dir<tool_sep:opensource>\n<arg_key:opensource>path</arg_key>\n<arg_value:opensource>/</arg_value>\n</tool_call>\n</tool_calls>',
      says: /`<\/arg_key>` is in the place of `<\/arg_key:opensource>` \(line 3, column 25\)/,
      mends: true,
    },
    {
      kind: 'tags without their brackets',
      under: 'mlx:minimax_m2',
      text: '<minimax:tool_call>\ninvoke name="list_dir">\nparameter name="path">/parameter>\ninvoke>\n</minimax:tool_call>',
      says: /The marker `<` is missing \(line 2, column 1\)\. 3 more places/,
      mends: true,
    },
    {
      kind: 'a marker in small letters',
      under: 'sglang:mistral',
      text: '[tool_calls] [{"name": "list_dir", "arguments": {"path": "/"}}]',
      says: /`\[tool_calls\]` is in the place of `\[TOOL_CALLS\]` \(line 1, column 1\)/,
      mends: true,
    },
  ])('$kind: $under', async ({ under, text: reply, says, never, mends, meant: sound = reply }) => {
    const options = withTools({ runtime: under, runtimes: await runtimesFor(under), tools }, { text: reply });
    const [first] = diagnose(extract({ text: reply }, options), options);
    expect(first?.message).toMatch(says);
    if (never !== undefined) expect(first?.message).not.toMatch(never);
    if (mends !== true) return;
    const change = first?.edit ?? null;
    if (change === null) throw new Error('The first diagnosis has no edit.');
    const { whole, streamed } = readBothWays(tokenPieces(applyEdit(reply, change)), options);
    const meant = meaning(extract({ text: sound }, { runtime: 'auto', tools }).calls);
    expect([meaning(whole.calls), meaning(streamed.calls)]).toEqual([meant, meant]);
  });
});
