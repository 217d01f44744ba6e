import type { Span } from '../../text/document/index.ts';
import { BarredReader, barredParser, SEPARATOR, type CallParts } from './kit/barred-calls.ts';
import { decodeArguments } from './kit/call-json.ts';
import { goTrimmed } from './kit/tape.ts';
import type { Request, Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const FENCE = '\n```json\n';
const FENCE_END = '\n```';

/** `CogitoParser`: anything, the separator, the name, and JSON in a fence. With tools the model does not think. */
class CogitoReader extends BarredReader {
  constructor(request: Request, steps: Steps) {
    const thinks = request.thinking === true && request.tools.length === 0;
    super(request, steps, { thinks, showsOutput: false });
  }

  protected override readCall(body: Span): CallParts {
    const { text } = this;
    const part = text.slice(body.from, body.to);
    const separator = part.indexOf(SEPARATOR);
    if (separator < 0) return { ok: false, at: body.from, json: null };
    const nameFrom = separator + SEPARATOR.length;
    const fence = part.indexOf(FENCE, nameFrom);
    if (fence < 0) return { ok: false, at: body.from + nameFrom, json: null };
    const from = fence + FENCE.length;
    const end = part.indexOf(FENCE_END, from);
    if (end < 0) return { ok: false, at: body.from + from, json: null };
    const json = { from: body.from + from, to: body.from + end };
    const decoded = decodeArguments(text.slice(json.from, json.to));
    if (!decoded.ok) return { ok: false, at: json.from, json: { error: decoded, span: json } };
    const name = goTrimmed(text, { from: body.from + nameFrom, to: body.from + fence });
    return { ok: true, name, arguments: json, argumentsText: decoded.text };
  }
}

export const cogito = ollamaRuntime({
  ...barredParser,
  name: 'cogito',
  file: 'model/parsers/cogito.go',
  formats: ['deepseek-v3'],
  reads: "DeepSeek's marks around a separator, a name and JSON in a fence; a mark in two pieces is shown.",
  open: (request, steps) => new CogitoReader(request, steps),
});
