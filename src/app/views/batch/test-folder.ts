import { exportsFor } from '../../export/index.ts';
import type { ExportKind } from '../../export/kind.ts';
import { countedKinds, privateFindings } from '../../export/private-findings.ts';
import { keptWords, redactFields } from '../../export/redact.ts';
import { emptyLinkState, type LinkState } from '../../permalink/state.ts';
import type { BatchCase } from '../../worker/batch-protocol.ts';
import type { DiagnosedExtraction } from '../../worker/protocol.ts';

/** What is done with replies in which something looks private. */
export type PrivateChoice = 'replace' | 'leave-out' | 'keep';

/** How a case is read; null where it cannot be. */
export type ReadCase = (fields: LinkState) => Promise<DiagnosedExtraction | null>;

/** A reply as a case, with the calls of the log as those that are expected, where it has all of them. */
export function caseFields(one: BatchCase, server: Partial<LinkState>): LinkState {
  const { text, native, tools, calls } = one;
  const areWhole = calls?.every(({ arguments: given, isBroken }) => given !== null && !isBroken) === true;
  const expected = areWhole
    ? calls.map(({ name, arguments: given }) => ({ name, argumentsText: JSON.stringify(given) }))
    : null;
  return { ...emptyLinkState, ...server, text, native, tools, expected };
}

/** The tests that make sense for a server. */
export function testKinds(server: Partial<LinkState>): readonly ExportKind[] {
  return exportsFor({ ...emptyLinkState, ...server }).filter(({ asserts }) => asserts === true);
}

/** What looks private in the cases, in words, and how many of them hold it; null where nothing does. */
export function privateWords(cases: readonly LinkState[]): { readonly words: string; readonly cases: number } | null {
  const findings = cases.map((fields) => privateFindings(fields));
  const holding = findings.filter((found) => found.length > 0).length;
  return holding === 0 ? null : { words: countedKinds(findings.flat()), cases: holding };
}

/** A file of the folder. */
export interface FolderFile {
  readonly name: string;
  readonly text: string;
}

/** The tests of some replies, one file each, and a list of them. A reply that cannot be read has none. */
export async function testFolder(
  cases: readonly BatchCase[],
  {
    kind,
    server,
    choice,
    read,
  }: {
    readonly kind: ExportKind;
    readonly server: Partial<LinkState>;
    readonly choice: PrivateChoice;
    readonly read: ReadCase;
  },
): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  const rows: string[] = [];
  for (const one of cases) {
    const given = caseFields(one, server);
    const isPrivate = privateFindings(given).length > 0;
    if (isPrivate && choice === 'leave-out') continue;
    const first = await read(given);
    const fields = isPrivate && choice === 'replace' ? replaced(given, first) : given;
    const extraction = fields === given ? first : await read(fields);
    const number = String(files.length + 1).padStart(3, '0');
    const text = kind.write({ fields, extraction, link: '', conversation: null, among: `Reply${number}` });
    if (text === null) continue;
    const name = fileName(kind, number);
    files.push({ name, text });
    rows.push(
      `| ${name} | ${plain(one.id)} | ${fields.expected === null ? 'what the server returns' : 'the calls of the log'} |`,
    );
  }
  const list = ['# Tests of replies', '', '| File | Reply | Asserts |', '| --- | --- | --- |', ...rows, ''].join('\n');
  return [...files, { name: 'README.md', text: list }];
}

function replaced(fields: LinkState, extraction: DiagnosedExtraction | null): LinkState {
  const names = (fields.expected ?? []).map(({ name }) => ({ name }));
  const choice = { emails: true, tokens: true, paths: false, hosts: false, quoted: false };
  return redactFields(fields, choice, keptWords(extraction, names));
}

/** `callscope.test.ts` of a single one becomes `reply-001.test.ts`; Python and Elixir write words with `_`. */
function fileName({ file }: ExportKind, number: string): string {
  return file.name.replace('callscope', file.name.includes('_') ? `reply_${number}` : `reply-${number}`);
}

/** An id of a log is nobody's markup. */
function plain(id: string): string {
  return id.replaceAll(/[|`\s<>[\]]+/g, ' ').trim();
}
