import { extract } from '../reader/index.ts';
import type { Extraction } from '../trace/index.ts';
import {
  type EngineFlags,
  type EngineId,
  type FormatInfo,
  formatList,
  ToolIndex,
  type ToolFormat,
} from '../formats/index.ts';
import type { Span } from '../text/document/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import { exampleTools } from './example-tools.ts';

/** What a piece of an example is. */
export type PieceRole = 'markup' | 'name' | 'key' | 'value' | 'arguments' | 'reasoning' | 'content';

interface Piece extends Span {
  readonly role: PieceRole;
}

/** Everything the page of one format shows, as plain data. */
export interface FormatPage extends Pick<FormatInfo, 'id' | 'lineage' | 'models' | 'tier' | 'example'> {
  readonly readers: EngineFlags;
  readonly generic: readonly EngineId[];
  readonly proposed: readonly EngineId[];
  readonly failures: readonly { readonly engines: readonly EngineId[]; readonly text: string }[];
  /** The example in pieces, in order and without gaps. */
  readonly pieces: readonly Piece[];
  /** Literals with which a block begins and ends, each once; empty where only shape and names tell. */
  readonly openers: readonly string[];
  readonly closers: readonly string[];
  /** Models leave its markers out, and its keys then tell it. */
  readonly isBareToo: boolean;
  /** The tools that the example calls, and the names of its calls. */
  readonly exampleTools: readonly ToolDefinition[];
  readonly calls: readonly string[];
  /** The words that ask for it; null where nobody asks for it in text. */
  readonly ask: string | null;
  /** Why nobody asks for it; '' where somebody does. */
  readonly notAsked: string;
}

/** The pages of all formats, by id. */
export function formatPages(): readonly FormatPage[] {
  return formatList.map(pageOf).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function pageOf(format: ToolFormat): FormatPage {
  const { id, lineage, models, tier, example, readers, generic = [], proposed = [], failures = [] } = format;
  const tools = exampleTools(format);
  const read = extract({ text: example }, { runtime: `format:${id}`, tools });
  return {
    id,
    lineage,
    models,
    tier,
    example,
    readers,
    generic,
    proposed,
    failures: failures.map(({ engines, text }) => ({ engines, text })),
    pieces: piecesOf(read),
    openers: openersOf(format),
    closers: shownIn(example, [...new Set(format.closers ?? [])]),
    isBareToo: tier === 'marked' && format.bare !== undefined,
    exampleTools: tools,
    calls: read.calls.map(({ name }) => name),
    ask: format.prompt?.ask ?? null,
    notAsked: format.notAsked ?? '',
  };
}

/** Where the tools decide, the marker with which the example begins: the others are made of their names. */
function openersOf({ openers, example }: ToolFormat): readonly string[] {
  if (typeof openers !== 'function') return [...new Set(openers.map(({ text }) => text.trim()))];
  const markers = openers(new ToolIndex([])).map(({ text }) => text.trim());
  const [first] = markers
    .filter((marker) => marker !== '' && example.includes(marker))
    .toSorted((one, other) => example.indexOf(one) - example.indexOf(other) || other.length - one.length);
  return first === undefined ? [] : [first];
}

/** Those that an example shows; all where it shows none. */
function shownIn(example: string, markers: readonly string[]): readonly string[] {
  const shown = markers.filter((marker) => example.includes(marker));
  return shown.length === 0 ? markers : shown;
}

/** The document by what each character was read as. What no step read is markup of the call, or content. */
function piecesOf({ document, ledger, trace }: Extraction): readonly Piece[] {
  const roles: PieceRole[] = Array.from({ length: document.length }, () => 'content');
  const paint = ({ from, to }: Span, role: PieceRole): void => {
    roles.fill(role, from, to);
  };
  for (const entry of ledger) {
    if (entry.kind === 'reasoning') paint(entry, 'reasoning');
    else if (entry.kind !== 'content') paint(entry, 'markup');
  }
  for (const event of trace) {
    if (event.kind !== 'read') continue;
    const role = readAs(event.what);
    if (role !== null) paint(event, role);
  }
  const pieces: Piece[] = [];
  roles.forEach((role, at) => {
    const last = pieces.at(-1);
    if (last?.role === role) pieces[pieces.length - 1] = { ...last, to: at + 1 };
    else pieces.push({ from: at, to: at + 1, role });
  });
  return pieces;
}

function readAs(what: string): PieceRole | null {
  switch (what) {
    case 'name':
    case 'key':
    case 'value':
    case 'arguments':
      return what;
    case 'coerced-value':
      return 'value';
    case 'decoded-arguments':
      return 'arguments';
    default:
      return null;
  }
}
