// How the texts of the golden files of engines were cut for their streamed answers: fixed, as the answers depend on it. A piece is
// a text; a character is a code point.

function cutEvery(text: string, size: number): string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(''));
  return pieces;
}

/** Matches of `markers` stay whole, `plain` cuts what lies between them. */
function around(text: string, markers: RegExp, plain: (between: string) => readonly string[]): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(markers)) {
    pieces.push(...plain(text.slice(from, match.index)), match[0]);
    from = match.index + match[0].length;
  }
  pieces.push(...plain(text.slice(from)));
  return pieces;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Each was one token for all vLLM runs; a longer one wins over a shorter one. */
const sharedTokens = [
  '<tool_call>',
  '</tool_call>',
  '<tool_response>',
  '<think>',
  '</think>',
  '<|python_tag|>',
  '<|python_start|>',
  '<|python_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|im_end|>',
  '<|endoftext|>',
  '[TOOL_CALLS]',
  '[TOOL_RESULTS]',
  '[AVAILABLE_TOOLS]',
  '[CALL_ID]',
  '<｜tool▁calls▁begin｜>',
  '<｜tool▁calls▁end｜>',
  '<｜tool▁call▁begin｜>',
  '<｜tool▁call▁end｜>',
  '<｜tool▁sep｜>',
  '<｜tool▁outputs▁begin｜>',
  '<｜end▁of▁sentence｜>',
  '｜DSML｜',
  '<|tool_calls_section_begin|>',
  '<|tool_calls_section_end|>',
  '<|tool_call_begin|>',
  '<|tool_call_end|>',
  '<|tool_call_argument_begin|>',
  '<tool_calls>',
  '</tool_calls>',
  '<minimax:tool_call>',
  '</minimax:tool_call>',
  '<|action_start|>',
  '<|action_end|>',
  '<|plugin|>',
  '<|interpreter|>',
  '<seed:tool_call>',
  '</seed:tool_call>',
  '<seed:think>',
  '</seed:think>',
  '<|tool_call|>',
  '<arg_key>',
  '</arg_key>',
  '<arg_value>',
  '</arg_value>',
  '<response>',
  '</response>',
  '<|function_call|>',
  '<|message_sep|>',
  '<|role_sep|>',
  '<|tool_call>',
  '<tool_call|>',
  '<|"|>',
  '<|tool_call_start|>',
  '<|tool_call_end|>',
  '<start_function_call>',
  '<end_function_call>',
  '<escape>',
  '<longcat_tool_call>',
  '</longcat_tool_call>',
  '<|tools_prefix|>',
  '<|tools_suffix|>',
  '<function_calls>',
  '</function_calls>',
];

/** Those of the runs of parsers (`[ARGS]` only for Mistral's newer tokenizer). */
const vllmTokens = [
  ...sharedTokens,
  '<|tool_calls|>',
  '</|tool_calls|>',
  '<tool_call_begin>',
  '<|tool_calls_begin|>',
  '<|tool_calls_end|>',
];

const words = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** 4 characters or a word a piece, tokens whole. */
export function vllmPieces(text: string, variant: unknown, byWords: boolean): string[] {
  const markers = oneOf(variant === 'v11' ? [...vllmTokens, '[ARGS]'] : vllmTokens);
  return around(text, markers, (plain) => (byWords ? wordsOf(plain) : cutEvery(plain, 4)));
}

/** Tokens and words, `count` of them in a piece: what a server sends at once that decodes several tokens a step. */
export function severalTokens(text: string, count: number, tokens: readonly string[] = vllmTokens): string[] {
  const single = around(text, oneOf(tokens), wordsOf);
  const pieces: string[] = [];
  for (let at = 0; at < single.length; at += count) pieces.push(single.slice(at, at + count).join(''));
  return pieces;
}

/** Tokens that the runs of vLLM's server had besides: those of thinking, and of channels. */
export const vllmServerTokens: readonly string[] = [...vllmTokens, '[ARGS]', '<|channel>', '<channel|>', '<tool_sep>'];

