import type { ToolDefinition } from '../../tools/index.ts';
import type { ToolFormat } from '../format.ts';
import { ToolIndex } from '../kit/read/tool-index.ts';
import { markerTable, speltOpeners, type MarkerTable, type SpeltOpener } from './marker-table.ts';

/** Formats and declared tools, prepared once for any number of passes. */
export interface PreparedFormats {
  readonly formats: readonly ToolFormat[];
  readonly tools: ToolIndex;
  readonly markers: MarkerTable;
}

/** The table of all formats together is large. */
const MOST_TABLES = 4;

/**
 * The formats of one runtime. A runtime has one such object for its whole life. The object keeps two things: the tables of the
 * last few sets of tools, because a visitor, a batch or a sweep asks for the same set many times, and a diagnosis for that
 * set and for none in turn; and the spellings of openers that do not depend on tools, which is half of the work for the next
 * set. The result depends only on formats and tools.
 */
export class FormatSet {
  readonly formats: readonly ToolFormat[];
  readonly #fixed = new Map<ToolFormat, readonly SpeltOpener[]>();
  /** By the names of the tools; what was asked for last comes last. */
  readonly #tables = new Map<string, MarkerTable>();

  constructor(formats: readonly ToolFormat[]) {
    this.formats = formats;
  }

  prepare(tools: readonly ToolDefinition[]): PreparedFormats {
    const { formats } = this;
    const index = new ToolIndex(tools);
    // Openers depend only on the names of the tools.
    const names = JSON.stringify(index.names);
    const markers = this.#tables.get(names) ?? this.#tableFor(index);
    this.#tables.delete(names);
    this.#tables.set(names, markers);
    const [oldest] = this.#tables.keys();
    if (this.#tables.size > MOST_TABLES && oldest !== undefined) this.#tables.delete(oldest);
    return { formats, tools: index, markers };
  }

  #tableFor(tools: ToolIndex): MarkerTable {
    const openers = this.formats.flatMap((format) => this.#openersOf(format, tools));
    return markerTable(this.formats, openers, tools);
  }

  #openersOf(format: ToolFormat, tools: ToolIndex): readonly SpeltOpener[] {
    if (typeof format.openers === 'function') return speltOpeners(format, format.openers(tools));
    const spelt = this.#fixed.get(format) ?? speltOpeners(format, format.openers);
    this.#fixed.set(format, spelt);
    return spelt;
  }
}
