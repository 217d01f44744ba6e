import { engines } from './engines.ts';
import { familyOf, parserFor } from './model-formats.ts';

/** Whether a model fell into a format that it writes in place of its own, also where the prompt shows that one. */
export function isStray(model: string | null, written: string | null): boolean {
  return model !== null && written !== null && familyOf(model)?.strays === written;
}

/** What to do then, on this engine; null for a model that another prompt may bring back to its format. */
export function strayRemedy(model: string | null, written: string | null, engine: string | null): string | null {
  if (model === null || written === null || !isStray(model, written)) return null;
  // The only engine with a flag for it. Whole replies give it JSON inside of text; its stream loses calls.
  const parser = engine === 'vllm' ? parserFor('vllm', written, null) : null;
  const vllm = engines.find(({ id }) => id === engine);
  return parser === null || vllm === undefined
    ? `Choose another model, such as Qwen3: ${familyOf(model)?.name ?? ''} leaves the tags out also where the prompt shows them.`
    : `Start ${vllm.label} with \`${vllm.setting(parser)}\`, and send requests with \`stream: false\`. Or choose another model, such as Qwen3.`;
}
