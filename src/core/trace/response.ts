import { type JsonError, type JsonNode, JsonReader, valueToText } from '../text/json/index.ts';
import { type Span, withLineFeeds } from '../text/document/index.ts';

/** What a provider answered; untrusted, of any type. */
export interface ProviderResponse {
  readonly text?: unknown;
  readonly tool_calls?: unknown;
  /** `tool_calls` as JSON text, read without loss. When present it is used instead of `tool_calls`. */
  readonly tool_calls_text?: string;
}

/** A response as one document. */
export interface OpenedDocument {
  readonly document: string;
  /** Null when `text` is not a string. */
  readonly text: Span | null;
  /** Null when there are no `tool_calls` at all. */
  readonly native: Span | null;
  /** The native part, read as far as its entries. */
  readonly nativeNode: JsonNode | null;
  /** Set when `tool_calls_text` is not JSON. */
  readonly nativeError: JsonError | null;
}

const SEPARATOR = '\n\n';

/** Puts text and native calls into one document. The text stays as it came, line ends included. */
export function openDocument(response: ProviderResponse): OpenedDocument {
  const text = typeof response.text === 'string' ? response.text : null;
  const nativeText = nativeTextOf(response);
  const textSpan = text === null ? null : { from: 0, to: text.length };
  if (nativeText === null) {
    return {
      document: text ?? '',
      text: textSpan,
      native: null,
      nativeNode: null,
      nativeError: null,
    };
  }
  const before = text === null || text === '' ? '' : text + SEPARATOR;
  const document = before + nativeText;
  const reading = new JsonReader().outline(document, before.length, document.length, 1);
  return {
    document,
    text: textSpan,
    native: { from: before.length, to: document.length },
    nativeNode: reading.ok ? reading.node : null,
    nativeError: reading.ok ? null : reading.error,
  };
}

function nativeTextOf(response: ProviderResponse): string | null {
  const { tool_calls: value, tool_calls_text: given } = response;
  if (typeof given === 'string') return given.trim() === '' ? null : withLineFeeds(given);
  if (value === undefined || value === null) return null;
  return valueToText(value, 2);
}
