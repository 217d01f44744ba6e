/** Everything that can go wrong in a run, whatever the source. */
export type SourceErrorCode =
  // Models in the browser
  | 'worker-failed'
  | 'start-timeout'
  | 'download-failed'
  | 'download-stalled'
  | 'not-a-model'
  | 'load-failed'
  | 'load-timeout'
  | 'damaged-model'
  | 'library-mismatch'
  | 'storage-full'
  | 'device-lost'
  | 'constraint-refused'
  | 'prompt-too-long'
  | 'model-failed'
  | 'unsupported'
  // Both
  | 'first-token-timeout'
  | 'stalled'
  // Servers
  | 'bad-address'
  | 'blocked-address'
  | 'redirected'
  | 'cors'
  | 'unreachable'
  | 'unauthorized'
  | 'not-found'
  | 'rate-limited'
  | 'refused'
  | 'server-failed'
  | 'web-page'
  | 'not-an-api'
  | 'no-answer'
  | 'error-in-stream'
  | 'connection-lost'
  | 'damaged-stream'
  | 'too-large';

/** `message` says what happened, `fix` what to do about it; both are whole sentences. */
export interface SourceError {
  readonly code: SourceErrorCode;
  readonly message: string;
  readonly fix: string;
  /** Milliseconds after which a server wants to be asked again, where it says so. */
  readonly retryAfter?: number;
  /** What a server that refused the request said, word for word. */
  readonly said?: string;
}

/** How an advice begins where a part of the answer is there; a run that has none leaves it out. */
export const KEPT = 'The text so far is kept. ';

/** What to do where the source itself has no better advice. */
const fixes = {
  'worker-failed': 'Reload the page and try again. Browsers older than 2023 cannot run models here.',
  'start-timeout': 'Try again; on a slow connection the second attempt continues from the cache.',
  'download-failed': 'Check the connection and try again. What was fetched once also works offline.',
  'download-stalled': 'Check the connection and run it again.',
  'not-a-model': 'Choose a file in GGUF format; its name usually ends in .gguf.',
  'load-failed':
    'It may be damaged, too large for this browser, or of a kind that llama.cpp does not know. Try a smaller one.',
  'load-timeout': 'Close other tabs or choose a smaller model.',
  'damaged-model': 'Its small files were removed from the cache. Run it again. If it fails again, delete the model.',
  'library-mismatch': 'Reload the page: it may be older than its models. If it fails again, choose another model.',
  'storage-full': 'Delete a model, or free space on the disk. Private windows have less of it.',
  'device-lost': `${KEPT}Choose a smaller model; if no model runs any more, restart the browser.`,
  'constraint-refused': 'Turn off constrained decoding, or simplify the tool schemas.',
  'prompt-too-long': 'Shorten the prompt, declare fewer tools, or use the compact tool list.',
  'model-failed': 'Run it again; if it fails again, choose another model.',
  unsupported: 'Choose another source.',
  'first-token-timeout': 'Shorten the prompt, or choose a smaller model.',
  stalled: `${KEPT}Run it again.`,
  'bad-address': 'Type the whole address, such as http://localhost:11434.',
  'blocked-address': 'Use https, or run the server on this computer and call it localhost.',
  redirected: 'Type the address that it redirects to. The prompt and the key go to the typed address only.',
  cors: 'Allow this page in the settings of the server.',
  unreachable: 'Start the server, and check host and port.',
  unauthorized: 'Check the API key.',
  'not-found': 'Check the address and the name of the model.',
  'rate-limited': 'Wait a moment and run it again.',
  refused: 'Read what the server says; often the name of the model or a parameter is wrong.',
  'server-failed': 'Look at the log of the server, then run it again.',
  'web-page': 'Check the path of the address: this is a web page, not an API.',
  'not-an-api': 'Check the path of the address, and choose the API that this server has.',
  'no-answer': 'Look at the log of the server, then run it again.',
  'error-in-stream': `${KEPT}Read what the server says.`,
  'connection-lost': `${KEPT}Run it again.`,
  'damaged-stream': `${KEPT}Look at what changes the stream between the model and this page.`,
  'too-large': `${KEPT}Lower the limit of tokens.`,
} as const satisfies Record<SourceErrorCode, string>;

export function sourceError(code: SourceErrorCode, message: string, fix: string = fixes[code]): SourceError {
  // What a server says often ends without a period, and the next sentence follows on the same line.
  return { code, message: /[.!?…]$/.test(message) ? message : `${message}.`, fix };
}
