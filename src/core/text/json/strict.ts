import type { JsonError } from './error.ts';
import type { JsonMember, JsonNode, JsonStringNode } from './node.ts';
import { OpenKeys } from './open-keys.ts';
import { FAILED, ScalarReader } from './scalars.ts';
import { UnreadArray, UnreadObject } from './unread.ts';

type JsonReading = JsonSuccess | { readonly ok: false; readonly error: JsonError };

export interface JsonSuccess {
  readonly ok: true;
  readonly node: JsonNode;
  /** Every key that occurs a second time in its object, in source order. */
  readonly duplicateKeys: readonly JsonStringNode[];
}

/**
 * Reads the one JSON value that fills `text` from `from` to `to`, by the rules of Jason 1.4.4 (the parser under
 * ExAthena): lone surrogate escapes and out-of-range numbers are errors, integers are exact, duplicate keys are kept
 * in order (see `member`). Linear time, no recursion: nesting is bounded by memory only.
 */
export function readJson(text: string, from = 0, to = text.length): JsonReading {
  return new JsonReader().read(text, from, to);
}

/** `JsonReader.outline` of a whole text: its root, without what is in it. */
export function outlineJson(text: string): JsonReading {
  return new JsonReader().outline(text, 0, text.length, 0);
}

/** What a failed reading had already understood. */
interface PartialReading {
  readonly error: JsonError;
  /** Whole values inside containers that were still open, in source order. */
  readonly complete: readonly JsonNode[];
  /** Where each container that was still open begins. */
  readonly openAt: readonly number[];
  readonly duplicateKeys: readonly JsonStringNode[];
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** More than there can be; not Infinity, which would make every comparison one of floats. */
const ALL_LEVELS = 0x3fffffff;
/** Not even a node for the value itself. */
const NO_LEVELS = -1;

/** A container whose end has not come yet. */
interface OpenContainer {
  from: number;
  isObject: boolean;
  /** Whether there are nodes for what is inside. */
  keepsNodes: boolean;
  /** Where its members or its items begin in the reader's lists. */
  first: number;
  /** The key whose value is being read, where members are kept. */
  key: JsonStringNode | null;
}

/** The reader's lists are used again up to this length; longer ones would keep the nodes of a whole text alive. */
const LONGEST_LIST = 4096;

const noKeys: readonly JsonStringNode[] = [];

/** Reads one JSON value after another. Many values are read quicker by one reader than by a reader for each. */
export class JsonReader {
  /**
   * Never used. While no reader is alive, a collection of garbage throws the shape of readers away, and with it all compiled
   * code that knows it: then the next text takes two or three times as long.
   */
  protected static readonly keptForItsShape = new JsonReader();

  #text = '';
  #at = 0;
  #to = 0;
  /** How many levels of containers get nodes for what is in them. */
  #levels = ALL_LEVELS;
  /** The first `#depth` are the containers around the reader, outermost first; the others wait to be used again. */
  readonly #open: OpenContainer[] = [];
  #depth = 0;
  /** The first `#memberCount` are the members so far of all open objects, outermost first. */
  #members: JsonMember[] = [];
  #memberCount = 0;
  /** The same of all open arrays. */
  #items: JsonNode[] = [];
  #itemCount = 0;
  readonly #keys = new OpenKeys();
  /** Gets the offsets of the members of the outermost container, where somebody asks for them. */
  #places: number[] | null = null;
  #placeCount = 0;
  #duplicateKeys: JsonStringNode[] | null = null;
  readonly #scalars = new ScalarReader();

  /** The one value that fills the text from `from` to `to`. */
  read(text: string, from: number, to: number): JsonReading {
    return this.outline(text, from, to, ALL_LEVELS);
  }

