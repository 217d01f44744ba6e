import type { Span } from '../text/document/index.ts';
import type { Extraction, ProviderResponse } from '../trace/index.ts';

/** The response that an extraction was made of, with each part changed. */
export function responseOf(
  { document, parts: { text, native } }: Extraction,
  change: (text: string, span: Span) => string = (text) => text,
): ProviderResponse {
  const part = (span: Span): string => change(document.slice(span.from, span.to), span);
  return {
    ...(text === null ? {} : { text: part(text) }),
    ...(native === null ? {} : { tool_calls_text: part(native) }),
  };
}
