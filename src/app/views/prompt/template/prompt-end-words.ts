import type { Extraction, PromptEnd } from '../../../../core/index.ts';

const inside: Readonly<Record<PromptEnd['inside'], string>> = {
  thinking: 'the thinking',
  channel: 'a channel',
  call: 'a call',
};

/**
 * What a reply has to do with the end of its prompt, as a sentence; '' for nothing.
 *
 * @param end null where the prompt was rendered and opens nothing
 * @param closesThinking whether the reply was read as one that begins inside thinking
 */
export function promptEndText(end: PromptEnd | null, reply: string, closesThinking: boolean): string {
  if (end === null) {
    return closesThinking ? 'The reply closes thinking, and the prompt of this template does not open any.' : '';
  }
  const open = `\`${end.open}\``;
  if (reply.trimStart().startsWith(end.open))
    return `The prompt already ends with ${open}, and the reply opens it again.`;
  const begins = `The prompt already ends with ${open}: the reply begins inside ${inside[end.inside]}`;
  const closed = reply.indexOf(end.close);
  const reopened = reply.indexOf(end.open);
  const ends = closed >= 0 && (reopened < 0 || closed < reopened);
  return ends ? `${begins}, and its \`${end.close}\` ends it.` : `${begins}.`;
}

/** Whether a reply was read as one that begins inside thinking: it has the closer, and no opener before it. */
export function thinkingBeganInPrompt({
  document,
  ledger,
  parts,
}: Pick<Extraction, 'document' | 'ledger' | 'parts'>): boolean {
  const [first] = ledger;
  if (first?.kind !== 'reasoning' || first.from !== parts.text?.from) return false;
  // Every opener begins with one of these.
  return !/^\s*[<[]/.test(document.slice(first.from, first.to));
}
