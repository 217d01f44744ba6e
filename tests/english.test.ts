import { readdirSync, readFileSync } from 'node:fs';
import { parse, type AST } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { formatList } from '../src/core/formats/list.ts';
import { loadProjects, type RuntimeWithWords } from '../src/core/index.ts';
import { systems } from '../src/core/agents/systems.ts';
import { unmetText, type Words } from '../src/core/trace/words.ts';
import { failureKinds } from '../src/data/failures/failure.ts';
import { failures } from '../src/app/page/gallery/failures.ts';
import { lessonList } from '../src/data/lessons/index.ts';

// The words that users read, in plain English: short sentences, none of the phrases that read like a translation, and
// code in pairs of backquotes, as `src/app/kit/Sentence.svelte` shows it.

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

it('lessons are in plain words', async () => {
  const lessons = await Promise.all(lessonList.map(async ({ about, load }) => ({ about, ...(await load()) })));
  const texts = lessons.flatMap(({ about, lesson }) => [
    [lesson.id, about] as const,
    [lesson.id, lesson.title] as const,
    ...lesson.steps.flatMap(({ say, hints, after, ask }, index) =>
      [say, ...hints, after, ...('among' in ask ? ask.among.map(({ label }) => label) : [])].map(
        (text) => [`${lesson.id} step ${String(index + 1)}`, text] as const,
      ),
    ),
  ]);
  expect(faultsIn(texts)).toEqual([]);
});

describe('the words of runtimes', async () => {
  const runtimes = (await loadProjects()).flatMap((project): readonly RuntimeWithWords[] => project.runtimes);

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

function filesIn(folder: string, ending = /\.(?:ts|svelte)$/): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}${name}`);
}

/** Files whose texts in quotes, and between tags, are what users read. */
const wordFiles = [
  ...[
    'agents/loop',
    'agents/prompt',
    'agents/requests',
    'catalogue',
    'diagnose',
    'log',
    'reader/ask-all',
    'reader/stream',
    'text/document',
    'tools',
    'trace',
    'ways-out',
  ].flatMap((folder) => filesIn(`src/core/${folder}/`)),
  ...filesIn('src/app/'),
  ...filesIn('src/core/templates/faults/'),
  'src/core/templates/teaches.ts',
  'src/data/coercion/readers.ts',
  'src/core/reader/own/custom-format.ts',
].filter((name) => !/\/recipes\/|\/(?:vitest|exunit|pytest|engine-pytest|request-code|dictionary)\.ts$/.test(name));

/** The texts that have at least two words, with `${…}` for what is filled in. */
function textsIn(file: string): (readonly [string, string])[] {
  const source = readFileSync(new URL(file, root), 'utf8');
  const texts = file.endsWith('.svelte') ? textsOfComponent(source) : textsOfScript(source);
  return texts.filter((text) => /\p{L}{2,} \S*\p{L}{2,}/u.test(text)).map((text) => [file, text]);
}

function textsOfScript(script: string): string[] {
  const source = ts.createSourceFile('texts.ts', script, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What a component says: in its script, in its attributes and expressions, and between its tags. */
function textsOfComponent(source: string): string[] {
  const { fragment, instance, module } = parse(source, { modern: true });
  const textOfScript = [instance, module].flatMap((script) =>
    script ? textsOfScript(source.slice(...rangeOf(script.content))) : [],
  );
  const found: string[] = [];
  const visit = (nodes: AST.Fragment['nodes']): void => {
    let text = '';
    const end = (): void => {
      if (text.trim() !== '') found.push(text.replace(/\s+/g, ' ').trim());
      text = '';
    };
    for (const node of nodes) {
      if (node.type === 'Text') text += node.data;
      else if (node.type === 'ExpressionTag') {
        text += '${…}';
        found.push(...textsOfScript(source.slice(...rangeOf(node.expression))));
      } else if (node.type === 'RegularElement' && ['code', 'kbd', 'strong'].includes(node.name)) text += '`…`';
      else end();
      if ('attributes' in node) found.push(...node.attributes.flatMap((one) => textsOfAttribute(source, one)));
      for (const inner of fragmentsOf(node)) visit(inner.nodes);
    }
    end();
  };
  visit(fragment.nodes);
  return [...textOfScript, ...found];
}

type Attribute = AST.RegularElement['attributes'][number];

function textsOfAttribute(source: string, attribute: Attribute): string[] {
  if (attribute.type !== 'Attribute' || attribute.name === 'class' || attribute.value === true) return [];
  const parts = Array.isArray(attribute.value) ? attribute.value : [attribute.value];
  const whole = parts.map((part) => (part.type === 'Text' ? part.data : '${…}')).join('');
  const inner = parts.flatMap((part) =>
    part.type === 'Text' ? [] : textsOfScript(source.slice(...rangeOf(part.expression))),
  );
  return [whole, ...inner];
}

function rangeOf(node: object): [number, number] {
  const { start, end } = node as { start: number; end: number };
  return [start, end];
}

function fragmentsOf(node: AST.Fragment['nodes'][number]): AST.Fragment[] {
  return ['fragment', 'body', 'fallback', 'consequent', 'alternate', 'pending', 'then', 'catch'].flatMap((key) => {
    const inner = (node as unknown as Record<string, AST.Fragment | null | undefined>)[key];
    return inner?.type === 'Fragment' ? [inner] : [];
  });
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

/** Files whose comments are read as well as their texts. */
const readable = filesIn('src/');
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...['docs/', 'src/'].flatMap((folder) => filesIn(folder, /\.md$/)),
  ...['tests/fixtures/README.md', 'tests/conformance/golden/README.md'],
];

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
