import { type Ending, openDocument, type OpenedDocument, Recorder, type SkipCode } from '../../trace/index.ts';
import { locate, type Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { closedThoughts } from '../../engines/kit/index.ts';
import { BRACKET_OPENER, readBrackets } from './brackets.ts';
import { readCodeBlocks, TICKS } from './code-blocks.ts';
import { CollectedCalls, type ChatcliCall } from './collected-calls.ts';
import { readObjects } from './objects.ts';
import { scannedText } from './scanned-text.ts';
import { readTags, TAG_OPENER } from './tags.ts';
import type { ChatcliCode } from './words.ts';

export const chatcliTiers = ['attribute-tag', 'json-object', 'code-block', 'bracket'] as const;
type TierId = (typeof chatcliTiers)[number];
type GateCode = 'contains-tool-tag' | 'contains-brace' | 'contains-code-block' | 'contains-bracket';

/** What ChatCLI itself answers for a text. */
export type ChatcliAnswer = { readonly ok: true; readonly calls: readonly ChatcliCall[] } | { readonly ok: false };

/** `ParseToolCalls(text)`: names, arguments as text, and the text of each call. Not ok where it crashes. */
export function chatcliCalls(text: string): ChatcliAnswer {
  const opened = openDocument({ text });
  const steps = new Recorder<ChatcliCode>(opened);
  const calls = readCascade('chatcli', opened, null, steps);
  return steps.error === null ? { ok: true, calls } : { ok: false };
}

/**
 * ChatCLI 1.188: `ParseToolCalls` on the text of a reply. Its agent takes native calls from its provider adapters and
 * gives the text to this parser when there are none, so native calls are no tier here. Tags and JSON objects are both
 * read, whatever the other finds; Markdown blocks and the bracket shorthand only when nothing was found before.
 *
 * @param declared the definitions that the tool shim matches names against; null for the parser alone
 */
export function readCascade(
  id: string,
  opened: OpenedDocument,
  declared: readonly ToolDefinition[] | null,
  steps: Recorder<ChatcliCode>,
): readonly ChatcliCall[] {
  return new Cascade(id, opened, declared, steps).run();
}

class Cascade {
  readonly #id: string;
  readonly #rec: Recorder<ChatcliCode>;
  readonly #whole: Span;
  readonly #text: Span | null;
  readonly #collected: CollectedCalls;

  constructor(
    id: string,
    opened: OpenedDocument,
    declared: readonly ToolDefinition[] | null,
    rec: Recorder<ChatcliCode>,
  ) {
    const thoughts = opened.text === null ? [] : closedThoughts(opened.document, opened.text.to);
    this.#id = id;
    this.#whole = { from: 0, to: opened.document.length };
    this.#text = opened.text;
    this.#rec = rec;
    rec.underlay(thoughts);
    this.#collected = new CollectedCalls(rec, opened.text ?? this.#whole, thoughts, declared);
  }

  run(): readonly ChatcliCall[] {
    const rec = this.#rec;
    rec.enter('cascade', this.#id, this.#whole);
    rec.leave(this.#whole, this.#cascade());
    this.#collected.enterMarks();
    if (rec.error !== null) rec.remark('suppressed', this.#whole);
    return this.#collected.answers;
  }

  #cascade(): Ending {
    const rec = this.#rec;
    const text = this.#text;
    if (rec.opened.native !== null) rec.quirk('native-not-read', rec.opened.native);
    if (text === null) {
      rec.gate('text-is-string', false, this.#whole);
      return this.#skipFrom(0, 'no-text');
    }
    const collected = this.#collected;
    let tags: readonly Span[] = [];
    this.#tier('attribute-tag', 'contains-tool-tag', text, this.#marker(TAG_OPENER, text), () => {
      tags = readTags(collected, text, 'attribute-tag') ?? [];
    });
    if (this.#crashed()) return this.#skipFrom(1, 'earlier-tier-failed');
    this.#tier('json-object', 'contains-brace', text, locate(rec.document, '{', text), () => {
      readObjects(collected, text, 'json-object', { tags, dropsCopies: true });
    });
    if (rec.calls.length > 0) return this.#skipFrom(2, 'earlier-tier-matched');
    this.#tier('code-block', 'contains-code-block', text, locate(rec.document, TICKS, text), () => {
      readCodeBlocks(collected, text, 'code-block');
    });
    if (this.#crashed()) return this.#skipFrom(3, 'earlier-tier-failed');
    if (rec.calls.length > 0) return this.#skipFrom(3, 'earlier-tier-matched');
    this.#tier('bracket', 'contains-bracket', text, this.#marker(BRACKET_OPENER, text), () => {
      readBrackets(collected, text, 'bracket');
    });
    return this.#outcome(0);
  }

  /** A tier, which is read when its gate says so. */
  #tier(tier: TierId, gate: GateCode, text: Span, found: Span | null, read: () => void): void {
    const rec = this.#rec;
    if (!rec.gate(gate, found !== null, text, found)) {
      this.#skip(tier, 'no-marker');
      return;
    }
    const before = rec.calls.length;
    const suppressed = rec.suppressed.length;
    rec.enter('tier', tier, text);
    read();
    const isMalformed = rec.error !== null || (rec.calls.length === before && rec.suppressed.length > suppressed);
    rec.leave(text, isMalformed ? 'malformed' : this.#outcome(before));
  }

  #crashed(): boolean {
    return this.#rec.error !== null;
  }

  #outcome(before: number): Ending {
    if (this.#crashed()) return 'malformed';
    return this.#rec.calls.length > before ? 'matched' : 'empty';
  }

  /** A marker in any letter case. */
  #marker(marker: string, text: Span): Span | null {
    const scanned = scannedText(this.#rec.document, text);
    const at = scanned.find(marker, scanned.from);
    if (at < 0) return null;
    return { from: scanned.place(at), to: scanned.place(at + marker.length) };
  }

  #skipFrom(first: number, code: SkipCode): Ending {
    for (const tier of chatcliTiers.slice(first)) this.#skip(tier, code);
    return this.#outcome(0);
  }

  #skip(tier: TierId, code: SkipCode): void {
    const area = this.#text ?? this.#whole;
    this.#rec.enter('tier', tier, area);
    this.#rec.skip(code, area);
    this.#rec.leave(area, 'skipped');
  }
}
