import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/**
 * A room is a folder below src with one door, or a file of its own. `*` stands for one name: each such folder is a room. The
 * first row that fits a file is its row. Inside of a room files import as they like, unless it has `parts`. From outside a room
 * may be entered only by the rooms whose row lists it, and in the core only through a door.
 */
interface Room {
  readonly room: string;
  /** The rooms that it may enter. */
  readonly may: readonly string[];
  /** The files that others may import; every file where absent. */
  readonly doors?: readonly string[];
  /** The files that others may import by `import()` or for their types, never statically. */
  readonly lazy?: readonly string[];
  /** Who may import what inside, by patterns of files: `kit/**`, `*` for the files right in it. The first that fits counts. */
  readonly parts?: readonly (readonly [files: string, may: readonly string[]])[];
  /** npm packages by the exact door we use: `zod` itself would triple the size of `zod/mini`. A trailing `/` allows sub-paths. */
  readonly packages?: readonly string[];
  /** Packages of which only types, which vanish in the build, may be imported. */
  readonly types?: readonly string[];
  /** Packages of which only the address of a file (`?url`, `?worker&url`) may be imported. */
  readonly addresses?: readonly string[];
}

const svelte = ['svelte', 'svelte/'];
const monaco = ['monaco-editor', 'monaco-editor/'];
const door = ['index.ts'];

// The floors of the core from below.
const text = ['core/text/document', 'core/text/json', 'core/text/languages'];
const ground = [...text, 'core/trace', 'core/tools'];
const running = [...ground, 'core/engines/runtime.ts', 'core/engines/kit'];
const asking = [...running, 'core/formats', 'core/agents', 'core/log', 'core/reader'];
const page = [
  'core/index.ts',
  'data/failures',
  'data/examples',
  'data/lessons',
  'app/permalink',
  'app/worker',
  'app/page',
];
const parts = [...page, 'app/sources', 'app/export', 'app/editor', 'app/panes', 'app/kit'];
const shared = [
  ...parts,
  'app/context.ts',
  'app/apply-edit.ts',
  'app/reveal.ts',
  'app/show-where.svelte.ts',
  'app/VerdictLine.svelte',
];

