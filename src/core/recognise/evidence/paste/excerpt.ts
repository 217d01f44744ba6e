import { spokenReply } from '../../index.ts';
import { readText } from '../calls/text-reading.ts';
import type { Answer } from './answer.ts';
import type { Scene } from './scene.ts';

/** What a log writes before a piece of a stream. Source: home-assistant/core, components/ollama/entity.py */
const BEFORE_PIECE = /\b(?:delta|chunk|piece|event|token)s?[:=]? {0,2}$/i;

/** Whether an answer is a piece that somebody cut out of a log, beside a talk that shows the whole reply with its call. */
export function isExcerpt({ frame, answers }: Scene, { turn, kind }: Answer, content: string): boolean {
  if (kind !== 'response' || turn.calls.length > 0 || readText(turn.text?.text ?? '').state !== 'none') return false;
  const isPiece = answers.every(({ span }) =>
    BEFORE_PIECE.test(frame.text.slice(Math.max(0, span.from - 40), span.from)),
  );
  return isPiece && spokenReply(content) !== null;
}
