import {
  augmentRaw,
  chatcliAnthropicMessages,
  chatcliCalls,
  diagnose,
  evidenceOf,
  chatcliOpenAiMessages,
  extract,
  joinDeltas,
  normalizeToolArgs,
  openFenceFilter,
  openStream,
  promptOpened,
  recognise,
  runtimesFor,
  shimPrompt,
  stationsOf,
  toolDefinitions,
  withTools,
  type Extraction,
  type JsonValue,
  type LoopMessage,
  type PastedContent,
  type Span,
  type ToolDefinition,
} from '../../src/core/index.ts';
import { Decompress } from 'fzstd';
import { LogReader } from '../../src/core/batch/index.ts';
import { render } from '../../src/core/templates/index.ts';
import { writeCase } from '../../src/app/permalink/case.ts';
import { openHash } from '../../src/app/permalink/open.ts';
import { answerChain } from './engines/chain.ts';
import { answerEngine } from './engines/index.ts';
import { sets } from './sets.ts';

/**
 * The one bridge between the core and case files: answers an input as the golden file of that name would. Its name,
 * its place and its shapes are fixed, because comparisons outside this repository use them.
 */
export function answer(set: string, input: unknown): unknown {
  const fields = input as Record<string, unknown>;
  switch (set) {
    case 'ex_athena-extract.v0.5.0':
    case 'ex_athena-extract.head':
      return extraction(sets[set] as string, fields);
    case 'ex_athena-augment.v0.5.0':
      return augmented(fields);
    case 'ex_athena-fence-filter.head':
      return filtered(fields);
    case 'chatcli-parse':
      return parsed(fields['text'] as string);
    case 'chatcli-normalize':
      return normalized(fields['tool'] as string, fields['raw'] as string);
    case 'chatcli-shim-prompt':
      return shimTools(fields['tools']);
    case 'chatcli-shim-parse':
      return shimParsed(fields['text'] as string, fields['tools']);
    case 'chatcli-tool-result':
      return replayed(fields['messages'] as LoopMessage[], fields['prompt'] as string);
    case 'formats':
      return read(fields);
    case 'streams':
      return streamed(fields);
    case 'recognise':
      return recognised(fields as unknown as PastedContent);
    case 'evidence':
      return proved(fields as unknown as PastedContent);
    case 'templates':
      return rendered(fields);
    case 'batch':
      return logged(fields);
    case 'engines':
      return answerEngine(fields);
    case 'chain':
      return answerChain(fields);
    case 'prompt-opened':
      return promptOpened(fields);
    case 'stations':
      return stations(fields);
    default:
      throw new Error(`No adapter for the set "${set}".`);
  }
}

function extraction(runtime: string, fields: Record<string, unknown>): unknown {
  const result = extract(
    { text: fields['text'], tool_calls: fields['tool_calls'] },
    { runtime, capabilities: (fields['caps'] ?? {}) as Record<string, unknown> },
  );
  if (result.error?.code === 'runtime_raise') return { raise: { exception: 'Protocol.UndefinedError' } };
  if (result.error !== undefined) return { error: { tag: result.error.code } };
  return { ok: result.calls.map((call) => ({ id: idOf(result, call), name: call.name, arguments: call.arguments })) };
}

function idOf({ document }: Extraction, { id, idGenerated, idSpan }: Extraction['calls'][number]): unknown {
  if (idGenerated) return '<generated>';
  return idSpan === null ? id : JSON.parse(document.slice(idSpan.from, idSpan.to));
}

function augmented(fields: Record<string, unknown>): unknown {
  const result = augmentRaw(fields['existing'], fields['tools'], { compact: fields['compact'] });
  return result.ok ? { before: result.before, tools: result.tools } : { raise: { exception: result.exception } };
}

/** Tools in any of the shapes in which they are written down. */
function toolsOf(fields: Record<string, unknown>): readonly ToolDefinition[] {
  return toolDefinitions(JSON.stringify(fields['tools'] ?? []));
}

/** The same; absent where nobody says which there are. */
function declaredOf(fields: Record<string, unknown>): readonly ToolDefinition[] | undefined {
  return fields['tools'] === undefined ? undefined : toolsOf(fields);
}

function read(fields: Record<string, unknown>): unknown {
  const response = { text: fields['text'] };
  const options = withTools({ runtime: 'auto', tools: declaredOf(fields) }, response);
  const extraction = extract(response, options);
  const { calls, incomplete } = extraction;
  return {
    calls: calls.map(({ name, arguments: value, argumentsText }) => ({ name, arguments: value, argumentsText })),
    incomplete: incomplete.map(({ name }) => name),
    format: (calls[0] ?? incomplete[0])?.format ?? null,
    diagnoses: diagnose(extraction, options).map(({ code }) => code),
  };
}

function streamed(fields: Record<string, unknown>): unknown {
  const chunks = fields['chunks'] as string[];
  const stream = openStream(withTools({ runtime: 'auto', tools: declaredOf(fields) }, { text: chunks.join('') }));
  const deltas = chunks.flatMap((chunk) => stream.push(chunk));
  const end = stream.end();
  return {
    calls: end.extraction.calls.map(({ name, arguments: value, argumentsText }) => ({
      name,
      arguments: value,
      argumentsText,
    })),
    visible: joinDeltas([...deltas, ...end.deltas]).content,
  };
}

