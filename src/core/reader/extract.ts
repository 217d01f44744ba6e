import { type Extraction, openDocument, type ProviderResponse, Recorder } from '../trace/index.ts';
import { runtimeOf, type RuntimeChoice } from './runtimes.ts';
import { infoWithWords, runtimeOptions, type Capabilities } from '../engines/runtime.ts';
import type { ToolDefinition } from '../tools/index.ts';

export interface ExtractOptions extends RuntimeChoice {
  readonly capabilities?: Capabilities;
  readonly tools?: readonly ToolDefinition[];
}

/**
 * Finds the tool calls of a whole response as one runtime would. Never throws on input. Why something was not extracted
 * is asked of `diagnose`.
 */
export function extract(response: ProviderResponse, options: ExtractOptions = {}): Extraction {
  const runtime = runtimeOf(options);
  const opened = openDocument(response);
  const steps = new Recorder<string>(opened);
  const outcome = runtime.whole(opened, options.tools ?? [], runtimeOptions(options.capabilities), steps);
  return steps.finish(infoWithWords(runtime), outcome);
}