const rooms: readonly Room[] = [
  // Data: what is written down, with its types. It knows nobody.
  { room: 'data/html', may: [] },
  { room: 'data/coercion', may: [] },
  { room: 'data/own-templates', may: [], lazy: door },
  { room: 'data/written-case.ts', may: [] },
  { room: 'data/failures', may: ['data/written-case.ts'] },
  { room: 'data/examples', may: ['data/written-case.ts'] },
  // The exam asks about famous failures.
  { room: 'data/lessons', may: ['data/written-case.ts', 'data/failures'] },

  // The core: pure, no package, no way out.
  { room: 'core/text/document', may: [], doors: door },
  { room: 'core/text/json', may: ['core/text/document'], doors: door },
  { room: 'core/text/languages', may: [...text, 'data/html'], doors: door },
  { room: 'core/trace', may: text, doors: door },
  { room: 'core/tools', may: [...text, 'core/trace'], doors: door },
  { room: 'core/jinja', may: text, doors: door },
  {
    room: 'core/formats',
    may: ground,
    doors: door,
    parts: [
      ['index.ts', ['**']],
      ['list.ts', ['format.ts', 'kit/read/opener.ts', '*']],
      // What mends asks the pass where it is.
      ['kit/mend/**', ['kit/**', 'pass/**']],
      ['kit/**', ['kit/**']],
      ['format.ts', ['kit/**']],
      ['pass/**', ['format.ts', 'list.ts', 'kit/**', 'pass/**', 'shown/index.ts']],
      // Whether markup is shown depends on what the pass has read before it.
      ['shown/**', ['format.ts', 'kit/**', 'pass/pass-context.ts', 'pass/marker-table.ts', 'shown/**']],
      // A format never imports a format.
      ['*', ['format.ts', 'kit/**']],
    ],
  },
  { room: 'core/engines/runtime.ts', may: ground },
  { room: 'core/engines/kit', may: running, doors: door },
  // An older release shares with its project what did not change; another project's files it never sees.
  { room: 'core/engines/frozen/*', may: [...running, 'core/engines/*'], doors: door },
  // An engine never imports an engine of another project, and never a reader of formats: readers are lenient, engines are exact.
  { room: 'core/engines/*', may: running, doors: door },
  {
    room: 'core/agents',
    may: [...running, 'core/formats'],
    doors: door,
    parts: [
      ['index.ts', ['**']],
      ['systems.ts', ['**']],
      ['kit/**', ['kit/**']],
      ['agent-system.ts', ['kit/**']],
      ['exathena/**', ['kit/**', 'agent-system.ts', 'exathena/**']],
      ['chatcli/**', ['kit/**', 'agent-system.ts', 'chatcli/**']],
      // Knows the list of agent systems, and none of them.
      ['loop/**', ['kit/**', 'agent-system.ts', 'systems.ts', 'loop/**']],
      ['**', ['kit/**', 'agent-system.ts', 'systems.ts', 'exathena/**', 'prompt/**', 'requests/**']],
    ],
  },
  // Logs of providers, which know no runtime.
  { room: 'core/log', may: ground, doors: door },
  // Where runtimes and formats meet. THE list of runtimes loads engines.
  { room: 'core/reader', may: [...asking, 'core/engines/*', 'core/engines/frozen/*'], doors: door },
  { room: 'core/diagnose', may: [...asking, 'core/catalogue'], doors: door },
  // What a paste proves about a server needs readers and diagnoses; to say what it is needs neither, and comes with the page.
  {
    room: 'core/recognise/evidence',
    may: [...asking, 'core/catalogue', 'core/diagnose', 'core/recognise'],
    doors: door,
    parts: [
      ['index.ts', ['**']],
      // Words are made of what was found, and find nothing.
      ['words/**', ['words/**', 'evidence.ts', 'engine-among.ts']],
      ['said/**', ['said/**', 'evidence.ts']],
      ['writers/**', ['writers/**', 'values.ts', 'evidence.ts']],
      ['**', ['**']],
    ],
  },
  { room: 'core/recognise', may: [...ground, 'core/log'], doors: door },
  { room: 'core/catalogue', may: [...asking, 'data/coercion'], doors: door },
  // What unpacks and what reads a log computes and asks nobody; `fzstd` is handed in by whoever loads it.
  {
    room: 'core/batch',
    may: [...asking, 'core/catalogue', 'core/diagnose', 'core/recognise'],
    doors: door,
    packages: ['fflate'],
    parts: [
      ['index.ts', ['**']],
      ['reply.ts', []],
      ['values.ts', []],
      // A shape says what a record holds, and knows nothing of files; what reads files knows no runtime.
      ['shapes/**', ['reply.ts', 'values.ts', 'shapes/**']],
      ['read/**', ['reply.ts', 'values.ts', 'shapes/**', 'read/**']],
      ['**', ['**']],
    ],
  },
  { room: 'core/experiment', may: [...asking, 'core/diagnose', 'core/batch'], doors: door },
  { room: 'core/ways-out', may: [...asking, 'core/catalogue', 'core/diagnose'], doors: door },
  {
    room: 'core/templates',
    may: [...asking, 'core/jinja', 'core/catalogue', 'data/own-templates'],
    doors: ['load.ts', 'questions.ts'],
    lazy: door,
    parts: [
      // Reading templates from files brings no engine along.
      ['sources/**', ['sources/**']],
      ['**', ['**']],
    ],
  },
  // A question is asked of engines and of the engine of templates; what a lesson is, the data say.
  {
    room: 'core/lessons',
    may: [...asking, 'core/catalogue', 'core/diagnose', 'core/templates', 'data/lessons', 'data/written-case.ts'],
    doors: door,
  },
  {
    room: 'core/index.ts',
    may: [
      ...asking,
      'core/jinja',
      'core/diagnose',
      'core/recognise',
      'core/recognise/evidence',
      'core/catalogue',
      'core/ways-out',
      'core/batch',
      'core/experiment',
      'core/lessons',
      'core/templates',
    ],
  },

  // The page: app/views -> app/page -> app/{sources, permalink, worker} -> core, which has one door.
  { room: 'trusted-types.ts', may: [], types: monaco, addresses: monaco },
  { room: 'app/message-of.ts', may: [] },
  {
    room: 'app/worker',
    may: ['core/index.ts', 'app/message-of.ts', 'trusted-types.ts'],
    packages: [
      'zod/mini',
      '@hyperjump/json-schema/',
      '@hyperjump/browser',
      'typebox',
      '@lezer/python',
      '@lezer/javascript',
      'yaml',
      'gpt-tokenizer/encoding/o200k_base',
      'fzstd',
    ],
    types: ['@lezer/common'],
  },
  // The only module that runs llama.cpp.
  {
    room: 'app/sources/wllama.worker.ts',
    may: ['app/sources', 'app/message-of.ts'],
    packages: ['@wllama/wllama/esm/index.js'],
    addresses: ['@wllama/wllama/'],
  },
  // The only module that runs WebLLM, and what serves the page there, which knows its types.
  {
    room: 'app/sources/webllm/webllm.worker.ts',
    may: ['app/sources', 'app/sources/webllm/serve.ts'],
    packages: ['@mlc-ai/web-llm'],
  },
  {
    room: 'app/sources/webllm/serve.ts',
    may: ['core/index.ts', 'app/sources', 'app/message-of.ts'],
    types: ['@mlc-ai/web-llm'],
  },
  {
    room: 'app/sources',
    may: [
      'core/index.ts',
      'app/message-of.ts',
      'app/sources/wllama.worker.ts',
      'app/sources/webllm/webllm.worker.ts',
      'trusted-types.ts',
    ],
    packages: ['zod/mini'],
  },
  { room: 'app/permalink', may: ['core/index.ts'], packages: ['zod/mini', 'fflate'] },
  // The service worker runs apart from the page; only what registers it may speak to the session.
  { room: 'app/offline/register.ts', may: ['app/page', 'trusted-types.ts'] },
  { room: 'app/offline', may: ['app/offline/register.ts'] },
  // Runs parser files of Python: the one worker that has Python, and all that asks it.
  {
    room: 'app/parser-file/parser-file.worker.ts',
    may: ['app/parser-file', 'app/message-of.ts'],
    packages: ['pyodide'],
  },
  {
    room: 'app/parser-file',
    may: ['app/message-of.ts', 'trusted-types.ts', 'app/parser-file/parser-file.worker.ts'],
    types: ['pyodide'],
    packages: ['fflate'],
  },
  // What lives as long as the page.
  {
    room: 'app/page',
    may: ['core/index.ts', 'data/failures', 'data/examples', 'app/permalink', 'app/worker', 'app/sources', 'app/kit'],
    packages: [...svelte, 'zod/mini'],
  },
  { room: 'app/export', may: page, packages: [...svelte, 'zod/mini'] },
  // The building blocks of the interface know nothing of this application.
  { room: 'app/kit', may: [], packages: svelte },
  // The only module that runs Monaco.
  { room: 'app/editor/monaco.ts', may: [...parts, 'app/context.ts'], packages: monaco, lazy: ['monaco.ts'] },
  {
    room: 'app/editor',
    may: [...parts, 'app/context.ts', 'app/editor/monaco.ts'],
    packages: svelte,
    types: monaco,
  },
  { room: 'app/panes', may: [...parts, 'app/context.ts'], packages: svelte },
  // Made of the fixtures by the build, and fetched with the first page of a format.
  {
    room: 'app/views/formats/FormatPageView.svelte',
    may: [...shared, 'app/views'],
    packages: [...svelte, 'virtual:format-fixtures'],
  },
  // Texts on which a parser and its emulation are compared.
  {
    room: 'app/views/parser/test-texts.ts',
    may: [...parts, 'app/views'],
    packages: ['virtual:format-fixtures', 'virtual:golden-texts/'],
  },
  {
    room: 'app/views',
    may: [
      ...shared,
      'app/parser-file',
      'app/views/formats/FormatPageView.svelte',
      'app/views/parser/test-texts.ts',
      'app/message-of.ts',
      // The list of views, which one leads to by its id.
      'app/views.ts',
      // An embed has no frame around it.
      'app/page.css',
    ],
    packages: svelte,
  },
  { room: 'app/context.ts', may: parts, packages: svelte },
  // What views share with the page around them.
  { room: 'app/apply-edit.ts', may: shared },
  { room: 'app/page.css', may: [] },
  { room: 'app/reveal.ts', may: shared },
  { room: 'app/show-where.svelte.ts', may: shared },
  { room: 'app/VerdictLine.svelte', may: shared, packages: svelte },
  { room: 'app/views.ts', may: ['app/page', 'app/view-code.ts'] },
  // It holds the code of no view: `import()` fetches that.
  { room: 'app/view-code.ts', may: ['app/page', 'app/views'], packages: svelte },
  // The frame around the views, into which nobody looks.
  { room: 'app', may: [...shared, 'app/views', 'app/views.ts', 'app/page.css'], packages: svelte },
  {
    room: 'main.ts',
    may: [...parts, 'app/offline/register.ts', 'app/views', 'app/context.ts', 'app', 'trusted-types.ts'],
    packages: [...svelte, 'zod/mini'],
  },
];

