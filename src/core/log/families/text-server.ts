import type { AssemblyRecorder } from '../assembly-recorder.ts';
import { objectAt, textAt, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';

/**
 * Servers that stream text and no messages: `/completion` of llama-server (`content`, `stop`), `/generate` of SGLang (`text`,
 * which grows, and `meta_info`), and text-generation-inference (`token`).
 */
export const textServer: Family = {
  id: 'text-server',
  recognises: ({ node }) => pieceOf(node) !== null,
  open: (recorder) => new TextServerReader(recorder),
  finish: { cut: ['limit', 'length'], calls: [], plain: [] },
  endMarker: null,
  noArguments: null,
  callText: () => '',
};

/** The text of an event, and whether it is all of the text so far. */
function pieceOf(node: JsonNode): { readonly text: string; readonly isAll: boolean } | null {
  const content = textAt(node, 'content');
  if (content !== null && member(node, 'stop') !== undefined) return { text: content, isAll: false };
  const text = textAt(node, 'text');
  if (text !== null && objectAt(node, 'meta_info') !== null) return { text, isAll: true };
  const token = objectAt(node, 'token');
  const piece = token === null ? null : textAt(token, 'text');
  return piece === null ? null : { text: member(token ?? node, 'special')?.kind === 'true' ? '' : piece, isAll: false };
}

/** Why the text ended: llama-server, text-generation-inference, and SGLang, whose reason is an object or a text. */
function reasonOf(node: JsonNode): string | null {
  const details = objectAt(node, 'details') ?? objectAt(node, 'meta_info') ?? node;
  const reason = objectAt(details, 'finish_reason');
  return (
    textAt(node, 'stop_type') ?? textAt(details, 'finish_reason') ?? (reason === null ? null : textAt(reason, 'type'))
  );
}

class TextServerReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  /** How much of a text that grows was there before. */
  #length = 0;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node }: WireMessage): void {
    const rec = this.#rec;
    const before = rec.steps.length;
    const piece = pieceOf(node);
    rec.text(piece === null ? '' : piece.isAll ? piece.text.slice(this.#length) : piece.text);
    if (piece?.isAll === true) this.#length = piece.text.length;
    rec.finish(reasonOf(node));
    if (rec.steps.length === before) rec.step('no-content');
  }
}