  /**
   * The same value with the same errors, but nodes are made for the upper `levels` of containers only: what lies
   * deeper is checked, and read again when somebody asks for it. Most payloads are passed on as text, unseen.
   */
  outline(text: string, from: number, to: number, levels: number): JsonReading {
    this.#begin(text, to, levels);
    const node = this.#value(from);
    return node === null
      ? { ok: false, error: this.#scalars.error as JsonError }
      : { ok: true, node, duplicateKeys: this.#duplicateKeys ?? noKeys };
  }

  /**
   * The span of the one object that fills a range, and its members, for callers that need no nodes.
   *
   * @param into gets the two offsets of the object, then four for each member, of its key and of its value, as many as
   *   there is room for
   * @returns how many members the object has; -1 where there is no such object, or a key is repeated anywhere in it
   */
  places(text: string, from: number, to: number, into: number[]): number {
    this.#begin(text, to, NO_LEVELS);
    this.#places = into;
    this.#placeCount = 2;
    into[0] = -1;
    this.#value(from);
    this.#places = null;
    return this.#scalars.error !== null || this.#duplicateKeys !== null || into[0] < 0
      ? -1
      : (this.#placeCount - 2) / 4;
  }

  /** Like `read`; a failure also says what came before it, so that nobody reads those characters again. */
  readPartially(text: string, from: number, to: number): JsonSuccess | ({ readonly ok: false } & PartialReading) {
    const reading = this.read(text, from, to);
    if (reading.ok) return reading;
    const open = this.#open.slice(0, this.#depth);
    return {
      ok: false,
      error: reading.error,
      complete: this.#complete(open),
      openAt: open.map(({ from: at }) => at),
      duplicateKeys: this.#duplicateKeys ?? noKeys,
    };
  }

  /** The values kept inside of containers that are open, in source order. */
  #complete(open: readonly OpenContainer[]): JsonNode[] {
    let memberTo = this.#memberCount;
    let itemTo = this.#itemCount;
    const inside: (readonly JsonNode[])[] = [];
    // An outer container has nothing after an inner one yet, so its part of the list ends where the inner one's begins.
    for (const { isObject, first } of open.toReversed()) {
      inside.push(
        isObject ? this.#members.slice(first, memberTo).map(({ value }) => value) : this.#items.slice(first, itemTo),
      );
      if (isObject) memberTo = first;
      else itemTo = first;
    }
    return inside.reverse().flat();
  }

  #begin(text: string, to: number, levels: number): void {
    this.#text = text;
    this.#to = to;
    this.#levels = levels;
    this.#depth = 0;
    if (this.#members.length > LONGEST_LIST) this.#members = [];
    if (this.#items.length > LONGEST_LIST) this.#items = [];
    this.#memberCount = 0;
    this.#itemCount = 0;
    this.#keys.begin(text);
    this.#duplicateKeys = null;
    this.#scalars.begin(text, to);
  }

  /** Null once the error is set, and where not even the value itself gets a node. */
  #value(from: number): JsonNode | null {
    this.#at = from;
    let container: OpenContainer | null = null;
    for (;;) {
      const code = this.#token();
      let node: JsonNode | null;
      if (code === OPEN_BRACE) {
        container = this.#enter(true);
        if (this.#token() !== CLOSE_BRACE) {
          if (!this.#key(container)) return null;
          continue;
        }
        node = this.#leave();
        container = this.#innermost;
      } else if (code === OPEN_BRACKET) {
        container = this.#enter(false);
        if (this.#token() !== CLOSE_BRACKET) continue;
        node = this.#leave();
        container = this.#innermost;
      } else {
        const start = this.#at;
        const to = this.#scalars.scalarTo(start, code);
        if (to === FAILED) return null;
        this.#at = to;
        node = this.#depth <= this.#levels ? this.#scalars.scalar(code, start, to) : null;
        if (container !== null && node !== null && container.keepsNodes) this.#keep(container, node);
        if (this.#places !== null && this.#depth === 1) this.#place(start, to, this.#places);
      }

      // The value is whole: close as many containers as end here.
      for (;;) {
        const after = this.#token();
        if (container === null) {
          if (this.#at === this.#to) return node;
          this.#scalars.unexpected(this.#at, 'end');
          return null;
        }
        if (after === COMMA) {
          this.#at += 1;
          if (container.isObject) {
            this.#token();
            if (!this.#key(container)) return null;
          }
          break;
        }
        if (after !== (container.isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
          this.#scalars.unexpected(this.#at, 'comma-or-close');
          return null;
        }
        node = this.#leave();
        container = this.#innermost;
      }
    }
  }

  get #innermost(): OpenContainer | null {
    return this.#depth === 0 ? null : (this.#open[this.#depth - 1] as OpenContainer);
  }

  /** Past the bracket that opens a container. */
  #enter(isObject: boolean): OpenContainer {
    const from = this.#at;
    const keepsNodes = this.#depth < this.#levels;
    const first = isObject ? this.#memberCount : this.#itemCount;
    if (isObject) this.#keys.enter();
    let container = this.#open[this.#depth];
    if (container === undefined) {
      container = { from, isObject, keepsNodes, first, key: null };
      this.#open.push(container);
    } else {
      container.from = from;
      container.isObject = isObject;
      container.keepsNodes = keepsNodes;
      container.first = first;
    }
    this.#depth += 1;
    this.#at = from + 1;
    return container;
  }

  #place(from: number, to: number, places: number[]): void {
    if (this.#placeCount < places.length) {
      places[this.#placeCount] = from;
      places[this.#placeCount + 1] = to;
    }
    this.#placeCount += 2;
  }

  #keep({ isObject, key }: OpenContainer, value: JsonNode): void {
    if (isObject) {
      this.#members[this.#memberCount] = { key: key as JsonStringNode, value };
      this.#memberCount += 1;
    } else {
      this.#items[this.#itemCount] = value;
      this.#itemCount += 1;
    }
  }

  /** Past the bracket that closes the innermost container, with its node; null where nodes are not kept. */
  #leave(): JsonNode | null {
    this.#at += 1;
    this.#depth -= 1;
    const container = this.#open[this.#depth] as OpenContainer;
    if (container.isObject) this.#keys.leave();
    if (this.#places !== null && this.#depth === 1) this.#place(container.from, this.#at, this.#places);
    else if (this.#places !== null && this.#depth === 0 && container.isObject) {
      this.#places[0] = container.from;
      this.#places[1] = this.#at;
    }
    if (this.#depth > this.#levels) return null;
    const node = this.#closed(container, this.#at);
    const around = this.#innermost;
    if (around?.keepsNodes === true) this.#keep(around, node);
    return node;
  }

  #closed({ from, isObject, keepsNodes, first }: OpenContainer, to: number): JsonNode {
    if (!keepsNodes)
      return isObject
        ? new UnreadObject(this.#text, from, to, readAgain)
        : new UnreadArray(this.#text, from, to, readAgain);
    if (isObject) {
      const members = this.#members.slice(first, this.#memberCount);
      this.#memberCount = first;
      return { kind: 'object', from, to, members };
    }
    const items = this.#items.slice(first, this.#itemCount);
    this.#itemCount = first;
    return { kind: 'array', from, to, items };
  }

  /** Past `"key" :`; false once the error is set. */
  #key(object: OpenContainer): boolean {
    const from = this.#at;
    if (this.#scalars.code(from) !== QUOTE) {
      this.#scalars.unexpected(from, 'key');
      return false;
    }
    const to = this.#scalars.stringTo(from);
    if (to === FAILED) return false;
    if (this.#places !== null && this.#depth === 1) this.#place(from, to, this.#places);
    const decoded = this.#scalars.hasEscape ? this.#scalars.stringValue(from, to) : null;
    const isRepeated = this.#keys.isRepeated(from + 1, to - 1, decoded);
    if (isRepeated || object.keepsNodes) {
      const key: JsonStringNode = { kind: 'string', from, to, value: decoded ?? this.#text.slice(from + 1, to - 1) };
      if (isRepeated) (this.#duplicateKeys ??= []).push(key);
      object.key = key;
    }
    this.#at = to;
    if (this.#token() !== COLON) {
      this.#scalars.unexpected(this.#at, 'colon');
      return false;
    }
    this.#at += 1;
    return true;
  }

  /** Moves on to the next character that is not white space, and answers it: -1 at the end of the range. */
  #token(): number {
    const text = this.#text;
    const end = this.#to;
    let at = this.#at;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code > SPACE || !isSpace(code)) {
        this.#at = at;
        return code;
      }
      at += 1;
    }
    this.#at = at;
    return -1;
  }
}

function readAgain(text: string, from: number, to: number): JsonNode {
  return (readJson(text, from, to) as JsonSuccess).node;
}

function isSpace(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === LF || code === CR || code === TAB);
}