type ImportKind = 'static' | 'lazy' | 'type' | 'address';

interface Import {
  readonly specifier: string;
  readonly kind: ImportKind;
}

function found(specifier: string | undefined, kind: Exclude<ImportKind, 'address'>): Import {
  if (specifier === undefined) return { specifier: '(computed)', kind };
  return { specifier, kind: /\?(.*&)?url\b/.test(specifier) ? 'address' : kind };
}

function importsOfTypeScript(source: string): Import[] {
  const imports: Import[] = [];
  const text = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : undefined);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      imports.push(found(text(node.moduleSpecifier), isType ? 'type' : 'static'));
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      imports.push(found(text(node.moduleSpecifier), node.isTypeOnly ? 'type' : 'static'));
    } else if (ts.isImportTypeNode(node)) {
      imports.push(found(ts.isLiteralTypeNode(node.argument) ? text(node.argument.literal) : undefined, 'type'));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      imports.push(found(text(node.arguments[0]), 'lazy'));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest));
  return imports;
}

interface ComponentNode {
  readonly type?: unknown;
  readonly source?: { readonly value?: unknown } | null;
  readonly importKind?: unknown;
  readonly exportKind?: unknown;
}

interface Module {
  readonly imports: readonly Import[];
  /** How many times `{@html}` comes in it. */
  readonly rawHtml: number;
}

