import type { Wire } from '../kit/wire.ts';
import { anthropicRequest } from './anthropic.ts';
import { geminiRequest } from './gemini.ts';
import { overLines, type Json } from './json.ts';
import { ollamaRequest } from './ollama.ts';
import { openAiRequest } from './openai.ts';
import type { RequestBody, RequestInput } from './request.ts';

/** The exact body of a request in one provider's format. The one place that knows how a body is built. */
export function requestBody(wire: Wire, input: RequestInput): RequestBody {
  switch (wire) {
    case 'openai':
      return laidOut(openAiRequest(input));
    case 'ollama':
      return laidOut(ollamaRequest(input));
    case 'gemini':
      return laidOut(geminiRequest(input));
    case 'anthropic': {
      const { json, breakpoints } = anthropicRequest(input);
      return { ...laidOut(json), breakpoints };
    }
  }
}

function laidOut(json: Json): RequestBody {
  return { ...overLines(json), compact: json.text, breakpoints: [] };
}
