import type { Span } from '../../../text/document/index.ts';
import type { PythonValue } from '../../../text/languages/index.ts';
import type { Table } from './machine.ts';

/** One argument as the text of the arguments has it. Spans are offsets into that text. */
export interface Parameter {
  readonly key: string;
  readonly value: PythonValue;
  readonly keySpan: Span;
  readonly valueSpan: Span;
  /** Its end has not come. The whole reading leaves it out. */
  readonly isOpen?: boolean;
}

export interface ArgumentFormat {
  /**
   * @param partial whether an argument whose end has not come is read as far as it goes
   * @returns in the order of the text; of equal keys the last one counts
   */
  read(raw: string, partial: boolean): readonly Parameter[];
  /** Pieces without any of these characters are not worth a look while they stream. */
  readonly structural?: RegExp;
  /** A lone parameter `arguments` or `input` that the tool does not declare is taken for all of the arguments. */
  readonly unwraps?: boolean;
}

export interface TableFormat {
  readonly table: Table;
  /** Null where arguments are passed on as they are. */
  readonly arguments: ArgumentFormat | null;
  /** Names that no tool has are refused, where there are tools. */
  readonly validatesNames?: boolean;
  /** With calls, content that is only white space is dropped, and other content is not stripped. */
  readonly keepsSpace?: boolean;
  /** What is a name, and perhaps an id, in the text at the place of the name; null where nothing is. */
  name?(header: string): { readonly name: string; readonly id?: string } | null;
  /** An empty name is a name, and none is looked for in the arguments. */
  readonly acceptsEmptyNames?: boolean;
  /** Where `arguments` is null: what the whole reading returns. */
  finalArguments?(raw: string): string;
  /**
   * Where `arguments` is null and the arguments are a part of what is between the markers: their text, as far as it came; empty
   * for none yet, null for an exception.
   */
  argumentsIn?(raw: string, partial: boolean): string | null;
  /** The keys of the arguments in a call whose name is in the JSON; `arguments` and `parameters` where absent. */
  readonly argumentKeys?: readonly string[];
  /** Text after a call is content of a whole reply as well. */
  readonly keepsTextAfter?: boolean;
}