/** Reads the whole component, because an expression in the markup can import as well. */
function readComponent(source: string): Module {
  const imports: Import[] = [];
  let rawHtml = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node: ComponentNode = value;
    const specifier = typeof node.source?.value === 'string' ? node.source.value : undefined;
    const isType = node.importKind === 'type' || node.exportKind === 'type';
    if (node.type === 'ImportExpression') imports.push(found(specifier, 'lazy'));
    else if (specifier !== undefined) imports.push(found(specifier, isType ? 'type' : 'static'));
    else if (node.type === 'HtmlTag') rawHtml += 1;
    Object.values(value).forEach(visit);
  };
  visit(parse(source, { modern: true }));
  return { imports, rawHtml };
}

/** The room of a path below src: its row, and its own folder or file, which for a row with `*` is one of several. */
interface Place {
  readonly row: Room;
  readonly at: string;
}

function placeOf(path: string): Place | undefined {
  for (const row of rooms) {
    const names = row.room.split('/');
    const own = path.split('/');
    if (names.every((name, index) => (name === '*' ? index < own.length - 1 : name === own[index])))
      return { row, at: own.slice(0, names.length).join('/') };
  }
  return undefined;
}

/** `**` covers everything, `kit/**` a folder, `*` the files right in the room. */
function covers(pattern: string, inside: string): boolean {
  if (pattern === '*') return !inside.includes('/');
  return pattern.endsWith('**') ? inside.startsWith(pattern.slice(0, -2)) : inside === pattern;
}

function allowsPackage(list: readonly string[] | undefined, name: string): boolean {
  return list?.some((entry) => (entry.endsWith('/') ? name.startsWith(entry) : name === entry)) ?? false;
}

