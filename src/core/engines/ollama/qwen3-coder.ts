import { QwenCoderReader, qwenCoderParser } from './kit/qwen-coder-reader.ts';
import { TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

/** `Qwen3CoderParser`, which looks for no thinking. */
export const qwen3Coder = ollamaRuntime({
  ...qwenCoderParser,
  name: 'qwen3-coder',
  file: 'model/parsers/qwen3coder.go',
  opener: TOOL_CALL,
  tags: [TOOL_CALL, TOOL_CALL_END],
  open: (request, steps) => new QwenCoderReader(request, steps, 'content'),
});
