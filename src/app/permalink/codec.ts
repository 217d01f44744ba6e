import { counted } from '../../core/index.ts';
import { checksum, findForeign, fromBase64Url, inflateCapped } from './bytes.ts';
import { dictionaries } from './dictionary.ts';
import { packed } from './packed.ts';
import { linkHistory, readVersion, type VersionHistory } from './migrate.ts';
import { emptyLinkState, emptyTemplate, keysOf, type LinkState, type OtherTurn, type ReplyResults } from './state.ts';

export interface LinkError {
  readonly code:
    /** It does not look like a permalink of ours at all. */
    | 'not-a-link'
    /** Made by a version of the page that is newer than this one. */
    | 'future-version'
    /** Holds a character that no link holds, or a percent escape that decodes to nothing. */
    | 'bad-characters'
    /** Ends before its data does. */
    | 'cut-short'
    /** A character was changed, lost or added: the checksum does not match, or the data cannot be inflated. */
    | 'altered'
    /** Inflates to more than `inflatedCap` bytes. */
    | 'too-large'
    /** Undamaged, but what it holds is not a state; `field` names the place. */
    | 'bad-shape'
    /** A prefill names a field that does not exist or comes twice. */
    | 'bad-field';
  /** A sentence for the reader that says what is damaged and where. */
  readonly message: string;
  /** The version that the link names. */
  readonly version?: number;
  /** UTF-16 offset of the place, counted after the `#`; for a permalink also without white space in it. */
  readonly at?: number;
  /** Path to the refused value, such as `expected[2].name`; for a prefill the name of its field. */
  readonly field?: string;
}

export type LinkResult =
  | {
      readonly ok: true;
      readonly state: LinkState;
      readonly version: number;
      /** Of a prefill: the first thing that is wrong with it, where all the rest was read; null for nothing. */
      readonly problem?: LinkError | null;
    }
  | { readonly ok: false; readonly error: LinkError };

/**
 * The most bytes of JSON that a link may hold.
 *
 * @internal Tests write links at this size and one byte above it.
 */
export const inflatedCap = 8 * 1024 * 1024;

const checksumLength = 6;

/**
 * `<version>.<checksum>.<payload>` without the `#`, in the characters A-Z a-z 0-9 - _ and two dots.
 * A state beyond `linkLimits` or `inflatedCap` gives a link that `decodeLink` refuses.
 */
export function encodeLink(state: LinkState): string {
  return packed(linkHistory.version, canonicalJson(state));
}

/** JSON with the keys in the order of `emptyLinkState` and its values left out, so that one state has one text. */
function canonicalJson(state: LinkState): string {
  const sparse = withoutDefaults(state, emptyLinkState);
  if (state.expected !== null) {
    sparse.expected = state.expected.map(({ name, argumentsText }) => ({ name, argumentsText }));
  }
  if (state.compare !== null) {
    const { text, native, profile, nativeToolCalls, selfContained, thinking, reasoningParser } = state.compare;
    sparse.compare = {
      text,
      ...(native === undefined ? {} : { native }),
      profile,
      nativeToolCalls,
      selfContained,
      ...(thinking === undefined ? {} : { thinking }),
      ...(reasoningParser === undefined ? {} : { reasoningParser }),
    };
  }
  if (state.recording !== null) {
    sparse.recording = { lengths: state.recording.lengths, gaps: state.recording.gaps };
  }
  if (state.chain !== null) sparse.chain = state.chain.map(({ provider, outcome }) => ({ provider, outcome }));
  if (state.loop !== null) {
    const { asked, earlier, later } = state.loop;
    sparse.loop = {
      asked,
      earlier: earlier.map(canonicalTurn),
      later: later.map(canonicalTurn),
      ...canonicalResults(state.loop),
    };
  }
  if (state.template !== null) sparse.template = withoutDefaults(state.template, emptyTemplate);
  // JSON.stringify escapes lone surrogates, which UTF-8 could not carry.
  return JSON.stringify(sparse);
}

/** The values that differ from those of `defaults`, in the order of its keys. */
function withoutDefaults<Fields extends object>(state: Fields, defaults: Fields): Record<string, unknown> {
  const sparse: Record<string, unknown> = {};
  for (const key of keysOf(defaults)) {
    if (state[key] !== defaults[key]) sparse[key] = state[key];
  }
  return sparse;
}

function canonicalTurn(turn: OtherTurn): OtherTurn {
  const { text, native, recording } = turn;
  const chunks = recording === null ? null : { lengths: recording.lengths, gaps: recording.gaps };
  return { text, native, recording: chunks, ...canonicalResults(turn) };
}

function canonicalResults({ results, strays }: ReplyResults): ReplyResults {
  return {
    results: results.map(({ call, name, kind, code, content }) => ({ call, name, kind, code, content })),
    strays: strays.map(({ id, kind, code, content }) => ({ id, kind, code, content })),
  };
}

/**
 * Reads a permalink, with or without its `#`, and forgives what mail and chat programs do to links: percent escapes,
 * line breaks and punctuation at the end. Never throws. `history` is the versions to read, for tests of migrations.
 */
