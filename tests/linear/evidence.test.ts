import { it } from 'vitest';
import { evidenceOf } from '../../src/core/index.ts';
import { pieces } from '../core/recognise/pieces.ts';
import { expectLinear } from './expect-linear.ts';

const servers = [
  'data: {"choices":[{"index":0,"delta":{"content":"<tool_call>"}}]}\n\n',
  '{"model":"m","created_at":"x","message":{"role":"assistant","content":"a"},"done":false}\n',
  '(APIServer pid=1) ERROR 11-24 18:02:41 [hermes_tool_parser.py:157] Error in extracting tool call from response.\n',
  'vllm-1  | data: {\n',
  'ChatCompletion(id=',
  '{"info":{"role":"assistant"},"parts":[{"type":"step-start"},{"type":"text","text":"a"}]}\n',
  '"POST /v1/chat/completions HTTP/1.1" 200 OK\n',
];

it.each(['', '{"messages":[', 'vllm-1  | a\n', 'curl http://localhost:8000 -d "{\\"a\\"'])(
  'evidence of a longer paste costs no more for each piece, after %j',
  (opening) => {
    for (const piece of [...pieces, ...servers])
      expectLinear(
        120,
        (count) => opening + piece.repeat(count),
        (content) => evidenceOf({ content, name: null }),
      );
  },
);
