import { contains, type Extraction, type Span } from '../core/index.ts';
import type { Page } from './context.ts';

/** Whatever knows what is in which part of the document. */
type Shown = Pick<Page, 'session' | 'selection'> & {
  readonly results: { readonly extraction: Pick<Extraction, 'document' | 'parts'> | null };
};

/** Brings a span of the document into view, in the tab where it is. */
export function reveal({ session, results, selection }: Shown, span: Span): void {
  const native = results.extraction?.parts.native ?? null;
  const isNative = native !== null && contains(native, span) && native.to > native.from;
  const isWhole = span.from === 0 && span.to === (results.extraction?.document.length ?? 0);
  if (isWhole) return;
  const tab = isNative ? 'native' : 'reply';
  const shift = isNative ? native.from : 0;
  session.setTab(tab);
  selection.revealed = { tab, from: span.from - shift, to: span.to - shift };
}
