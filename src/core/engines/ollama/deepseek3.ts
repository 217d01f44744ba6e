import type { Span } from '../../text/document/index.ts';
import { BarredReader, barredParser, SEPARATOR, type CallParts } from './kit/barred-calls.ts';
import { decodeArguments } from './kit/call-json.ts';
import { goTrimmed } from './kit/tape.ts';
import type { Request, Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

/** `DeepSeek3Parser`: the name, the separator, JSON. */
class DeepSeek3Reader extends BarredReader {
  constructor(request: Request, steps: Steps) {
    super(request, steps, { thinks: request.thinking === true, showsOutput: true });
  }

  protected override readCall(body: Span): CallParts {
    const { text } = this;
    const separator = text.slice(body.from, body.to).indexOf(SEPARATOR);
    if (separator < 0) return { ok: false, at: body.from, json: null };
    const at = body.from + separator;
    const json = goTrimmed(text, { from: at + SEPARATOR.length, to: body.to });
    const decoded = decodeArguments(text.slice(json.from, json.to));
    if (!decoded.ok) return { ok: false, at: json.from, json: { error: decoded, span: json } };
    const name = goTrimmed(text, { from: body.from, to: at });
    return { ok: true, name, arguments: json, argumentsText: decoded.text };
  }
}

export const deepseek3 = ollamaRuntime({
  ...barredParser,
  name: 'deepseek3',
  file: 'model/parsers/deepseek3.go',
  formats: ['deepseek-v3.1'],
  reads: "DeepSeek's marks around a name, a separator and JSON; a mark in two pieces is shown.",
  open: (request, steps) => new DeepSeek3Reader(request, steps),
});