export function decodeLink(hash: string, history: VersionHistory<LinkState> = linkHistory): LinkResult {
  const link = withoutWrapping(hash);
  const versionEnd = link.indexOf('.');
  if (versionEnd < 0) {
    return isVersion(link) ? cutShort(link, Number(link)) : notALink();
  }
  const checksumEnd = link.indexOf('.', versionEnd + 1);
  const versionText = link.slice(0, versionEnd);
  if (!isVersion(versionText)) {
    // With all else in place it was a link once, and the reader should hear that its first part is damaged.
    return checksumEnd === versionEnd + 1 + checksumLength
      ? failed({ code: 'altered', message: 'The link was altered: it does not start with a version number.', at: 0 })
      : notALink();
  }
  const version = Number(versionText);
  const dictionary = dictionaries.get(version);
  if (version > history.version || dictionary === undefined) {
    return failed({
      code: 'future-version',
      message: `The link has version ${version} and this page reads links up to version ${history.version}. Reload the page, or open the link where it was made.`,
      version,
    });
  }
  return decodeParts(link, { version, versionEnd, checksumEnd }, dictionary, history);
}

interface LinkParts {
  readonly version: number;
  /** Offset of the first dot. */
  readonly versionEnd: number;
  /** Offset of the second dot, or -1. */
  readonly checksumEnd: number;
}

function decodeParts(
  link: string,
  { version, versionEnd, checksumEnd }: LinkParts,
  dictionary: Uint8Array,
  history: VersionHistory<LinkState>,
): LinkResult {
  const payloadStart = checksumEnd < 0 ? link.length : checksumEnd + 1;
  const expectedChecksum = link.slice(versionEnd + 1, checksumEnd < 0 ? link.length : checksumEnd);
  const payload = link.slice(payloadStart);
  for (const [part, start] of [[expectedChecksum, versionEnd + 1] as const, [payload, payloadStart] as const]) {
    const foreign = findForeign(part);
    if (foreign >= 0) return badCharacter(link, start + foreign, version);
  }
  if (checksumEnd < 0 && expectedChecksum.length <= checksumLength) return cutShort(link, version);
  if (expectedChecksum.length !== checksumLength) {
    return failed({
      code: 'altered',
      message: `The link was altered: its second part, the checksum, should have ${checksumLength} characters and has ${expectedChecksum.length}.`,
      version,
      at: versionEnd + 1,
    });
  }

  const inflated = inflateCapped(fromBase64Url(payload), dictionary, inflatedCap);
  if (!inflated.ok) {
    switch (inflated.reason) {
      case 'cut':
        return cutShort(link, version);
      case 'damaged':
        return altered('its data cannot be unpacked', version);
      case 'too-large':
        return failed({
          code: 'too-large',
          message: `The link unpacks to more than ${inflatedCap / 1024 / 1024} MiB, which is more than a link may hold.`,
          version,
        });
    }
  }
  if (checksum(inflated.bytes) !== expectedChecksum) return altered('its data does not match its checksum', version);
  return decodeJson(inflated.bytes, version, history);
}

function decodeJson(bytes: Uint8Array<ArrayBuffer>, version: number, history: VersionHistory<LinkState>): LinkResult {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The checksum is right, so whoever made the link put this there.
    return failed({ code: 'bad-shape', message: 'The link is whole, but what it holds is not JSON.', version });
  }
  const read = readVersion(data, version, history);
  if (read.ok) return { ok: true, state: read.value, version };
  const { field, problem } = read.problem;
  return failed({
    code: 'bad-shape',
    message: `The link is whole, but ${field === '' ? 'what it holds' : `its field ${field}`} ${problem}.`,
    version,
    field,
  });
}

function withoutWrapping(hash: string): string {
  let link = hash.startsWith('#') ? hash.slice(1) : hash;
  if (link.includes('%')) {
    try {
      link = decodeURIComponent(link);
    } catch {
      // Not percent-encoded after all: the `%` is then reported as a foreign character, with its place.
    }
  }
  // White space, and the invisible characters that some programs put where a line may break.
  link = link.replace(/[\s\u00ad\u200b-\u200d\u2060]/g, '');
  let end = link.length;
  while (end > 0 && trailingPunctuation.has(link.charAt(end - 1))) end--;
  return link.slice(0, end);
}

// What sentences, Markdown, quotes and base64 padding leave after a link. None of it can end one.
const trailingPunctuation: ReadonlySet<string> = new Set('.,;:!?)]}>"\'`*~|=…»”’');

function isVersion(text: string): boolean {
  return /^[1-9][0-9]{0,3}$/.test(text);
}

function failed(error: LinkError): LinkResult {
  return { ok: false, error };
}

function notALink(): LinkResult {
  return failed({
    code: 'not-a-link',
    message: 'This is not a Callscope link: one starts with a version number and a dot, such as "1.".',
  });
}

// A changed character can make the data look unfinished too; a cut is by far the more common reason.
function cutShort(link: string, version: number): LinkResult {
  return failed({
    code: 'cut-short',
    message: `The link was cut: it ends after ${counted(link.length, 'character')}, before its data does.`,
    version,
    at: link.length,
  });
}

function altered(what: string, version: number): LinkResult {
  return failed({
    code: 'altered',
    message: `The link was altered: ${what}. At least one character was changed, lost or added.`,
    version,
  });
}

function badCharacter(link: string, at: number, version: number): LinkResult {
  const codePoint = link.codePointAt(at) ?? 0;
  const hex = codePoint.toString(16).toUpperCase().padStart(4, '0');
  return failed({
    code: 'bad-characters',
    message: `The link was altered: the character at ${at} is ${JSON.stringify(String.fromCodePoint(codePoint))} (U+${hex}), which no link holds.`,
    version,
    at,
  });
}
