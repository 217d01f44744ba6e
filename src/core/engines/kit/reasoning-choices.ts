import type { ReasoningChoices, Runtime } from '../runtime.ts';

/** Which reasoning parser belongs to which tool parsers and models: recipes of the server and cards of the models. */
export interface ReasoningPreset {
  readonly flag: string;
  /** Flags of tool parsers. */
  readonly tools: readonly string[];
  /** Names of models for which it counts before the others, whatever their tool parser is. */
  readonly models?: RegExp;
}

interface Server<Parser extends { readonly flag: string }> {
  readonly parsers: readonly Parser[];
  readonly presets: readonly ReasoningPreset[];
  /** Names of models that do not think. */
  readonly unthinking: RegExp;
}

/** The choice of a reasoning parser for one tool parser of a server. */
export function reasoningChoices<Parser extends { readonly flag: string }>(
  { parsers, presets, unthinking }: Server<Parser>,
  toolFlag: string,
  chain: (parser: Parser) => Runtime,
): ReasoningChoices {
  const known = new Map<string, Runtime>();
  return {
    flags: parsers.map(({ flag }) => flag),
    with(flag) {
      const made = known.get(flag);
      if (made !== undefined) return made;
      const parser = parsers.find((one) => one.flag === flag);
      if (parser === undefined) return null;
      const runtime = chain(parser);
      known.set(flag, runtime);
      return runtime;
    },
    preset(model) {
      if (model !== null && unthinking.test(model)) return null;
      const byModel = model === null ? undefined : presets.find(({ models }) => models?.test(model));
      return (byModel ?? presets.find(({ tools }) => tools.includes(toolFlag)))?.flag ?? null;
    },
  };
}
