import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { formatList } from '../src/core/formats/index.ts';
import { loadProjects, type RuntimeInfo } from '../src/core/index.ts';
import { systems } from '../src/core/runtimes/systems.ts';
import { unmetText, type Words } from '../src/core/trace/words.ts';
import { failureKinds } from '../src/state/failures/failure.ts';
import { failures } from '../src/state/failures/index.ts';

// The words that users read, in plain English: short sentences, none of the phrases that read like a translation, and
// code in pairs of backquotes, as `ui/kit/Sentence.svelte` shows it.

const MOST_WORDS = 20;

/** Phrases that no reader has to meet. */
const forbidden = [
  /\bbehind\b/i,
  /\bstands?\b(?! for\b)/i,
  /\bfor good\b/i,
  /\bby (?:itself|themselves)\b/i,
  /\bhand(?:s|ed)? (?:(?:it|them|that) )?on\b/i,
  /\bnot to be had\b/i,
  /\bnot said\b/i,
  /\bminded\b/i,
  /\bin force\b/i,
  /\bthis profile\b/i,
  /\bnothing there\b/i,
  /\breason for the end\b/i,
  /\bhas not the\b/i,
  /\bmay surprise you\b/i,
  /\btiers? (?:is|are) asked\b/i,
  /\bthat is known\b/i,
  /\bin no form\b/i,
];

/** What a sentence is, for counting: code is no word, and neither is a value that is filled in. */
function plain(text: string): string {
  return text.replace(/`[^`]*`|\$\{[^{}]*\}|<[^<>\s]*>/g, ' ');
}

function faultsOf(text: string): string[] {
  const words = plain(text);
  const faults = forbidden.filter((pattern) => pattern.test(words)).map(String);
  if ((text.match(/`/g)?.length ?? 0) % 2 === 1) faults.push('a backquote without its partner');
  if (text.includes('```')) faults.push('three backquotes');
  for (const sentence of words.split(/(?<=[.?!])\s+/)) {
    const count = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
    if (count > MOST_WORDS) faults.push(`${String(count)} words: ${sentence.trim()}`);
  }
  return faults;
}

/** Every fault with its text, so that one run shows all of them. */
function faultsIn(texts: Iterable<readonly [where: string, text: string]>): string[] {
  return [...texts].flatMap(([where, text]) =>
    faultsOf(text).map((fault) => `${where}: ${fault} in ${JSON.stringify(text)}`),
  );
}

function sentencesOf(words: Words): string[] {
  if (typeof words === 'string') return [words];
  return [words.question, words.yes, words.no, words.lacks ?? '', unmetText(words)];
}

describe('the words of runtimes', async () => {
  const runtimes = (await loadProjects()).flatMap((project): readonly RuntimeInfo[] => project.runtimes);

  it.each(runtimes.map((runtime) => [runtime.id, runtime] as const))('of %s are plain', (id, { words, emulates }) => {
    const texts = Object.entries(words).flatMap(([code, one]) =>
      sentencesOf(one).map((text) => [`${id} ${code}`, text] as const),
    );
    expect(faultsIn([...texts, [`${id} emulates`, emulates]])).toEqual([]);
  });

  it('have a statement for every question that is answered with no', () => {
    const open = runtimes.flatMap(({ id, words }) =>
      Object.entries(words).flatMap(([code, one]) =>
        typeof one === 'object' && unmetText(one).endsWith('?') ? [`${id} ${code}`] : [],
      ),
    );
    expect(open).toEqual([]);
  });

  it('of agent systems are plain', () => {
    const texts = systems.flatMap(({ id, words, families, providers, mistakes }) =>
      [
        words.halted,
        words.misfit,
        words.stray,
        words.providers,
        mistakes?.words ?? '',
        ...families.map(({ lesson }) => lesson),
        ...[...providers.values()].map(({ note }) => note),
      ].map((text) => [id, text] as const),
    );
    expect(faultsIn(texts)).toEqual([]);
  });
});

it('what is told of formats is plain', () => {
  const texts = formatList.flatMap(({ id, failures = [] }) => failures.map(({ text }) => [id, text] as const));
  expect(faultsIn(texts)).toEqual([]);
});

it('what is told of famous failures is plain', () => {
  const texts = failures.flatMap(({ id, title, happens, helps, documented }) =>
    [title, happens, helps, documented].map((text) => [id, text] as const),
  );
  expect(faultsIn([...texts, ...failureKinds.map(({ id, label }) => [id, label] as const)])).toEqual([]);
});

const root = new URL('../', import.meta.url);

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|svelte)$/.test(name))
    .map((name) => `${folder}${name}`);
}

/** Files of the core, and tables of words of the page, whose texts in quotes are what users read. */
const wordFiles = [
  ...['catalogue', 'diagnose', 'document', 'loop', 'prompt', 'stream', 'tools', 'trace', 'ways-out'].flatMap((folder) =>
    filesIn(`src/core/${folder}/`),
  ),
  ...['src/ui/', 'src/state/'].flatMap(filesIn).filter((name) => name.endsWith('-words.ts')),
  'src/core/runtimes/own/custom-format.ts',
  'src/worker/read-types.ts',
];

/** The texts in quotes that have at least two words, with `${…}` for what is filled in. */
function textsIn(file: string): (readonly [string, string])[] {
  const source = ts.createSourceFile(file, readFileSync(new URL(file, root), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: (readonly [string, string])[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && /\p{L}{2,} \S*\p{L}{2,}/u.test(text)) found.push([file, text]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `\${…}${literal.text}`).join('');
}

it.each(wordFiles)('the texts of %s are plain', (file) => {
  expect(faultsIn(textsIn(file))).toEqual([]);
});

/** "after", not "behind"; "is", not "stands"; "on its own", not "by itself": everywhere, in comments and titles as well. */
const ruledOut =
  /\bbehind\b|\bstands?\b(?! for\b)|\bfor good\b|\bby (?:itself|themselves)\b|\bhand(?:s|ed)? (?:(?:it|them|that) )?on\b|\bnot to be had\b|\bnot said\b|\bminded\b/iu;

/** Folders whose comments are read as well as their texts; those of the page are in the words of its views. */
const readable = ['core', 'offline', 'permalink', 'sources', 'worker'].flatMap((folder) => filesIn(`src/${folder}/`));
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

it.each([...readable, ...documents])('no line of %s reads like a translation', (file) => {
  expect(linesOf(file).filter((line) => ruledOut.test(line))).toEqual([]);
});

it('no title of a test reads like a translation', () => {
  const titles = filesIn('tests/').flatMap((file) =>
    linesOf(file).filter((line) => /^\s*(?:it|test|describe)\b[^'"`]*['"`]/u.test(line) && ruledOut.test(line)),
  );
  expect(titles).toEqual([]);
});

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, root), 'utf8').split('\n');
}
