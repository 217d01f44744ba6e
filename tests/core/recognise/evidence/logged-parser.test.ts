import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../src/core/index.ts';
import { loggedParser } from '../../../../src/core/recognise/evidence/logged-parser.ts';

describe('the parser that a log names', () => {
  it.each([
    ['ERROR 10-09 09:39:54 [hermes_tool_parser.py:157] Error in extracting tool call.', 'vllm', 'hermes'],
    ['[2026-11-20 10:00:00] ERROR: sglang/srt/function_call/qwen25_detector.py failed', 'sglang', 'qwen25'],
    ['srv  params_from_: Chat format: Hermes 2 Pro\nsrv  log_server_r: 500', 'llamacpp', 'Hermes 2 Pro'],
    ['time=2026-11-20T10:00:00Z level=TRACE source=routes.go:1 msg="x" parser=qwen3-coder', 'ollama', 'qwen3-coder'],
    ['INFO 10-09 09:39:54 [api_server.py:1] requires --tool-call-parser to be set', 'vllm', null],
  ] as const)('%s', (content, server, parser) => {
    expect(evidenceOf({ content, name: null }).writer).toBe(server);
    expect(loggedParser(server, content)).toBe(parser);
  });
});
