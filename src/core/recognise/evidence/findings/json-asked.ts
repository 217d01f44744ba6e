import { readJson } from '../../../text/json/index.ts';
import { at } from '../../index.ts';
import { isHosted } from '../evidence.ts';
import type { Scene } from '../paste/scene.ts';
import type { Judgement } from './judge.ts';
import type { Around, Reason } from './reason.ts';

/** A form of JSON for the reply in the code of a person; a literal is blanked out there. */
const FORM =
  /\b(response_format|responseFormat|guided_json|format)["']?\s{0,4}[=:](?:\s{0,4}(?:["']json["']|(?:[\w.]{0,60}[sS]chema|zodToJsonSchema)\b|[A-Z]\w{0,60}(?=\s{0,4}[,)\n]))|\s{12})/;

/**
 * Why a request with tools got JSON that is no call: it asks for JSON as well, and such servers let the model write nothing
 * else. Null for other answers. Source: ollama#8095, vllm#39929
 */
export function ofJsonAsked(
  { request, around }: Scene,
  { named, sendsTools }: Around,
  { did }: Judgement,
  text: string,
): Reason | null {
  const field =
    request === null
      ? sendsTools === true
        ? (FORM.exec(around)?.[1] ?? null)
        : null
      : request.tools.length > 0 && request.wantsJson
        ? fieldIn(request)
        : null;
  const reading = did === 'answer' && field !== null ? readJson(text.trim()) : null;
  if (reading?.ok !== true || field === null || !['object', 'array'].includes(reading.node.kind)) return null;
  return {
    cause: 'other-format',
    says: `The request asks for a form of JSON (\`${field}\`), and the text is JSON and no call.`,
    fix: `Send \`tools\` without \`${field}\`, and ask for that form only after the results of the tools.${named.some(isHosted) ? '' : ' With it, Ollama and vLLM let the model write no call.'}`,
  };
}

function fieldIn({ body }: NonNullable<Scene['request']>): string {
  return at(body, 'format') === null ? 'response_format' : 'format';
}
