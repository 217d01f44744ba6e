import { endOfLine, type Span } from '../../text/document/index.ts';
import type { Role } from '../message/index.ts';

/**
 * The turns of aider's history, `.aider.chat.history.md` (aider/io.py): what was asked is after `#### `, what the program says after
 * `> `, and the rest is the model's. None for any other text. Linear.
 */
export function aiderTurns(text: string): { readonly role: Role; readonly span: Span }[] {
  const turns: { role: Role; span: { from: number; to: number } }[] = [];
  if (!/^\s{0,20}# aider chat started at /.test(text.slice(0, 60))) return turns;
  for (let from = 0; from < text.length;) {
    const to = endOfLine(text, from);
    const line = text.slice(from, Math.min(to, from + 60));
    const isAsked = line.startsWith('#### ');
    const role = isAsked ? 'user' : /^(?:> ?|# aider chat )/.test(line) ? 'tool' : 'assistant';
    const last = turns.at(-1);
    if (last?.role === role && line.trim() !== '') last.span.to = to;
    else if (line.trim() !== '') turns.push({ role, span: { from: isAsked ? from + 5 : from, to } });
    from = to + 1;
  }
  return turns;
}
