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

/**
 * The formats of one runtime. A runtime has one such object for its whole life. The object keeps two things: the table of the
 * last set of tools, because a visitor, a batch or a sweep asks for the same set many times; and the spellings of openers
 * that do not depend on tools, which is half of the work for the next set. The result depends only on formats and tools.
 */
export class FormatSet {
  readonly formats: readonly ToolFormat[];
  readonly #fixed = new Map<ToolFormat, readonly SpeltOpener[]>();
  #last: { readonly names: string; readonly markers: MarkerTable } | null = null;

  constructor(formats: readonly ToolFormat[]) {
    this.formats = formats;
  }

  prepare(tools: readonly ToolDefinition[]): PreparedFormats {
    const { formats } = this;
    const index = new ToolIndex(tools);
    // Openers depend only on the names of the tools.
    const names = JSON.stringify(index.names);
    if (this.#last?.names !== names) {
      const openers = formats.flatMap((format) => this.#openersOf(format, index));
      this.#last = { names, markers: markerTable(formats, openers, index) };
    }
    return { formats, tools: index, markers: this.#last.markers };
  }

  #openersOf(format: ToolFormat, tools: ToolIndex): readonly SpeltOpener[] {
    if (typeof format.openers === 'function') return speltOpeners(format, format.openers(tools));
    const spelt = this.#fixed.get(format) ?? speltOpeners(format, format.openers);
    this.#fixed.set(format, spelt);
    return spelt;
  }
}
