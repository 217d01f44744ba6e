import { nativeEntries, readNativeCalls } from '../../engines/kit/index.ts';
import type { OpenedDocument, Outcome, Recorder } from '../../trace/index.ts';

/** Whether a response has calls beside its text that can be read one by one. */
export function hasNativeCalls({ nativeNode }: OpenedDocument): boolean {
  return nativeNode?.kind === 'array' && nativeNode.items.length > 0;
}

/**
 * Reads the calls that a server returned as such. Its text is no longer read for calls: the client has it as it is.
 *
 * @param id the name of the whole reading
 * @param tiers what would read the text
 */
export function readNative(
  id: string,
  tiers: readonly string[],
  opened: OpenedDocument,
  rec: Recorder<string>,
): Outcome {
  const whole = { from: 0, to: opened.document.length };
  const { document } = opened;
  rec.enter('cascade', id, whole);
  nativeTier(rec, opened, opened.nativeNode?.kind === 'array' ? opened.nativeNode.items.length : 0);
  for (const tier of tiers) {
    const area = opened.text ?? whole;
    rec.enter('tier', tier, area);
    rec.skip('earlier-tier-matched', area);
    rec.leave(area, 'skipped');
  }
  rec.leave(whole, rec.error === null ? 'matched' : 'malformed');
  return { content: opened.text === null ? null : document.slice(opened.text.from, opened.text.to) };
}

/** The native tier: repairs and keeps every entry, as the most lenient of the runtimes does. */
export function nativeTier(
  rec: Recorder<string>,
  { document, native: part, nativeNode, nativeError }: OpenedDocument,
  count: number,
): void {
  const area = part ?? { from: document.length, to: document.length };
  rec.enter('tier', 'native', area);
  if (nativeError !== null) rec.reject('native-not-json', area, nativeError.at, nativeError);
  else if (nativeNode !== null && nativeNode.kind !== 'array') rec.reject('native-not-a-list', area);
  const items = count > 0 && nativeNode?.kind === 'array' ? nativeNode.items : [];
  if (rec.gate('native-list', items.length > 0, area)) {
    for (const { from, to } of items) rec.mark('call', from, to);
    readNativeCalls(rec, nativeEntries(document, items), {
      tier: 'native',
      format: 'native',
      lenient: true,
      takesAnyShape: true,
    });
  }
  rec.leave(area, items.length === 0 ? 'empty' : rec.error === null ? 'matched' : 'malformed');
}