function filtered(fields: Record<string, unknown>): unknown {
  const filter = openFenceFilter();
  const visible = (fields['chunks'] as string[]).map((chunk) => filter.push(chunk));
  const flush = filter.flush();
  return { visible, flush, total: visible.join('') + flush };
}

function parsed(text: string): unknown {
  const result = chatcliCalls(text);
  return result.ok ? { calls: result.calls } : { panic: 'the original crashes' };
}

function normalized(tool: string, raw: string): unknown {
  const { text, ok } = normalizeToolArgs(tool, raw);
  return { value: text, ok };
}

function shimTools(tools: unknown): unknown {
  const { sections, sorted } = shimPrompt(tools);
  return { tools: sections, param_lines_sorted: sorted };
}

function shimParsed(text: string, tools: unknown): unknown {
  const result = chatcliCalls(text);
  if (!result.ok) return { panic: 'the original crashes' };
  const declared = (tools as { function?: { name?: string } }[]).map((tool) => ({ name: tool.function?.name ?? '' }));
  const { calls } = extract({ text }, { runtime: 'chatcli-shim', tools: declared });
  return {
    calls: calls.map(({ id, name, arguments: args }, index) => ({
      id,
      type: 'function',
      name,
      arguments: args,
      raw: result.calls[index]?.raw,
    })),
  };
}

function replayed(messages: readonly LoopMessage[], prompt: string): unknown {
  return { anthropic: chatcliAnthropicMessages(messages, prompt), openai: chatcliOpenAiMessages(messages, prompt) };
}

/** What each station of a server made of a reply, as texts. */
async function stations({ runtime, reasoning, text, tools }: Record<string, unknown>): Promise<unknown> {
  const choice = { runtime: runtime as string, reasoning: reasoning as string };
  const options = { ...choice, runtimes: await runtimesFor(choice.runtime), tools: toolsOf({ tools }) };
  const read = extract({ text }, options);
  const texts = (spans: readonly Span[]): string[] => spans.map(({ from, to }) => read.document.slice(from, to));
  return stationsOf(read).map(({ id, took, passed, lost }) => ({
    id,
    took: texts(took),
    passed: texts(passed),
    lost: texts(lost),
  }));
}

/** What a paste was taken for. A link is opened, as the page does it. */
function recognised(pasted: PastedContent): unknown {
  const { kind, replies, tools } = recognise(pasted);
  const opened = kind === 'case' && replies.length === 0 ? openHash(pasted.content.trim().replace(/^[^#]*/, '')) : null;
  if (opened?.kind === 'state') return recognised({ content: writeCase(opened.state), name: null });
  return {
    kind,
    replies: replies.map(({ text }) => text),
    tools,
    project: kind === 'case' ? projectOfCase(pasted) : givenAway(pasted),
  };
}

/** Those whom `recognise` names, by the ids of `core/reader/runtimes.ts`. */
const named = ['vllm', 'sglang', 'llamacpp', 'ollama', 'ai-sdk', 'langchain', 'exathena', 'chatcli'];

/** The engine or the library that the evidence names; the nearest to the person first. */
function givenAway(pasted: PastedContent): string | null {
  const { writer, others } = evidenceOf(pasted);
  return [writer, ...others].find((one) => one !== null && named.includes(one)) ?? null;
}

/** Whose runtime a saved case is read with. */
function projectOfCase({ content }: PastedContent): string | null {
  const { state } = JSON.parse(content) as { readonly state?: { readonly profile?: string } };
  return named.find((id) => new RegExp(`^${id}(?:[:-]|$)`).test(state?.profile ?? '')) ?? null;
}

/** What the golden data was made with, where the options do not say otherwise. */
const templateOptions = { bos_token: '<s>', eos_token: '</s>' } as const;
const templateTime = { year: 2026, month: 11, day: 22, hour: 9, minute: 30 } as const;

/** A prompt as transformers' `apply_chat_template` makes it, or what the template raises. */
function proved(pasted: PastedContent): unknown {
  const { writer, model, did, causes } = evidenceOf(pasted);
  return { project: writer, model, did, causes };
}

function rendered(fields: Record<string, unknown>): unknown {
  const given = (fields['options'] ?? {}) as Record<string, JsonValue>;
  const context = {
    messages: (fields['messages'] ?? null) as JsonValue,
    tools: (fields['tools'] ?? null) as JsonValue,
    variables: { ...templateOptions, ...given },
  };
  const { prompt, failure } = render(fields['template'] as string, context, { now: templateTime });
  return failure === null ? { prompt } : { raises: failure.exception, message: failure.message };
}

/** What a log holds, read in pieces as the page reads a file. */
function logged({ content, name }: Record<string, unknown>): unknown {
  const reader = new LogReader({
    name: typeof name === 'string' ? name : null,
    zstd: (given) => new Decompress((data) => given(new Uint8Array(data))),
  });
  const whole = content as string | Uint8Array<ArrayBuffer>;
  const replies = [];
  for (let from = 0; from < whole.length; from += LOG_PIECE)
    replies.push(...reader.push(whole.slice(from, from + LOG_PIECE)));
  const { replies: last, summary } = reader.end();
  return {
    shape: summary.shape,
    replies: [...replies, ...last].map(({ id, text, tools, calls }) => ({
      id,
      text,
      tools: (tools ?? []).map((tool) => tool.name),
      calls: calls?.map((call) => ({ name: call.name, arguments: call.arguments })) ?? null,
    })),
  };
}

const LOG_PIECE = 1 << 16;
