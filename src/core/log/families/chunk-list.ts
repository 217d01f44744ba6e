import type { AssemblyRecorder } from '../assembly-recorder.ts';
import { numberAt, textAt, textOf, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';

/**
 * The pieces of a reply and nothing else: JSON strings, or objects `{"text": …, "at": …}` with the arrival in
 * milliseconds from the start. It is how a test or a log of one's own writes a stream down.
 */
export const chunkList: Family = {
  id: 'chunk-list',
  recognises: ({ node }) => isChunk(node),
  open: (recorder) => new ChunkListReader(recorder),
  finish: { cut: [], calls: [], plain: [] },
  endMarker: null,
  noArguments: null,
  callText: () => '',
};

class ChunkListReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node, source }: WireMessage): void {
    const rec = this.#rec;
    if (!isChunk(node)) {
      rec.fault('event-unknown', source.slice(node.from, node.to).slice(0, 80));
      return;
    }
    rec.at = numberAt(node, 'at') ?? rec.at;
    const text = textOf(node) ?? textAt(node, 'text') ?? '';
    rec.text(text);
    if (text === '') rec.step('no-content');
  }
}

function isChunk(node: JsonNode): boolean {
  if (node.kind === 'string') return true;
  if (node.kind !== 'object' || textAt(node, 'text') === null) return false;
  return (
    node.members.every(({ key }) => key.value === 'text' || key.value === 'at') && member(node, 'at')?.kind !== 'string'
  );
}