/** Why a file of a room may not import another of the same room, or undefined. */
function refusalInside({ row, at }: Place, file: string, target: string): string | undefined {
  const inside = (path: string): string => path.slice(at.length + 1);
  const rule = row.parts?.find(([files]) => covers(files, inside(file)));
  if (rule === undefined || file === target) return undefined;
  const [files, may] = rule;
  const part = row.parts?.find(([other]) => covers(other, inside(target)))?.[0] ?? '**';
  // `*` is the part of that name: an exact file right in the room has a part of its own.
  if (may.some((one) => (one === '*' ? part === '*' : covers(one, inside(target))))) return undefined;
  return `${at}/${files} may not import from ${at}/${part}`;
}

/** Why this import is refused, or undefined. Paths are relative to src. */
function refusal(file: string, place: Place, { specifier, kind }: Import): string | undefined {
  const { row, at } = place;
  const [address = ''] = specifier.split('?');
  if (!address.startsWith('.')) {
    if (allowsPackage(row.packages, address)) return undefined;
    if (kind === 'type' && allowsPackage(row.types, address)) return undefined;
    if (kind === 'address' && allowsPackage(row.addresses, address)) return undefined;
    return `${row.room} may not use this package`;
  }
  const target = posix.join(posix.dirname(file), address);
  if (target.startsWith('..')) return 'it leads out of src';
  if (posix.extname(target) === '') return 'a relative import names its extension';
  const other = placeOf(target);
  if (other === undefined) return `no row of the table covers src/${target}`;
  if (other.at === at) return refusalInside(place, file, target);
  const isOwnRelease = row.room === 'core/engines/frozen/*' && other.row.room === 'core/engines/*';
  if (!row.may.includes(other.row.room)) return `${at} may not import from ${other.at}`;
  if (isOwnRelease)
    return posix.basename(at).startsWith(`${posix.basename(other.at)}-`)
      ? undefined
      : `${at} may not import from ${other.at}`;
  const inside = target === other.at ? posix.basename(target) : target.slice(other.at.length + 1);
  const { doors, lazy = [] } = other.row;
  if (kind !== 'static' && lazy.includes(inside)) return undefined;
  if (lazy.includes(inside)) return `src/${target} is loaded on demand, by import()`;
  if (doors !== undefined && !doors.includes(inside)) return `${other.at} is entered through ${doors.join(' and ')}`;
  return undefined;
}

function readModule(file: string, source: string): Module {
  return file.endsWith('.svelte') ? readComponent(source) : { imports: importsOfTypeScript(source), rawHtml: 0 };
}

function problemsOf(file: string, { imports, rawHtml }: Module): string[] {
  const place = placeOf(file);
  if (place === undefined) return [`src/${file} is covered by no row of the table in tests/boundaries.test.ts.`];
  const problems = imports.flatMap((one) => {
    const reason = refusal(file, place, one);
    return reason === undefined ? [] : [`src/${file} imports '${one.specifier}' (${one.kind}): ${reason}.`];
  });
  if (rawHtml > 0) problems.push(`src/${file} uses {@html}: what a model said is only ever text.`);
  return problems;
}

