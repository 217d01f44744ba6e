import { isElixirSpace } from '../../text/languages/index.ts';
import type { Ending, OpenedDocument, Outcome, Recorder, SkipCode } from '../../trace/index.ts';
import { locate, type Span } from '../../text/document/index.ts';
import { closedThoughts, nativeEntries, readNativeCalls } from '../../engines/kit/index.ts';
import type { Capabilities } from '../../engines/runtime.ts';
import { FENCE_OPENER, readFences } from './fence.ts';
import { readRaw } from './raw.ts';
import { readTags, TAG_OPENER } from './tag.ts';
import type { ExathenaCode } from './words.ts';

export type Version = '0.4.6' | '0.19';
type TierId = 'native' | 'tagged' | 'tool-call-tag' | 'raw';

export const tiersOf = {
  '0.4.6': ['native', 'tagged', 'raw'],
  '0.19': ['native', 'tagged', 'tool-call-tag', 'raw'],
} as const satisfies Record<Version, readonly TierId[]>;

/**
 * ExAthena's cascade, as its releases behave: 0.4.6 with the three documented tiers, and 0.19 with the tier for
 * leaked `<tool_call>` tags between the fence and bare JSON. The text of the reply stays with the client as it is.
 */
export function readCascade(
  id: string,
  version: Version,
  opened: OpenedDocument,
  capabilities: Capabilities,
  steps: Recorder<ExathenaCode>,
): Outcome {
  new Cascade(id, version, opened, capabilities, steps).run();
  return { content: opened.text === null ? null : opened.document.slice(opened.text.from, opened.text.to) };
}

class Cascade {
  readonly #id: string;
  readonly #version: Version;
  readonly #tiers: readonly TierId[];
  readonly #capabilities: Capabilities;
  readonly #rec: Recorder<ExathenaCode>;
  readonly #whole: Span;
  readonly #text: Span | null;
  readonly #thoughts: readonly Span[];

