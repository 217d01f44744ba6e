import { type Speaker, speakerNamed } from './speaker.ts';

/** How chat templates and data sets begin a turn: the name of who has it is in the first group. Bounded: each looks at a few characters. */
const TURNS: readonly { readonly begins: RegExp; readonly ends: string | null }[] = [
  { begins: /<\|im_start\|>([a-z]{2,20})\n/g, ends: '<|im_end|>' },
  { begins: /<\|start_header_id\|>([a-z]{2,20})<\|end_header_id\|>\n{0,2}/g, ends: '<|eot_id|>' },
  { begins: /<start_of_turn>([a-z]{2,20})\n/g, ends: '<end_of_turn>' },
  {
    begins:
      /(?:^|\n)(?:#{2,4} ?)?(USER|User|HUMAN|Human|ASSISTANT|Assistant|GPT|BOT|TOOL|SYSTEM|System|FUNCTION(?= RESPONSE))(?: RESPONSE)?:[ \t]?/g,
    ends: null,
  },
];

/** A turn begins within so much of a text. */
const HEAD = 200;

/**
 * What the assistant says in a text that is a whole conversation, as it was given to a model in training; null for any other text. It
 * begins with a turn of somebody else, as no reply does.
 */
export function saidInTranscript(text: string): string[] | null {
  const head = text.slice(0, HEAD).trimStart();
  for (const { begins, ends } of TURNS) {
    if (head.search(begins) !== 0) continue;
    const found = [...text.matchAll(begins)];
    const speakers = found.map(([, name = '']): Speaker | null => speakerNamed(name));
    if (speakers[0] === 'assistant' || !speakers.includes('assistant') || !speakers.includes('user')) continue;
    return found.flatMap((turn, index) => {
      if (speakers[index] !== 'assistant') return [];
      const from = turn.index + turn[0].length;
      const next = found[index + 1]?.index ?? text.length;
      const end = ends === null ? -1 : text.indexOf(ends, from);
      return [text.slice(from, end < 0 || end > next ? next : end).trim()];
    });
  }
  return null;
}
