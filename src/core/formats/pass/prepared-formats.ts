import type { ToolDefinition } from '../../tools/tool.ts';
import type { ToolFormat } from '../format.ts';
import { ToolIndex } from '../kit/tool-index.ts';
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
  #fixed: ReadonlyMap<ToolFormat, readonly SpeltOpener[]> | null = null;
  #last: { readonly names: string; readonly markers: MarkerTable } | null = null;

  constructor(formats: readonly ToolFormat[]) {
    this.formats = formats;
  }

  prepare(tools: readonly ToolDefinition[]): PreparedFormats {
    const { formats } = this;
    const index = new ToolIndex(tools);
    // Openers know the tools by their names alone.
    const names = JSON.stringify(index.names);
    if (this.#last?.names !== names) this.#last = { names, markers: markerTable(formats, this.#openers(index), index) };
    return { formats, tools: index, markers: this.#last.markers };
  }

  #openers(tools: ToolIndex): readonly SpeltOpener[] {
    this.#fixed ??= new Map(
      this.formats.flatMap((format) =>
        typeof format.openers === 'function' ? [] : [[format, speltOpeners(format, format.openers)]],
      ),
    );
    const fixed = this.#fixed;
    return this.formats.flatMap(
      (format) =>
        fixed.get(format) ?? (typeof format.openers === 'function' ? speltOpeners(format, format.openers(tools)) : []),
    );
  }
}
