import { asksAboutTools } from '../named-in-words.ts';
import type { Scene } from '../paste/scene.ts';
import type { Judgement } from './judge.ts';
import type { Reason } from './reason.ts';

/**
 * How servers print the prompt that they made of the request: text-generation-webui with `--verbose`, vLLM, and Ollama with
 * `OLLAMA_DEBUG`. Source: vllm#16361, langchain4j#2250; that the tools may be left out: textgen#6633
 */
const PRINTED =
  /(?:\bPROMPT=\s{1,4}|\b[Pp]rompt: ?["']?|\bprompt=["'])(?=(?:<s>|<bos>|<\|begin_of_text\|>)?\s{0,4}(?:\[INST\]|<\|(?:im_start|start_header_id|system|user)\|>|<start_of_turn>|<｜User｜>))/g;
/** In UTF-16 units: a longer prompt most likely holds tools. */
const LONGEST = 16_000;
/** A log may hold many: the last of them are looked at. */
const MOST = 8;
/** What follows a prompt in a line of a log, or below it. */
const AFTER =
  /\n```|["'],? (?:params|sampling_params|prompt_token_ids|input_ids|lora_request)\b|["']\s{0,4}\n|\n\d\d:\d\d:\d\d/;
/** Where the model begins. */
const BEGINS =
  /\[\/INST\]|<\|im_start\|>assistant|<\|start_header_id\|>assistant|<start_of_turn>model|<\|assistant\|>|<｜Assistant｜>/;

/** What templates write of tools, and what shows that a part of the prompt was left out. */
const TOOLS = /tool|function|"parameters"|"type": ?"object"|\.\.\.|…/i;

/** The prompt that the server printed shows the model no tools, and the person asks for a call; null for others. */
export function ofPrintedPrompt({ frame, request, around }: Scene, { did }: Judgement): Reason | null {
  if (did !== 'answer' && did !== 'nothing') return null;
  const isAsked = request === null ? asksAboutTools(around) : request.tools.length > 0;
  const printed = isAsked ? [...frame.text.matchAll(PRINTED)].slice(-MOST) : [];
  const prompts = printed.map(({ index, 0: head }) => {
    const from = index + head.length;
    return frame.text.slice(from, from + LONGEST).split(AFTER, 1)[0] ?? '';
  });
  const isWhole = (prompt: string): boolean => prompt.length < LONGEST && BEGINS.test(prompt);
  // A client asks for a title and the like without tools.
  if (prompts.length === 0 || !prompts.every((prompt) => isWhole(prompt) && !TOOLS.test(prompt))) return null;
  return {
    cause: 'no-tools',
    says: 'The prompt that the server printed holds no tools, so the model could not call one.',
    fix: 'Look whether the request that reaches the server has `tools`. If it does, update the server, or choose one whose chat template shows them.',
  };
}
