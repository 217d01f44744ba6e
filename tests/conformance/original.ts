import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { loadPyodide } from 'pyodide';
import { piecesOf } from '../../src/app/parser-file/chunks.ts';
import { goldenLine, type GoldenLine } from '../../src/app/parser-file/golden-line.ts';
import { openPython, type AskPython } from '../../src/app/parser-file/python.ts';
import type { Answer } from '../../src/app/parser-file/protocol.ts';
import { differenceOf } from '../../src/app/parser-file/same-answer.ts';
import { sglangPieces, vllmPieces } from './chunkers.ts';
import { answerEngine, answersFor, engineFiles, engineLines } from './engines/index.ts';

/** What an original answers, and what the emulation of the same name answers. */
interface OriginalLine {
  readonly line: GoldenLine;
  /** What differs, as keys of golden data; none where they agree. */
  readonly differs: readonly ('raises' | 'calls' | 'content' | 'streaming')[];
}

interface Answered {
  readonly expected?: { readonly calls: readonly Called[]; readonly content?: unknown } | null;
  readonly streaming?: { readonly calls?: readonly Called[] };
  readonly raises?: unknown;
}

interface Called {
  readonly name: string;
  readonly argumentsText: string;
}

interface OriginalOptions {
  /** The files of the parser, the parser first. */
  readonly paths: readonly string[];
  /** The runtime that emulates it: `vllm:hermes`. */
  readonly runtime: string;
  /** The name of the class, where the files hold several. */
  readonly name?: string | undefined;
  readonly ask?: AskPython;
}

/**
 * Runs a parser file on the golden texts of the parser that it is compared with. Throws with a sentence where the file cannot be
 * run.
 */
async function runOriginal({
  paths,
  runtime,
  name,
  ask,
}: OriginalOptions): Promise<{ found: OriginalLine[]; invented: Set<string> }> {
  const [engine = '', parser = ''] = runtime.split(':');
  const file = `engines/${engine}/${parser}.jsonl`;
  if (!engineFiles.includes(file))
    throw new Error(
      `There are no golden texts of ${runtime}. Name a parser as in tests/conformance/golden/engines, or write the texts of a new one into tests/conformance/golden/${file}: lines with id, engine, parser, text and tools.`,
    );
  const python = ask ?? openPython(await loadPyodide({ jsglobals: Object.create(null) as object }));
  const files = paths.map((path) => ({ path: basename(path), text: readFileSync(path, 'utf8') }));
  const { parsers, problem, markers } = python({ ask: 'load', files });
  if (problem !== null) throw new Error(`${problem.sentence} ${problem.remedy}`);
  const chosen = parsers.length === 1 ? parsers[0] : parsers.find((one) => one.name === name);
  if (chosen === undefined)
    throw new Error(`The files hold ${parsers.map((one) => one.name).join(', ')}. Say which: --class NAME.`);
  const texts = new Set<string>();
  const found: OriginalLine[] = [];
  const invented = new Set<string>();
  for (const asked of engineLines(file)) {
    const { id, text, tools } = asked;
    if (texts.has(text)) continue;
    texts.add(text);
    const given = tools.map(({ schema, ...tool }) => ({
      ...tool,
      ...(schema === undefined ? {} : { parameters: schema }),
    }));
    const read = { ask: 'read', parser: chosen.id, text, tools: given } as const;
    const whole = python({ ...read, chunks: null, served: false });
    for (const { name: made, used } of whole.invented) if (used) invented.add(made);
    const pieces = piecesFor(engine, asked, markers);
    const stream = whole.streams ? python({ ...read, chunks: pieces }) : null;
    const questions = askedOf(asked);
    const answered = goldenLine({ id, engine, parser, text, tools }, whole, stream);
    // Which release a file is of, it does not say.
    const { version: _, versions: __, ...kept } = questions;
    const line = { ...kept, ...answered };
    const ours = answerEngine({
      ...questions,
      ...(engine === 'vllm' ? { versions: ['2026-08'] } : {}),
    }) as Answered;
    found.push({ line, differs: differencesOf(line, ours, stream !== null) });
  }
  return { found, invented };
}

/** As the golden data of the engine were cut. */
function piecesFor(
  engine: string,
  { text, variant }: Readonly<Record<string, unknown>>,
  markers: readonly string[],
): string[] {
  if (engine === 'vllm') return vllmPieces(String(text), variant, false);
  return engine === 'sglang' ? sglangPieces(String(text), false) : piecesOf(String(text), markers);
}

/** Without what was answered. */
function askedOf(line: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const answers = /^(?:expected|raises|served|stream|tokens|perChar|oneShot|steps|gate)/;
  return Object.fromEntries(Object.entries(line).filter(([key]) => !answers.test(key)));
}

function differencesOf(line: GoldenLine, ours: Answered, streams: boolean): OriginalLine['differs'] {
  const theirs = line.expected;
  const expected = ours.expected ?? null;
  if (theirs === null || expected === null) return (theirs === null) === (expected === null) ? [] : ['raises'];
  const differs: OriginalLine['differs'][number][] = [];
  if (written(theirs.calls) !== written(expected.calls)) differs.push('calls');
  if ((theirs.content ?? '') !== (expected.content ?? '')) differs.push('content');
  const streamed = (line.streaming ?? theirs).calls;
  if (streams && !sameCalls(streamed, ours.streaming?.calls ?? expected.calls)) differs.push('streaming');
  return differs;
}

/** Streams are compared by value: golden data note them only where the value differs from that of the whole. */
function sameCalls(one: readonly Called[], other: readonly Called[]): boolean {
  const answer = (calls: readonly Called[]): Answer => ({ calls, content: null, reasoning: null });
  return differenceOf(answer(one), answer(other)) === null;
}

function written(calls: readonly Called[]): string {
  return JSON.stringify(calls.map(({ name, argumentsText }) => [name, argumentsText]));
}

/** `npm run golden`: compares, lists the differences in groups, and writes the golden file. Returns how many lines differ. */
export async function golden(
  options: OriginalOptions & { readonly out: string; readonly log: (line: string) => void },
): Promise<number> {
  const { runtime, out, log } = options;
  const { found, invented } = await runOriginal(options);
  const differing = found.filter(({ differs }) => differs.length > 0);
  log(`${String(found.length)} texts of ${runtime}: ${String(differing.length)} answered otherwise than by Callscope.`);
  for (const key of ['raises', 'calls', 'content', 'streaming'] as const) {
    const group = differing.filter(({ differs }) => differs.includes(key));
    if (group.length === 0) continue;
    log(`\n${key}: ${String(group.length)}`);
    for (const { line } of group.slice(0, 10)) log(`  ${line.id}: ${JSON.stringify(line.text).slice(0, 100)}`);
    if (group.length > 10) log(`  and ${String(group.length - 10)} more`);
  }
  writeFileSync(out, found.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
  log(`\nWritten: ${out}`);
  if (answersFor({ engine: runtime.split(':')[0] ?? '' })?.asked.includes('versions') === true)
    log(
      'Add to each line which release answered so ("versions", as tests/conformance/golden/README.md says): a parser file does not say.',
    );
  if (invented.size > 0) log(`Made up, because no file has it: ${[...invented].join(', ')}`);
  return differing.length;
}
