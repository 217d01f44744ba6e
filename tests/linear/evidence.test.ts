import { expect, it } from 'vitest';
import { evidenceOf } from '../../src/core/index.ts';
import { pieces } from '../core/recognise/pieces.ts';
import { growthOf } from './work.ts';

const servers = [
  'data: {"choices":[{"index":0,"delta":{"content":"<tool_call>"}}]}\n\n',
  '{"model":"m","created_at":"x","message":{"role":"assistant","content":"a"},"done":false}\n',
  '(APIServer pid=1) ERROR 11-24 18:02:41 [hermes_tool_parser.py:157] Error in extracting tool call from response.\n',
  'vllm-1  | data: {\n',
  'ChatCompletion(id=',
  '{"info":{"role":"assistant"},"parts":[{"type":"step-start"},{"type":"text","text":"a"}]}\n',
  '"POST /v1/chat/completions HTTP/1.1" 200 OK\n',
  "a content='b' additional_kwargs={} ",
  'it fails with: A b c. I did. ',
  '```\nA b c d.\n```\n',
  'BoatError: `A b c ',
];

/** Where an allowance begins or ends, work leaps: what grows too fast does so at each of these sizes. */
const SIZES = [120, 410, 1100];
const MOST = 2.3;

it.each(['', '{"messages":[', 'vllm-1  | a\n', 'curl http://localhost:8000 -d "{\\"a\\"'])(
  'evidence of a longer paste costs no more for each piece, after %j',
  (opening) => {
    const make =
      (piece: string) =>
      (count: number): string =>
        opening + piece.repeat(count);
    const read = (content: string): unknown => evidenceOf({ content, name: null });
    const tooFast = [...pieces, ...servers].filter((piece) =>
      SIZES.every((size) => growthOf(size, make(piece), read) > MOST),
    );
    expect(tooFast).toEqual([]);
  },
);