const src = new URL('../src/', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.d.ts'));
const modules = new Map(files.map((file) => [file, readModule(file, readFileSync(new URL(file, src), 'utf8'))]));

test('every import in src follows the arrows', () => {
  expect(files).toContain('main.ts');
  expect(Array.from(modules, ([file, module]) => problemsOf(file, module)).flat()).toEqual([]);
});

/** A way of imports that comes back to its first file, types and `import()` included; null where there is none. */
function cycleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const cycle = follow(next, [...way, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const cycle = follow(file, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

test('no arrow between rooms runs up: what is fetched by import() or runs in a worker is another matter', () => {
  const arrows = new Map<string, Set<string>>();
  // A file with a row of its own belongs to the room around it; the frame of the page is around everything.
  const roomOf = (path: string): string | undefined => {
    const at = placeOf(path)?.at;
    const around = at === path ? placeOf(`${posix.dirname(path)}/any.ts`)?.at : undefined;
    return around?.includes('/') === true ? around : at;
  };
  for (const [file, { imports }] of modules) {
    const from = roomOf(file) ?? file;
    const entered = arrows.get(from) ?? new Set<string>();
    arrows.set(from, entered);
    for (const { specifier, kind } of imports) {
      if (kind === 'lazy' || kind === 'address' || !specifier.startsWith('.')) continue;
      const to = roomOf(posix.join(posix.dirname(file), specifier));
      if (to !== undefined && to !== from) entered.add(to);
    }
  }
  expect(cycleIn(new Map(Array.from(arrows, ([from, entered]) => [from, [...entered]])))).toBeNull();
});

test('nothing in core, data and app imports itself on a detour', () => {
  const looked = Array.from(modules)
    .filter(([file]) => /^(core|data|app)\//.test(file))
    .map(([file, { imports }]) => {
      const targets = imports.map(({ specifier }) => posix.join(posix.dirname(file), specifier));
      return [file, targets] as const;
    });
  expect(looked.length).toBeGreaterThan(400);
  expect(cycleIn(new Map(looked))).toBeNull();
  expect(cycleIn(new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] })))).toEqual(['b', 'd', 'b']);
});

/** The folder of the README of a room: the kit of engines, data, and the rooms of a row with `*` are told of in the one above. */
function readmeFolder({ room }: Room): string | null {
  if (/\.\w+$/.test(room)) return null;
  return room
    .replace(/\/\*$/, '')
    .replace('core/engines/kit', 'core/engines')
    .replace(/^data\/.+/, 'data');
}

test('every room has a README, and a line in ARCHITECTURE.md', () => {
  const folders = new Set(rooms.flatMap((room) => readmeFolder(room) ?? []));
  const map = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  expect(folders.size).toBeGreaterThan(20);
  for (const folder of folders) {
    expect(existsSync(new URL(`${folder}/README.md`, src)), `add src/${folder}/README.md`).toBe(true);
    expect(map, 'add it to the rooms').toContain(`[${folder}](src/${folder}/README.md)`);
  }
});

describe('the check itself', () => {
  test.each([
    ['core/formats/kit/read/marker.ts', `import { span } from '../../../text/document/index.ts';`],
    ['core/formats/hermes.ts', `import { block } from './kit/read/block.ts';`],
    ['core/reader/own/auto.ts', `import { formats } from '../../formats/index.ts';`],
    ['core/agents/exathena/fence.ts', `import { read } from '../../engines/kit/index.ts';`],
    ['core/engines/frozen/vllm-2026-05/glm.ts', `import { read } from '../../vllm/kit/arg-tags.ts';`],
    ['core/formats/list.ts', `import { hermes } from './hermes.ts';`],
    ['core/templates/load.ts', `export const load = () => import('../../data/own-templates/index.ts');`],
    ['data/failures/vllm.ts', `import type { WrittenCase } from '../written-case.ts';`],
    ['core/reader/runtimes.ts', `export const load = () => import('../engines/vllm/index.ts');`],
    ['core/index.ts', `export type { Rendering } from './templates/index.ts';`],
    ['app/page/session.svelte.ts', `import { extract } from '../../core/index.ts';`],
    ['app/views/run/run.svelte.ts', `import { openSource } from '../../sources/index.ts';`],
    ['app/view-code.ts', `export const load = () => import('./views/loop/LoopView.svelte');`],
    ['app/permalink/codec.ts', `import { deflateSync } from 'fflate';`],
    ['app/permalink/schema.ts', `import * as z from 'zod/mini';`],
    ['trusted-types.ts', `import url from 'monaco-editor/editor/editor.worker?worker&url';`],
    ['app/editor/port.ts', `import type * as Monaco from 'monaco-editor';`],
    ['app/editor/port.ts', `export const load = () => import('./monaco.ts');`],
    ['app/editor/monaco.ts', `import 'monaco-editor/features/register.all';`],
    ['app/App.svelte', `<script lang="ts">import Tabs from './kit/Tabs.svelte';</script><Tabs />`],
  ])('lets %s say %s', (file, source) => {
    expect(problemsOf(file, readModule(file, source))).toEqual([]);
  });

  test.each([
    [
      'core/text/document/span.ts',
      `import { read } from '../json/index.ts';`,
      'core/text/document may not import from core/text/json',
    ],
    ['core/trace/trace.ts', `import { read } from '../text/json/strict.ts';`, 'entered through index.ts'],
    [
      'core/agents/exathena/raw.ts',
      `import { parse } from '../chatcli/objects.ts';`,
      'core/agents/exathena/** may not import from core/agents/chatcli/**',
    ],
    ['core/agents/loop/turn.ts', `import { chatcliSystem } from '../chatcli/system.ts';`, 'core/agents/chatcli/**'],
    ['core/agents/chatcli/history.ts', `import { scheduleTurn } from '../loop/turn.ts';`, 'core/agents/loop/**'],
    ['core/engines/vllm/hermes.ts', `import { jsonCalls } from '../../formats/index.ts';`, 'core/formats'],
    ['core/engines/vllm/hermes.ts', `import { a } from '../sglang/index.ts';`, 'core/engines/sglang'],
    ['core/engines/frozen/vllm-2026-05/glm.ts', `import { a } from '../../sglang/kit/a.ts';`, 'core/engines/sglang'],
    [
      'core/formats/hermes.ts',
      `import { a } from './mistral.ts';`,
      'core/formats/* may not import from core/formats/*',
    ],
    ['core/formats/hermes.ts', `export * from './index.ts';`, 'may not import from core/formats/index.ts'],
    [
      'core/formats/kit/read/marker.ts',
      `import type { P } from '../../../reader/index.ts';`,
      'may not import from core/reader',
    ],
    ['core/index.ts', `import { validate } from '@hyperjump/json-schema/draft-07';`, 'may not use this package'],
    ['core/index.ts', `import { render } from './templates/index.ts';`, 'loaded on demand'],
    ['core/index.ts', `import { session } from '../app/page/session.svelte.ts';`, 'may not import from app/page'],
    ['core/trace/trace.ts', `type T = import('../../app/views/run/run.ts').Run;`, 'may not import from app/views'],
    ['core/agents/prompt/join.ts', `import { readFileSync } from 'node:fs';`, 'may not use this package'],
    ['core/new/thing.ts', '', 'covered by no row'],
    ['data/new/thing.ts', '', 'covered by no row'],
    ['data/failures/vllm.ts', `import type { LinkState } from '../../app/permalink/state.ts';`, 'app/permalink'],
    ['data/failures/vllm.ts', `import { tools } from '../examples/pump-house.ts';`, 'data/examples'],
    ['core/templates/load.ts', `import { ownTemplates } from '../../data/own-templates/index.ts';`, 'loaded on demand'],
    ['app/page/a.svelte.ts', `import { span } from '../../core/text/document/index.ts';`, 'core/text/document'],
    ['app/export/a.ts', `import App from '../App.svelte';`, 'may not import from app'],
    ['app/permalink/codec.ts', `import { paste } from '../sources/paste.ts';`, 'may not import from app/sources'],
    ['app/permalink/schema.ts', `import * as z from 'zod';`, 'may not use this package'],
    ['app/permalink/schema.ts', `import { a } from './migrate';`, 'names its extension'],
    ['app/sources/paste.ts', `import a from '../../../tests/a.json';`, 'leads out of src'],
    ['app/sources/paste.ts', `const a = await import(name);`, "imports '(computed)' (lazy)"],
    ['trusted-types.ts', `import 'monaco-editor/editor';`, 'may not use this package'],
    ['app/editor/port.ts', `import { create } from './monaco.ts';`, 'loaded on demand'],
    ['app/editor/port.ts', `import { editor } from 'monaco-editor';`, 'may not use this package'],
    ['app/kit/Tabs.svelte', `<script>import { a } from '../page/a.ts';</script>`, 'may not import from app/page'],
    ['app/App.svelte', `<p>{@html said}</p>`, 'uses {@html}'],
  ])('refuses %s saying %s', (file, source, reason) => {
    expect(problemsOf(file, readModule(file, source))).toEqual([expect.stringContaining(reason)]);
  });

  test('a refusal names the file and the import', () => {
    const file = 'core/text/document/span.ts';
    expect(problemsOf(file, readModule(file, `import { mount } from 'svelte';`))).toEqual([
      "src/core/text/document/span.ts imports 'svelte' (static): core/text/document may not use this package.",
    ]);
  });
});
