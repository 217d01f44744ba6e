import { expect, test } from 'vitest';
import { webLlmError } from '../../../../src/app/sources/webllm/errors.ts';

// Texts as Chromium and WebLLM 0.2.86 give them.
test.each([
  ["TypeError: Failed to execute 'add' on 'Cache': Request failed", 'download-failed'],
  ['TypeError: Failed to fetch', 'download-failed'],
  ['CompileError: WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 64 6f @+0', 'damaged-model'],
  ['SyntaxError: Unexpected token \'<\', "<!doctype "... is not valid JSON', 'damaged-model'],
  ['IntegrityError: Integrity verification failed', 'damaged-model'],
  [
    'LinkError: WebAssembly.instantiate(): Import #0 "env" "_ZN3tvm7runtime9threading15ResetThreadPoolEv": function import requires a callable',
    'library-mismatch',
  ],
  ['TypeError: WebAssembly.instantiate(): Import #0 "env": module is not an object or function', 'library-mismatch'],
  ['QuotaExceededError: Quota exceeded.', 'storage-full'],
  ['ModelNotFoundError: Cannot find model record in appConfig for x.', 'load-failed'],
  ['ShaderF16SupportError: This model requires WebGPU extension shader-f16', 'unsupported'],
  ['WebGPUNotAvailableError: WebGPU is not supported', 'unsupported'],
  [
    "Error: Unable to find a compatible GPU. This issue might be because your computer doesn't have a GPU",
    'unsupported',
  ],
  ['Error: Cannot initialize runtime because of requested maxBufferSize exceeds limit.', 'unsupported'],
  ['DeviceLostError: The WebGPU device was lost while loading the model.', 'device-lost'],
  ['OperationError: Instance dropped.', 'device-lost'],
  ['Error: Module has already been disposed', 'device-lost'],
  ['ContextWindowSizeExceededError: Prompt tokens exceed context window size', 'prompt-too-long'],
  ['GrammarMatcherInitError: Failed to initialize', 'constraint-refused'],
  ['Uncaught CompileError: WebAssembly', 'damaged-model'],
  ['Error: something nobody has seen', 'model-failed'],
  ['', 'model-failed'],
])('%s', (text, code) => {
  const error = webLlmError(text);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(/^[A-Z][^(]+\. \(/);
  expect(error.fix).toMatch(/\.$/);
});

test('a long text is cut to its first line', () => {
  const { message } = webLlmError(`Error: ${'x'.repeat(5000)}\nmore`);
  expect(message.length).toBeLessThan(260);
});
