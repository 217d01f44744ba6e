import { sourceError, type SourceError, type SourceErrorCode } from '../errors.ts';

/** How an error of WebLLM 0.2.86 begins, as text, and what it means. Through a worker no more is left of an error. */
const meanings: readonly (readonly [prefix: string, code: SourceErrorCode, message: string])[] = [
  ['IntegrityError', 'damaged-model', 'A model file has unexpected contents.'],
  ['CompileError', 'damaged-model', 'The library of the model is damaged.'],
  ['SyntaxError', 'damaged-model', 'A file of the model is damaged, or its host sent something else.'],
  ['LinkError', 'library-mismatch', 'The library of the model was made for another version of WebLLM.'],
  ['TypeError: WebAssembly', 'library-mismatch', 'The library of the model was made for another version of WebLLM.'],
  ['QuotaExceededError', 'storage-full', 'The browser’s storage for this page is full.'],
  ["TypeError: Failed to execute 'add' on 'Cache'", 'download-failed', 'A host refused a file of the model.'],
  ['TypeError: Cache.add', 'download-failed', 'A host refused a file of the model.'],
  ['TypeError: Failed to fetch', 'download-failed', 'A file of the model could not be fetched.'],
  ['TypeError: NetworkError', 'download-failed', 'A file of the model could not be fetched.'],
  ['TypeError: Load failed', 'download-failed', 'A file of the model could not be fetched.'],
  ['NetworkError', 'download-failed', 'A file of the model could not be fetched.'],
  ['Error: Cannot fetch', 'download-failed', 'A file of the model could not be fetched.'],
  ['ModelNotFoundError', 'load-failed', 'WebLLM does not know this model.'],
  ['ShaderF16SupportError', 'unsupported', 'The graphics card has no 16-bit numbers, which this build needs.'],
  ['FeatureSupportError', 'unsupported', 'The graphics card lacks a feature that this model needs.'],
  ['WebGPUNot', 'unsupported', 'WebGPU is not available here.'],
  ['Error: Unable to find a compatible GPU', 'unsupported', 'WebGPU finds no graphics card that it may use.'],
  ['Error: Cannot initialize runtime', 'unsupported', 'The graphics card does not allow what WebLLM needs.'],
  ['DeviceLostError', 'device-lost', 'The graphics card failed.'],
  ['OperationError', 'device-lost', 'The graphics card failed.'],
  ['Error: Module has already been disposed', 'device-lost', 'The graphics card failed.'],
  ['RangeError: Array buffer allocation', 'device-lost', 'There is not enough memory for this model.'],
  ['ContextWindowSizeExceededError', 'prompt-too-long', 'The prompt is longer than what this model can read.'],
  ['GrammarMatcherInitError', 'constraint-refused', 'The engine cannot constrain this model to these tools.'],
];

/** A sentence for an error of the engine, with its own words after it. */
export function webLlmError(error: string): SourceError {
  const text = error.startsWith('Uncaught ') ? error.slice('Uncaught '.length) : error;
  const meaning = meanings.find(([prefix]) => text.startsWith(prefix));
  const [, code, message] = meaning ?? (['', 'model-failed', 'WebLLM failed.'] as const);
  return sourceError(code, `${message} (${excerpt(text)})`);
}

/** Some errors carry pages of advice. */
function excerpt(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
