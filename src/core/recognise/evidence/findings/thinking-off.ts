import { familyOf, neverThinks } from '../../../catalogue/index.ts';
import { slice } from '../../index.ts';
import { engineAmong, isReadByProvider } from '../engine-among.ts';
import { reasoningParserIn } from '../paste/reasoning-parser.ts';
import type { Scene } from '../paste/scene.ts';
import type { Judgement } from './judge.ts';
import { saysWorks, sentencesOf } from './other-way.ts';
import type { Around, Reason } from './reason.ts';

/** How a request turns thinking off: Qwen3, GLM and others by their template, Ollama, and the APIs of providers. */
const OFF =
  /\b(?:enable_?thinking|thinking)\b["']?\s{0,4}[:=]\s{0,4}["']?(?:false|False|0\b|off\b)|["'` (,]think["']?\s{0,4}[:=]\s{0,4}(?:false|False)\b|\breasoning_effort["']?\s{0,4}[:=]\s{0,4}["']none\b|\/no_?think\b|"type"\s{0,4}:\s{0,4}"disabled"/;

/** Reasoning parsers that take a reply without `</think>` for thinking, whatever the request says. Sources: vllm#19222, #17349; sglang reasoning_parser.py */
const TAKES_ALL = /^(?:deepseek[_-]r1|step3p?5?|ernie45|qwen3-thinking|minimax\w*|holo2)$/;

/**
 * A request turns thinking off, and the server took the reply for thinking all the same: the advice to turn it off would say nothing.
 * Null for others.
 */
export function ofThinkingOff(
  { frame, request, around }: Scene,
  { named, model, writer }: Around,
  { reasons, reasoning }: Judgement,
  thought: string,
): Reason | null {
  const isThought = reasons[0]?.cause === 'in-reasoning' && reasoning.span !== null;
  if (!isThought || neverThinks(model) || !isOff(request === null ? null : slice(request.body), around)) return null;
  const parser = reasoningParserIn(frame.text);
  const engine = engineAmong(named);
  // What is before the call was thought in spite of that.
  if (/\w/.test(thought.slice(0, reasoning.span.from).replaceAll(/<[^<>]{0,80}>?/g, '')))
    return {
      cause: 'in-reasoning',
      says: 'The request turns thinking off, and the model thought all the same. The call is in that reasoning.',
      fix: `Look whether the switch reaches the chat template: ${engine === 'ollama' ? '`think: false` is a field of its own in the request' : 'vLLM and SGLang take it in `chat_template_kwargs`'}. Or update the server.`,
    };
  const takes = parser !== null && TAKES_ALL.test(parser);
  const which = parser === null ? 'the server' : `the reasoning parser \`${parser}\``;
  const says = `The request turns thinking off, and ${which} took the whole reply for thinking${takes ? ', since it has no `</think>`' : ''}.`;
  if (isReadByProvider({ writer, others: named }))
    return { cause: 'in-reasoning', says, fix: 'Choose another provider for this model, or leave thinking on.' };
  return { cause: 'in-reasoning', says, fix: fixOf(engine, parser, takes, model) };
}

function fixOf(engine: string | null, parser: string | null, takes: boolean, model: string | null): string {
  if (engine !== 'vllm' && engine !== 'sglang')
    return 'Update the server, or leave thinking on for requests with tools.';
  const label = engine === 'vllm' ? 'vLLM' : 'SGLang';
  const none = 'Where thinking stays off, start it without `--reasoning-parser`.';
  const family = (model === null ? null : familyOf(model))?.name ?? '';
  if (takes && /^Qwen ?3/.test(family))
    return `Start ${label} with \`--reasoning-parser qwen3\`, which minds that switch, and update it if it is old. ${none}`;
  return takes || parser === null
    ? `Start ${label} with the reasoning parser of this model. ${none}`
    : `Update ${label}: its later \`${parser}\` minds that switch. ${none}`;
}

/** By the body of the request, or by the words of a person who does not say that the call comes so. */
function isOff(body: string | null, words: string): boolean {
  if (body !== null) return OFF.test(body);
  return sentencesOf(words).some((one) => OFF.test(one) && !saysWorks(one) && !/\?/.test(one));
}