  constructor(
    id: string,
    version: Version,
    opened: OpenedDocument,
    capabilities: Capabilities,
    rec: Recorder<ExathenaCode>,
  ) {
    this.#id = id;
    this.#version = version;
    this.#tiers = tiersOf[version];
    this.#capabilities = capabilities;
    this.#whole = { from: 0, to: opened.document.length };
    this.#text = opened.text;
    this.#thoughts = opened.text === null ? [] : closedThoughts(opened.document, opened.text.to);
    this.#rec = rec;
    rec.underlay(this.#thoughts);
  }

  run(): void {
    this.#rec.enter('cascade', this.#id, this.#whole);
    this.#rec.leave(this.#whole, this.#cascade());
  }

  #cascade(): Ending {
    const rec = this.#rec;
    if (
      this.#version === '0.19' &&
      rec.gate('self-contained', this.#capabilities['self_contained_tools'] === true, this.#whole)
    ) {
      this.#skipFrom('native', 'not-asked');
      return 'skipped';
    }

    const native = this.#native();
    if (native !== 'empty') {
      this.#noteHiddenText();
      this.#skipFrom('tagged', native === 'matched' ? 'earlier-tier-matched' : 'earlier-tier-failed');
      return native;
    }

    const { document } = rec;
    const text = this.#text;
    if (text === null) {
      rec.gate('text-is-string', false, this.#whole);
      this.#skipFrom('tagged', 'no-text');
      return 'empty';
    }
    if (rec.gate('native-denied', this.#capabilities['native_tool_calls'] === false, text)) {
      const outcome = readFences(rec, text, this.#thoughts, false);
      if (rec.error !== null || rec.calls.length > 0) {
        this.#skipFrom(this.#after('tagged'), rec.error === null ? 'earlier-tier-matched' : 'earlier-tier-failed');
        return outcome;
      }
      return worst(outcome, this.#laterTiers(text));
    }

    const fence = locate(document, FENCE_OPENER, text);
    if (!rec.gate('contains-fence', fence !== null, text, fence)) {
      this.#skip('tagged', 'no-marker');
      return this.#laterTiers(text);
    }
    const outcome = readFences(rec, text, this.#thoughts, true);
    if (rec.error === null && rec.calls.length === 0) rec.quirk('fence-mention-claims-text', fence ?? text);
    this.#skipFrom(this.#after('tagged'), 'shadowed');
    return outcome;
  }

  #native(): Ending {
    const rec = this.#rec;
    const { native, nativeNode, nativeError } = rec.opened;
    const area = native ?? { from: this.#whole.to, to: this.#whole.to };
    rec.enter('tier', 'native', area);
    if (nativeError !== null) rec.reject('native-not-json', area, nativeError.at, nativeError);
    else if (nativeNode !== null && nativeNode.kind !== 'array') rec.reject('native-not-a-list', area);
    const items = nativeNode?.kind === 'array' ? nativeNode.items : [];
    if (!rec.gate('native-list', items.length > 0, area)) return rec.leave(area, 'empty');
    for (const { from, to } of items) rec.mark('call', from, to);
    const lenient = this.#version === '0.19';
    readNativeCalls(rec, nativeEntries(rec.document, items), { tier: 'native', format: 'native', lenient });
    return rec.leave(area, rec.error === null ? 'matched' : 'malformed');
  }

  /** The tiers below the fence, each after its gate. */
  #laterTiers(text: Span): Ending {
    const rec = this.#rec;
    const { document } = rec;
    if (this.#version === '0.4.6') {
      const name = locate(document, '"name"', text);
      const args = locate(document, '"arguments"', text);
      if (!rec.gate('contains-keys', name !== null && args !== null, text, name ?? args))
        return this.#skip('raw', 'no-marker');
      return this.#raw(text);
    }
    const tag = locate(document, TAG_OPENER, text);
    if (rec.gate('contains-tag', tag !== null, text, tag)) {
      rec.enter('tier', 'tool-call-tag', text);
      readTags(rec, text, this.#thoughts);
      const outcome =
        rec.error !== null || (rec.calls.length === 0 && rec.suppressed.length > 0)
          ? 'malformed'
          : rec.calls.length > 0
            ? 'matched'
            : 'empty';
      rec.leave(text, outcome);
      this.#skipFrom('raw', 'shadowed');
      return outcome;
    }
    this.#skip('tool-call-tag', 'no-marker');
    const message = this.#messageStart(text);
    if (!rec.gate('begins-with-json', message.isJson, text, message.found)) return this.#skip('raw', 'no-marker');
    return this.#raw(text);
  }

  #raw(text: Span): Ending {
    this.#rec.enter('tier', 'raw', text);
    return this.#rec.leave(text, readRaw(this.#rec, text, this.#thoughts));
  }

  /** Looks at the message as the bare JSON gate does: without closed think blocks and without white space around it. */
  #messageStart(text: Span): { isJson: boolean; found: Span | null } {
    const { document } = this.#rec;
    let from = text.from;
    let thought = 0;
    for (; from < text.to; from += 1) {
      const next = this.#thoughts[thought];
      if (next?.from === from) {
        from = next.to - 1;
        thought += 1;
      } else if (!isElixirSpace(document.charCodeAt(from))) break;
    }
    const found = from < text.to ? { from, to: from + 1 } : null;
    const first = document.charAt(from);
    if (found === null || (first !== '{' && first !== '[')) return { isJson: false, found };
    // Two keys may also come together only where a think block between their halves goes: look at what is left.
    const left = this.#thoughts.length === 0 ? null : this.#withoutThoughts(text);
    const has = (key: string): boolean => (left === null ? locate(document, key, text) !== null : left.includes(key));
    return { isJson: has('"name"') && has('"arguments"'), found };
  }

  #withoutThoughts(text: Span): string {
    const { document } = this.#rec;
    const pieces: string[] = [];
    let at = text.from;
    for (const thought of this.#thoughts) {
      pieces.push(document.slice(at, thought.from));
      at = thought.to;
    }
    pieces.push(document.slice(at, text.to));
    return pieces.join('');
  }

  /** A native call hides every call in the text; a learner should see which. */
  #noteHiddenText(): void {
    if (this.#text === null) return;
    const marker =
      locate(this.#rec.document, FENCE_OPENER, this.#text) ?? locate(this.#rec.document, TAG_OPENER, this.#text);
    if (marker !== null) this.#rec.quirk('hidden-by-native', marker);
  }

  #after(tier: TierId): TierId | null {
    return this.#tiers[this.#tiers.indexOf(tier) + 1] ?? null;
  }

  #skipFrom(tier: TierId | null, code: SkipCode | 'not-asked'): void {
    for (let next = tier; next !== null; next = this.#after(next)) this.#skip(next, code);
  }

  #skip(tier: TierId, code: SkipCode | 'not-asked'): Ending {
    const area = this.#text ?? this.#whole;
    this.#rec.enter('tier', tier, area);
    this.#rec.skip(code, area);
    this.#rec.leave(area, 'skipped');
    return 'empty';
  }
}

/** An unclosed fence is worth more notice than an empty tier after it. */
function worst(first: Ending, second: Ending): Ending {
  return second === 'empty' && first === 'malformed' ? first : second;
}
