import { answersOf, calledTools, engineOf, extract, type IntendedCall } from '../reader/index.ts';
import type { Capabilities, Runtime } from '../engines/runtime.ts';
import { type ToolDefinition, toolDefinitions } from '../tools/index.ts';
import { type Extraction, meaning } from '../trace/index.ts';

/** What a change of the reply, the tools or the runtime gives. */
interface Trial {
  /** Whether the whole reply gives the calls that were meant. */
  readonly whole: boolean;
  /** Whether its stream gives them as well; true where the runtime waits for the end, and where the text is too long to say. */
  readonly streamed: boolean;
}

/** A reply with the calls that were meant, and what a change of it gives. */
export class Reply {
  readonly text: string;
  /** As typed. */
  readonly toolsText: string;
  readonly runtime: Runtime;
  /** The calls that were meant: those that were expected, or those that `auto` finds. */
  readonly intended: readonly IntendedCall[];
  /** The ids of the formats that `auto` finds. */
  readonly formats: ReadonlySet<string>;
  readonly #capabilities: Capabilities;
  readonly #meaning: string;

  constructor(
    text: string,
    toolsText: string,
    runtime: Runtime,
    expected: readonly IntendedCall[] | null,
    capabilities: Capabilities,
  ) {
    this.text = text;
    this.toolsText = toolsText;
    this.runtime = runtime;
    this.#capabilities = capabilities;
    const found = extract({ text }, { runtime: 'auto', tools: toolDefinitions(toolsText) });
    this.intended = expected ?? found.calls;
    this.formats = new Set([...found.calls, ...found.incomplete].map(({ format }) => format));
    this.#meaning = meaning(this.intended);
  }

  /** What a runtime makes of a text; by default the one that was chosen, with the tools of the request. */
  read(text: string, toolsText = this.toolsText, runtime = this.runtime): Extraction {
    return extract({ text }, this.optionsFor(text, toolsText, runtime));
  }

  optionsFor(text: string, toolsText: string, runtime: Runtime): Parameters<typeof extract>[1] & object {
    return {
      runtime: runtime.id,
      runtimes: [runtime],
      tools: toolsIn(toolsText, text, runtime),
      capabilities: this.#capabilities,
    };
  }

  /** Whether calls are those that were meant. */
  isMeant({ calls }: Extraction): boolean {
    return meaning(calls) === this.#meaning;
  }

  try(text: string, toolsText = this.toolsText, runtime = this.runtime): Trial {
    if (!this.isMeant(this.read(text, toolsText, runtime))) return { whole: false, streamed: false };
    // The others are not streamed to a client by somebody who has to declare what the provider can do.
    if (engineOf(runtime.id) === null) return { whole: true, streamed: true };
    const options = { capabilities: this.#capabilities };
    const [answers] = answersOf(text, toolsIn(toolsText, text, runtime), [runtime], this.intended, options);
    return { whole: true, streamed: (answers?.streamed ?? null) === null || answers?.streamed?.calls === 'same' };
  }
}

/** Where none are declared, the called ones count as declared for runtimes that answer no other request. */
function toolsIn(toolsText: string, text: string, { id, needsTools }: Runtime): readonly ToolDefinition[] {
  const declared = toolDefinitions(toolsText);
  return declared.length > 0 || (engineOf(id) === null && needsTools !== true) ? declared : calledTools(text);
}
