import {
  runtimeOptions,
  infoWithWords,
  type Capabilities,
  type RequestFacts,
  type Runtime,
} from '../engines/runtime.ts';
import { clineTools, hasClineCall, toolsOfCalls, type ToolDefinition } from '../tools/index.ts';
import {
  type Extraction,
  openDocument,
  type OpenedDocument,
  type ProviderResponse,
  Recorder,
  type ToolCall,
} from '../trace/index.ts';
import { nativeWords } from '../engines/kit/index.ts';
import { hasNativeCalls, readNative } from './own/native-tier.ts';
import { engineOf, FILE_RUNTIME, runtimeOf, type RuntimeChoice } from './runtimes.ts';

export interface ExtractOptions extends RuntimeChoice {
  readonly capabilities?: Capabilities;
  /** What else is known of the request: the end of the prompt, and what the chat template was given. */
  readonly request?: RequestFacts | undefined;
  /**
   * The tools that the request declared. Absent where nobody knows them: an engine is then asked with those that the reply
   * calls, because its server looks for calls only in replies to requests that declare tools, and some of its parsers go by
   * names and types.
   */
  readonly tools?: readonly ToolDefinition[] | undefined;
}

/**
 * Finds the tool calls of a whole response as one runtime would. Never throws on input. Why something was not extracted
 * is asked of `diagnose`.
 */
export function extract(response: ProviderResponse, options: ExtractOptions = {}): Extraction {
  const runtime = runtimeOf(options);
  const opened = openDocument(response);
  const steps = new Recorder<string>(opened);
  if (runtime.ids !== undefined) steps.ids = runtime.ids;
  if (hasNativeCalls(opened) && readsTextAlone(runtime)) return returned(runtime, opened, steps);
  const { capabilities, request } = options;
  const tools = toolsInForce(options, runtime, opened);
  const outcome = runtime.whole(opened, tools, runtimeOptions(capabilities, request), steps);
  return steps.finish(infoWithWords(runtime), outcome);
}

/** Whether a runtime makes calls of text: those beside the text are what its server made of a reply already. */
function readsTextAlone({ tiers, lenient, id }: Runtime): boolean {
  return !lenient && id !== FILE_RUNTIME && engineOf(id) !== null && !tiers.includes('native');
}

/** What a server returned as calls is what its client received, whatever its parser would make of the text beside them. */
function returned(runtime: Runtime, opened: OpenedDocument, steps: Recorder<string>): Extraction {
  const info = infoWithWords(runtime);
  const outcome = readNative('native', runtime.tiers, opened, steps);
  return steps.finish({ ...info, words: { ...nativeWords, ...info.words } }, outcome);
}

/**
 * The options with the tools that count for this reply. A caller that reads the reply many times asks for them once.
 *
 * Any format takes those of Cline for declared where they are all that the reply calls: their tags are known, and say nothing
 * else. That is seen only when the whole reply is there, so neither `extract` nor `openStream` does it alone.
 */
export function withTools<Options extends ExtractOptions>(
  options: Options,
  response: ProviderResponse,
): Options & { readonly tools: readonly ToolDefinition[] } {
  const runtime = runtimeOf(options);
  const opened = openDocument(response);
  const { tools } = options;
  // An engine is asked with the calls alone, also where its runtimes are not at hand. Most replies have no such tag.
  const isOurs = runtime.lenient && engineOf(options.runtime ?? '') === null;
  if (tools === undefined && isOurs && hasClineCall(partsOf(opened).text))
    return { ...options, tools: readBare(partsOf(opened)).tools };
  return { ...options, tools: toolsInForce(options, runtime, opened) };
}

function toolsInForce(
  { runtime = '', tools }: ExtractOptions,
  { ownTools }: Pick<Runtime, 'ownTools'>,
  opened: OpenedDocument,
): readonly ToolDefinition[] {
  if (tools !== undefined) return tools;
  if (ownTools !== undefined) return ownTools;
  return engineOf(runtime) === null ? [] : toolsOfCalls(readBare(partsOf(opened)).calls);
}

type Parts = Record<'text' | 'tool_calls_text', string>;

function partsOf({ document, text, native }: Pick<OpenedDocument, 'document' | 'text' | 'native'>): Parts {
  const part = (span: OpenedDocument['text']): string => (span === null ? '' : document.slice(span.from, span.to));
  return { text: part(text), tool_calls_text: part(native) };
}

/** What any format finds in a reply of which nobody knows the tools, and the tools with which it finds that: none, or those of Cline. */
function readBare(reply: Parts): { readonly tools: readonly ToolDefinition[]; readonly calls: readonly ToolCall[] } {
  const plain = { tools: [], calls: callsIn(reply, []) };
  if (plain.calls.length > 0 || !hasClineCall(reply.text)) return plain;
  const calls = callsIn(reply, clineTools);
  const areClines = calls.length > 0 && calls.every((call) => clineTools.some(({ name }) => name === call.name));
  return areClines ? { tools: clineTools, calls } : plain;
}

function callsIn(reply: Parts, tools: readonly ToolDefinition[]): readonly ToolCall[] {
  const { calls, incomplete } = extract(reply, { runtime: 'auto', tools });
  return [...calls, ...incomplete];
}
