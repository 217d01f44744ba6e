import { canForceCall, formatsOfParser } from '../../../catalogue/index.ts';
import type { TextReading } from '../calls/text-reading.ts';
import { engineAmong } from '../engine-among.ts';
import type { Around, Reason } from './reason.ts';

/** `<tools>` around a call. */
const IN_LIST_TAGS = 'tools-tag';

/**
 * A model that imitates its prompt: it writes its call in the tags in which chat templates list the tools. Null for others, and where
 * the parser reads that.
 */
// Source: the chat template of Qwen2.5 and Qwen3, tokenizer_config.json: "within <tools></tools> XML tags", calls "within <tool_call></tool_call>"; vllm#32926 and #33083
export function ofListTags({ format }: TextReading, { named, parser, request, model }: Around): Reason | null {
  const engine = engineAmong(named);
  if (format !== IN_LIST_TAGS || formatsOfParser(engine ?? 'vllm', parser ?? '').includes(IN_LIST_TAGS)) return null;
  const isForcible = engine !== null && canForceCall(engine) && request?.demands !== true;
  const isNewer = /qwen-?3/i.test(model ?? '');
  return {
    cause: 'other-format',
    says: 'The model wrote `<tools>`, in which many prompts list the tools, in place of the tags of a call.',
    fix: `${isForcible ? 'Send `tool_choice: required` for a turn that needs a call: it forces the right form. Or choose' : 'Choose'} another model${isNewer ? '' : ', such as Qwen3'}.`,
  };
}