function oneOf(tokens: readonly string[]): RegExp {
  const longestFirst = tokens.toSorted((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(escaped).join('|'), 'gu');
}

function wordsOf(text: string): readonly string[] {
  return text.match(words) ?? [];
}

const sglangMarkers =
  /<\|"\|>|<tool_call\|>|<\|tool_call>|<\|[A-Za-z_ ]+\|>|<｜[^｜<>]*｜>|<\/?minimax:tool_call>|<\/?tool_calls?>|<tool_sep>|<\/?arg_(?:key|value)>|<\/?think>|\]<\]minimax\[>\[|\[TOOL_CALLS\]|\[ARGS\]|｜DSML｜/gu;

/** 4 characters a piece; markers are cut as well, or stay whole. */
export function sglangPieces(text: string, markersWhole: boolean): string[] {
  return markersWhole ? around(text, sglangMarkers, (plain) => cutEvery(plain, 4)) : cutEvery(text, 4);
}

/** Markers and tags whole, words in pieces of five characters, line breaks together, all else one by one. */
export function middlewarePieces(text: string): string[] {
  return text.match(/<\|[^<>|\s]{1,40}\|>|<\/?[a-z_]+>| ?[\p{L}\p{N}_]{1,5}|\n+|./gsu) ?? [];
}

const ollamaMarkers =
  /<\|[^<>|\t\n\f\r ]{1,40}\|>|<｜[^<>｜]{1,40}｜>|<\|(?:tool_call|channel|tool_response|"\|)>|<(?:tool_call|channel)\|>|\[\/?(?:TOOL_CALLS|ARGS|THINK)\]|<\/?(?:tool_call|think|function_calls|start_function_call|end_function_call|escape|arg_key|arg_value|tool_calls|function_call|TOOLCALL|tools)>| ?[\p{L}\p{N}_]{1,5}|\n+|[^]/gu;

/** Markers whole, words in pieces of five characters. */
export function ollamaPieces(text: string): string[] {
  return text.match(ollamaMarkers) ?? [];
}

/** 4 code points a piece, markers cut as well. */
export function fourCharacters(text: string): string[] {
  return cutEvery(text, 4);
}

/** One code point a piece. */
export function characters(text: string): string[] {
  return Array.from(text);
}

/** About 25 prefixes of a text, the last of them the whole: the first character, and then a piece more each time. */
export function characterCuts(text: string): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.floor(characters.length / 24));
  const prefixes: string[] = [];
  for (let count = 1; count < characters.length; count += size) prefixes.push(characters.slice(0, count).join(''));
  return [...prefixes, text];
}

/** Those of the runs of vLLM's server with a reasoning parser. */
const chainTokens = [
  ...sharedTokens,
  '<|im_start|>',
  '</tool_response>',
  '[ARGS]',
  '[THINK]',
  '[/THINK]',
  '<mm:think>',
  '</mm:think>',
  ']<]minimax[>[',
  '<|channel>',
  '<channel|>',
  '<|turn>',
  '<turn|>',
  '<|tool_response>',
  '<｜tool_calls_begin｜>',
  '<｜tool_calls_end｜>',
  '<｜tool_call_begin｜>',
  '<｜tool_call_end｜>',
  '<｜tool_sep｜>',
  '<tool_sep>',
  '<|open|>',
  '<|close|>',
  '<|sep|>',
  '<|START_THINKING|>',
  '<|END_THINKING|>',
  '<|START_ACTION|>',
  '<|END_ACTION|>',
  '<|START_RESPONSE|>',
  '<|END_RESPONSE|>',
  '<|message_model|>',
  '<|content_text|>',
  '<|content_thinking|>',
  '<|content_invoke_tool_json|>',
  '<|content_invoke_tool_text|>',
  '<|content_tool_error|>',
  '<|content_model_end_sampling|>',
  '<|end_message|>',
  '<|message_user|>',
  '<|message_tool|>',
  '<|message_system|>',
  '<assistant>',
  '</assistant>',
  '</s>',
  '<|start|>',
  '<|message|>',
  '<|eom|>',
  '<|eot|>',
  '<dots_function_call>',
  '</dots_function_call>',
];

/** The tags of Hunyuan A13B as the tokens that its parser knows by heart. */
const hunyuanPieces =
  /<th(?=ink>\n)|(?<=<th)ink(?=>\n)|(?<=<think)>\n\n?|\n(?=<\/think>\n<answer>\n|<\/answer>)|<\/(?=think>\n<answer>\n|answer>)|(?<=<\/)think(?=>\n<answer>\n)|(?<=<\/think)>\n(?=<answer>\n)|(?<=<\/think>\n)<(?=answer>\n)|(?<=<\/think>\n<)answer(?=>\n)|(?<=<\/think>\n<answer)>\n|(?<=<\/)answer(?=>)/gu;

/** Tokens, `count` of them in a delta. */
export function chainPieces(text: string, reasoningParser: string, count: number): string[] {
  const single =
    reasoningParser === 'olmo3'
      ? [...wordsOf(text)]
      : reasoningParser === 'hunyuan_a13b'
        ? around(text, hunyuanPieces, (plain) =>
            around(plain, oneOf(chainTokens.filter((token) => !/think>$/.test(token))), wordsOf),
          )
        : around(text, oneOf(chainTokens), wordsOf);
  const pieces: string[] = [];
  for (let at = 0; at < single.length; at += count) pieces.push(single.slice(at, at + count).join(''));
  return pieces;
}

/** Each was one piece for the runs of SGLang's server. */
const sglangChainMarkers =
  /<\|"\|>|<\|tool_call>|<tool_call\|>|<\|channel>|<channel\|>|<\|[A-Za-z_ ]+\|>|<｜[^｜<>]*｜>|<\/?(?:mm:)?think>|\[\/?THINK\]|<\/?minimax:tool_call>|<\/?tool_calls?>|<tool_sep>|<\/?arg_(?:key|value)>|\]<\]minimax\[>\[|\[TOOL_CALLS\]|\[ARGS\]|｜DSML｜|◁\/?think▷|<\/?dots_function_call>/gu;

/** 4 characters a piece; markers are cut as well, or stay whole. */
export function sglangChainPieces(text: string, markersWhole: boolean): string[] {
  return markersWhole ? around(text, sglangChainMarkers, (plain) => cutEvery(plain, 4)) : cutEvery(text, 4);
}
