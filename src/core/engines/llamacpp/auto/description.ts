/** Text around something. */
export interface Markers {
  readonly open: string;
  readonly close: string;
}

/** Calls that are JSON objects. */
export interface JsonShape {
  readonly shape: 'json';
  /** Around each call, or around all of them. Both may be empty. */
  readonly around: 'call' | 'section';
  readonly markers: Markers;
  /** Whether the objects are in an array, even a single one. */
  readonly isArray?: boolean;
  /** The members of a call in their order; absent where the name is the key of the arguments. */
  readonly keys?: {
    readonly name: string;
    readonly arguments: string;
    readonly id?: string;
    readonly idAt?: 'first' | 'last';
  };
  /** Whether `"type": "function"` may come first. */
  readonly hasType?: boolean;
}

/** A name between markers, and then one JSON value. */
export interface TaggedJsonShape {
  readonly shape: 'tagged-json';
  readonly section?: Markers;
  readonly call: Markers;
  /** Before and after the name. */
  readonly name: Markers;
  /** After the arguments. */
  readonly close?: string;
  /** Before an id that may be missing, and after it, where it may not. */
  readonly id?: Markers;
}

/** A name between markers, and each argument in markers of its own. */
export interface TaggedValuesShape {
  readonly shape: 'tagged-values';
  readonly section?: Markers;
  readonly call?: Markers;
  readonly name: Markers;
  /** Between the name and the arguments. */
  readonly separator?: string;
  readonly close?: string;
  readonly key: Markers;
  readonly value: Markers;
  /** Whether white space may come before the marker that closes a call. */
  readonly isLoose?: boolean;
}

/** What comparing a template's renderings brings to light: all that its parser is made of. */
export interface Description {
  /** Null where the template has no block for reasoning, or none that was found: then it stays in the content. */
  readonly reasoning: Markers | null;
  /** Around all content. */
  readonly content?: Markers;
  /** Null where no shape was found: then the parser never finds a call. */
  readonly calls: JsonShape | TaggedJsonShape | TaggedValuesShape | null;
}
