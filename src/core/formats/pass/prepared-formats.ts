import type { ToolDefinition } from '../../tools/index.ts';
import type { ToolFormat } from '../format.ts';
import { ToolIndex } from '../kit/read/tool-index.ts';
import { markerTable, speltOpeners, type MarkerTable, type SpeltOpener } from './marker-table.ts';

/** Formats and declared tools as passes read with them. Made once, for any number of passes. */
export interface PreparedFormats {
  readonly formats: readonly ToolFormat[];
  readonly tools: ToolIndex;
  readonly markers: MarkerTable;
}

/**
 * The formats of one runtime, which has one such object as long as it lives. It keeps the table of the last set of
 * tools, because one visitor, one batch or one sweep asks for the same again and again; and of the openers that need no
 * tools how else they are written, which is half of the work for the next set. What it answers depends on the formats and
 * the tools alone.
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
    // Openers know the tools by their names alone.
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
