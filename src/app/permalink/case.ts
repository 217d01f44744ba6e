import * as z from 'zod/mini';
import { isRecord, jsonErrorText, parsedJson, readJson } from '../../core/index.ts';
import { linkHistory, readVersion } from './migrate.ts';
import { linkLimits, linkShape } from './schema.ts';
import { emptyLinkState, type LinkState } from './state.ts';

interface CaseError {
  readonly code:
    | 'empty'
    | 'too-large'
    /** Cut, or never JSON. */
    | 'not-json'
    /** JSON of something else. */
    | 'not-a-case'
    /** Made by a version of the page that is newer than this one. */
    | 'future-version'
    /** A case whose content was changed; `field` names the place. */
    | 'bad-shape';
  /** A sentence for the reader that says what is wrong and where, to be read after the name of the file. */
  readonly message: string;
  /** Path to the refused value, such as `expected[2].name`. */
  readonly field?: string;
}

export type CaseResult =
  | { readonly ok: true; readonly state: LinkState }
  | { readonly ok: false; readonly error: CaseError };

/** The most bytes of a case file. */
export const caseCap = 16 * 1024 * 1024;

/** A file may hold what no link does: of its texts only the size of the file is a limit. */
const longTexts = { text: caseCap, native: caseCap, raw: caseCap, resultContent: caseCap };
const caseHistory = { ...linkHistory, schema: z.object(linkShape({ ...linkLimits, ...longTexts })) };

/** Says what the file is; no other JSON has it. */
const MARK = 'callscope case';

/**
 * A case as JSON: what a link holds, with the version of links, so that whatever opens old links opens old cases. The
 * keys are those of `LinkState` and no others, whatever else the object may hold.
 */
export function writeCase(state: LinkState): string {
  const kept = Object.fromEntries(
    Object.keys(emptyLinkState).map((key) => [key, state[key as keyof LinkState]] as const),
  );
  // JSON.stringify escapes lone surrogates, which a file in UTF-8 could not carry.
  return `${JSON.stringify({ kind: MARK, version: linkHistory.version, state: kept }, null, 2)}\n`;
}

/** Reads a case file. Untrusted: nothing in it runs, and the answer says what is wrong with it. Never throws. */
export function readCase(file: string): CaseResult {
  const text = file.startsWith('\ufeff') ? file.slice(1) : file;
  if (text.trim() === '') return failed({ code: 'empty', message: 'It is empty.' });
  if (text.length > caseCap) return tooLarge();
  const data = parsedJson(text);
  if (data === undefined) return failed({ code: 'not-json', message: `It is not a case: ${whyNotJson(text)}.` });
  if (!isRecord(data) || data.kind !== MARK) {
    return failed({
      code: 'not-a-case',
      message: `It is JSON, but not a case: the field kind should be "${MARK}". A reply or a provider response belongs into the editor, by paste.`,
    });
  }
  const { version } = data;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return failed({
      code: 'bad-shape',
      message: 'Its field version should be a whole number above 0.',
      field: 'version',
    });
  }
  if (version > linkHistory.version) {
    return failed({
      code: 'future-version',
      message: `It has version ${version} and this page reads cases up to version ${linkHistory.version}. Reload the page, or open it where it was made.`,
    });
  }
  const read = readVersion(data.state, version, caseHistory);
  if (read.ok) return { ok: true, state: read.value };
  const field = read.problem.field === '' ? 'state' : `state.${read.problem.field}`;
  return failed({ code: 'bad-shape', message: `Its field ${field} ${read.problem.problem}.`, field });
}

export function tooLarge(): CaseResult & { ok: false } {
  return failed({
    code: 'too-large',
    message: `It is larger than ${caseCap / 1024 / 1024} MiB, which is more than a case may hold.`,
  });
}

function whyNotJson(text: string): string {
  const reading = readJson(text);
  // Both readers refuse the same texts but for a few that only ours refuses.
  return reading.ok ? 'its JSON cannot be read' : jsonErrorText(text, reading.error.at, reading.error);
}

function failed(error: CaseError): CaseResult & { ok: false } {
  return { ok: false, error };
}
