import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

// A row is an exact file, `folder/*` (the files right in it) or `folder/**` (everything below it). The first row that
// fits a file is its row, so exact files come before their folder. An import is allowed when the row lists the row of
// what it imports: nothing is implied, not even a folder importing itself.
interface Row {
  readonly files: string;
  readonly may: readonly string[];
  /** Rows of which only types may be imported. */
  readonly mayTypes?: readonly string[];
  /** npm packages by the exact door we use: `zod` itself would triple the size of `zod/mini`. A trailing `/` allows sub-paths. */
  readonly packages?: readonly string[];
  /** Packages of which only types, which vanish in the build, may be imported. */
  readonly types?: readonly string[];
  /** Packages of which only the address of a file (`?url`, `?worker&url`) may be imported. */
  readonly addresses?: readonly string[];
  /** Loaded on demand: others may import it by `import()` or for its types, never statically. */
  readonly lazy?: true;
}

const svelte = ['svelte', 'svelte/'];
const monaco = ['monaco-editor', 'monaco-editor/'];
// The floors of the core from below; each may use those before it.
const text = ['core/document/**'];
const json = [...text, 'core/json/**'];
const floor = [...json, 'core/languages/**', 'core/json/dialects/**', 'core/trace/**', 'core/tools/**'];
const reading = [...floor, 'core/formats/kit/**'];
const formatsMay = [...reading, 'core/formats/format.ts'];
const interpreting = [...formatsMay, 'core/formats/index.ts', 'core/formats/pass/**'];
const running = [...floor, 'core/runtimes/runtime.ts', 'core/runtimes/kit/**'];
// What agent systems are, for those who are one and those who ask one.
const agents = [...running, 'core/runtimes/agent-system.ts'];
const whole = [
  ...interpreting,
  'core/document/response.ts',
  'core/runtimes/**',
  'core/runtimes/runtime.ts',
  'core/runtimes/agent-system.ts',
  'core/runtimes/kit/**',
  'core/runtimes/own/**',
  'core/runtimes/exathena/**',
  'core/runtimes/chatcli/**',
  'core/diagnose/**',
  'core/prompt/**',
  'core/loop/**',
  'core/stream/**',
  'core/stream/recording.ts',
  'core/stream/log/**',
];
const app = ['core/index.ts', 'state/**', 'data/failures/**', 'data/examples/**'];
const views = ['ui/**', 'ui/document/**', 'ui/formats/FormatPageView.svelte', 'ui/kit/**'];

const rows: readonly Row[] = [
  // Data: what is written down, with its types. It knows nobody; of others it may name the types.
  { files: 'data/html/**', may: [] },
  { files: 'data/coercion/**', may: [] },
  { files: 'data/own-templates/index.ts', may: ['data/own-templates/**'], lazy: true },
  { files: 'data/own-templates/**', may: ['data/own-templates/**'] },
  { files: 'data/failures/**', may: ['data/failures/**'], mayTypes: ['core/index.ts', 'permalink/**'] },
  { files: 'data/examples/**', may: ['data/examples/**'], mayTypes: ['core/index.ts', 'permalink/**'] },

  // core: pure, no package, no way out but to data that it reads; inside, diagnose -> runtimes -> formats -> trace, tools -> json, languages -> document
  // Reads the native part of a response, which is JSON: the one file of this folder that knows a syntax.
  { files: 'core/document/response.ts', may: json },
  { files: 'core/document/**', may: text },
  // The strict readers of other languages, which go by what that language does with numbers and text.
  { files: 'core/json/dialects/**', may: [...json, 'core/languages/**', 'core/json/dialects/**'] },
  { files: 'core/json/**', may: json },
  { files: 'core/languages/**', may: [...json, 'core/languages/**', 'data/html/**'] },
  { files: 'core/trace/**', may: [...json, 'core/document/response.ts', 'core/trace/**'] },
  { files: 'core/tools/**', may: floor },
  { files: 'core/formats/kit/**', may: reading },
  // What every format is; no format itself.
  { files: 'core/formats/format.ts', may: reading },
  { files: 'core/formats/index.ts', may: [...formatsMay, 'core/formats/*'] },
  {
    files: 'core/formats/pass/**',
    may: [...formatsMay, 'core/document/response.ts', 'core/formats/pass/**', 'core/formats/index.ts'],
  },
  // A format never imports a format: the row does not list itself.
  { files: 'core/formats/*', may: formatsMay },
  { files: 'core/runtimes/runtime.ts', may: [...floor, 'core/document/response.ts'] },
  { files: 'core/runtimes/agent-system.ts', may: running },
  { files: 'core/runtimes/layered.ts', may: [...floor, 'core/document/response.ts'] },
  { files: 'core/runtimes/kit/**', may: running },
  // Ours are lenient and read by the formats; engines and agent systems are exact and never do.
  {
    files: 'core/runtimes/own/**',
    may: [...running, ...interpreting, 'core/document/response.ts', 'core/runtimes/own/**'],
  },
  // A runtime never imports a runtime of another project.
  { files: 'core/runtimes/exathena/**', may: [...agents, 'core/document/response.ts', 'core/runtimes/exathena/**'] },
  { files: 'core/runtimes/chatcli/**', may: [...agents, 'core/document/response.ts', 'core/runtimes/chatcli/**'] },
  { files: 'core/runtimes/vllm/**', may: [...running, 'core/runtimes/vllm/**'] },
  { files: 'core/runtimes/sglang/**', may: [...running, 'core/document/response.ts', 'core/runtimes/sglang/**'] },
  { files: 'core/runtimes/llamacpp/**', may: [...running, 'core/document/response.ts', 'core/runtimes/llamacpp/**'] },
  { files: 'core/runtimes/webllm/**', may: [...running, 'core/runtimes/webllm/**'] },
  // App layers: three folders, one project.
  { files: 'core/runtimes/langchain/**', may: [...running, 'core/runtimes/langchain/**'] },
  { files: 'core/runtimes/openai/**', may: [...running, 'core/runtimes/openai/**'] },
  { files: 'core/runtimes/ai/**', may: [...running, 'core/runtimes/ai/**'] },
  { files: 'core/runtimes/ai-sdk/**', may: [...running, 'core/runtimes/ai-sdk/**'] },
  { files: 'core/runtimes/ollama/**', may: [...running, 'core/runtimes/ollama/**'] },
  {
    files: 'core/runtimes/**',
    may: [
      ...agents,
      'core/runtimes/own/**',
      'core/runtimes/exathena/**',
      'core/runtimes/chatcli/**',
      'core/runtimes/vllm/**',
      'core/runtimes/sglang/**',
      'core/runtimes/llamacpp/**',
      'core/runtimes/webllm/**',
      'core/runtimes/langchain/**',
      'core/runtimes/openai/**',
      'core/runtimes/ai/**',
      'core/runtimes/ai-sdk/**',
      'core/runtimes/ollama/**',
    ],
  },
  // Asks runtimes again, knows their codes, and looks at texts as the readers of formats do.
  {
    files: 'core/diagnose/**',
    may: [
      ...interpreting,
      ...running,
      'core/runtimes/**',
      'core/runtimes/exathena/**',
      'core/runtimes/chatcli/**',
      'core/extract.ts',
      'core/stream/**',
      'core/stream/recording.ts',
      'core/diagnose/**',
    ],
  },
  {
    files: 'core/prompt/**',
    may: [...interpreting, ...agents, 'core/runtimes/**', 'core/runtimes/exathena/**', 'core/prompt/**'],
  },
  // Knows the list of agent systems, and none of them.
  { files: 'core/loop/**', may: [...floor, ...agents, 'core/runtimes/**', 'core/loop/**'] },
  // What is known of all formats, found out by reading their examples.
  {
    files: 'core/catalogue/**',
    may: [
      ...interpreting,
      ...running,
      'core/runtimes/**',
      'core/stream/**',
      'core/catalogue/**',
      'core/extract.ts',
      'data/coercion/**',
    ],
  },
  // What would make a reply give the calls that were meant: asks all of the others.
  {
    files: 'core/ways-out/**',
    may: [
      ...interpreting,
      ...running,
      'core/runtimes/**',
      'core/catalogue/**',
      'core/diagnose/**',
      'core/prompt/**',
      'core/extract.ts',
      'core/ways-out/**',
    ],
  },
  {
    files: 'core/templates/load.ts',
    may: [
      'core/templates/index.ts',
      'core/templates/faults/index.ts',
      'core/templates/teaches.ts',
      'core/templates/dialects/index.ts',
      'core/templates/sources/index.ts',
      'data/own-templates/index.ts',
    ],
  },
  // Reading templates from files: a door that brings no engine along.
  { files: 'core/templates/sources/index.ts', may: ['core/templates/sources/**'], lazy: true },
  { files: 'core/templates/sources/**', may: [...floor, 'core/templates/sources/**'] },
  // Chat templates: what Jinja2 makes of a conversation. Only the doors are imported, and only when somebody asks for them.
  { files: 'core/templates/index.ts', may: [...floor, 'core/templates/**'], lazy: true },
  // Reads back what a template writes.
  {
    files: 'core/templates/teaches.ts',
    may: [
      ...interpreting,
      'core/catalogue/**',
      'core/extract.ts',
      'core/templates/**',
      'core/templates/faults/**',
      'core/templates/taught.ts',
    ],
    lazy: true,
  },
  { files: 'core/templates/taught.ts', may: [...floor, 'core/formats/index.ts', 'core/templates/**'] },
  {
    files: 'core/templates/faults/index.ts',
    may: [...floor, 'core/templates/**', 'core/templates/faults/**'],
    lazy: true,
  },
  // Knows how models mark what they think.
  {
    files: 'core/templates/faults/**',
    may: [...floor, 'core/formats/kit/**', 'core/templates/**', 'core/templates/faults/**'],
  },
  { files: 'core/templates/dialects/index.ts', may: [...floor, 'core/templates/**'], lazy: true },
  { files: 'core/templates/**', may: [...floor, 'core/templates/**'] },
  // The list of provider families; a family never imports a family.
  { files: 'core/stream/log/families/index.ts', may: ['core/stream/log/families/*'] },
  { files: 'core/stream/log/families/*', may: [...floor, 'core/stream/log/families/*', 'core/stream/log/**'] },
  // Logs of providers, which know no runtime.
  {
    files: 'core/stream/log/**',
    may: [
      ...floor,
      'core/stream/log/**',
      'core/stream/log/families/*',
      'core/stream/log/families/index.ts',
      'core/stream/recording.ts',
    ],
  },
  { files: 'core/stream/recording.ts', may: floor },
  // What a pasted text is: knows the shapes of providers and the words of engines, and no runtime.
  {
    files: 'core/recognise/**',
    may: [...floor, 'core/stream/log/**', 'core/stream/recording.ts', 'core/recognise/**'],
  },
  // Runs a runtime along with a stream.
  {
    files: 'core/stream/**',
    may: [
      ...running,
      'core/document/response.ts',
      'core/runtimes/**',
      'core/extract.ts',
      'core/stream/**',
      'core/stream/recording.ts',
    ],
  },
  // Puts the floors together; extract.ts is where the runtimes and their formats meet.
  { files: 'core/extract.ts', may: whole },
  {
    files: 'core/index.ts',
    may: [
      ...whole,
      'core/recognise/**',
      'core/extract.ts',
      'core/runtimes/layered.ts',
      'core/catalogue/**',
      'core/ways-out/**',
      'core/templates/load.ts',
      'core/templates/index.ts',
      'core/templates/faults/index.ts',
      'core/templates/sources/index.ts',
      'core/templates/teaches.ts',
      'core/templates/dialects/index.ts',
      'core/templates/**',
      'core/templates/faults/**',
      'core/templates/taught.ts',
    ],
  },

  // The layers around it: ui -> state -> sources, permalink, worker -> core, and into the core by its one door only.
  { files: 'trusted-types.ts', may: [], types: monaco, addresses: monaco },
  {
    files: 'worker/**',
    may: ['core/index.ts', 'worker/**', 'trusted-types.ts'],
    packages: [
      'zod/mini',
      '@hyperjump/json-schema/',
      '@hyperjump/browser',
      'typebox',
      'gpt-tokenizer/encoding/o200k_base',
    ],
  },
  // The only module that runs llama.cpp.
  {
    files: 'sources/wllama.worker.ts',
    may: ['sources/**'],
    packages: ['@wllama/wllama/esm/index.js'],
    addresses: ['@wllama/wllama/'],
  },
  // The only module that runs WebLLM, and what serves the page there, which knows its types.
  {
    files: 'sources/webllm/webllm.worker.ts',
    may: ['sources/**', 'sources/webllm/serve.ts'],
    packages: ['@mlc-ai/web-llm'],
  },
  { files: 'sources/webllm/serve.ts', may: ['core/index.ts', 'sources/**'], types: ['@mlc-ai/web-llm'] },
  {
    files: 'sources/**',
    may: [
      'core/index.ts',
      'sources/**',
      'sources/wllama.worker.ts',
      'sources/webllm/webllm.worker.ts',
      'trusted-types.ts',
    ],
    packages: ['zod/mini'],
  },
  { files: 'permalink/**', may: ['core/index.ts', 'permalink/**'], packages: ['zod/mini', 'fflate'] },
  {
    files: 'state/**',
    may: [...app, 'sources/**', 'permalink/**', 'worker/**'],
    packages: [...svelte, 'zod/mini'],
  },
  // The service worker runs apart from the page; only what registers it may speak to the session.
  { files: 'offline/register.ts', may: ['state/**', 'trusted-types.ts'] },
  { files: 'offline/**', may: ['offline/**', 'offline/register.ts'] },
  // The building blocks of the interface know nothing of this application.
  { files: 'ui/kit/**', may: ['ui/kit/**'], packages: svelte },
  // The only module that runs Monaco.
  { files: 'ui/document/monaco.ts', may: [...app, ...views], packages: monaco, lazy: true },
  { files: 'ui/document/**', may: [...app, ...views, 'ui/document/monaco.ts'], packages: svelte, types: monaco },
  // Made of the fixtures by the build, and fetched with the first page of a format.
  {
    files: 'ui/formats/FormatPageView.svelte',
    may: [...app, ...views],
    packages: [...svelte, 'virtual:format-fixtures'],
  },
  { files: 'ui/**', may: [...app, ...views], packages: svelte },
  {
    files: 'main.ts',
    may: [...app, ...views, 'sources/**', 'permalink/**', 'worker/**', 'offline/register.ts', 'trusted-types.ts'],
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

function covers({ files }: Row, path: string): boolean {
  if (files.endsWith('/**')) return path.startsWith(files.slice(0, -2));
  if (files.endsWith('/*')) return posix.dirname(path) === files.slice(0, -2);
  return path === files;
}

const rowOf = (path: string): Row | undefined => rows.find((row) => covers(row, path));

function allowsPackage(list: readonly string[] | undefined, name: string): boolean {
  return list?.some((entry) => (entry.endsWith('/') ? name.startsWith(entry) : name === entry)) ?? false;
}

/** Why this import is refused, or undefined. Paths are relative to src. */
function refusal(file: string, row: Row, { specifier, kind }: Import): string | undefined {
  const [address = ''] = specifier.split('?');
  if (!address.startsWith('.')) {
    if (allowsPackage(row.packages, address)) return undefined;
    if (kind === 'type' && allowsPackage(row.types, address)) return undefined;
    if (kind === 'address' && allowsPackage(row.addresses, address)) return undefined;
    return `${row.files} may not use this package`;
  }
  const target = posix.join(posix.dirname(file), address);
  if (target.startsWith('..')) return 'it leads out of src';
  if (posix.extname(target) === '') return 'a relative import names its extension';
  const targetRow = rowOf(target);
  if (targetRow === undefined) return `no row of the table covers src/${target}`;
  const isAllowed = row.may.includes(targetRow.files) || (kind === 'type' && row.mayTypes?.includes(targetRow.files));
  if (isAllowed !== true) return `${row.files} may not import from ${targetRow.files}`;
  if (targetRow.lazy && kind === 'static') return `src/${target} is loaded on demand, by import()`;
  return undefined;
}

function readModule(file: string, source: string): Module {
  return file.endsWith('.svelte') ? readComponent(source) : { imports: importsOfTypeScript(source), rawHtml: 0 };
}

function problemsOf(file: string, { imports, rawHtml }: Module): string[] {
  const row = rowOf(file);
  if (row === undefined) return [`src/${file} is covered by no row of the table in tests/boundaries.test.ts.`];
  const problems = imports.flatMap((one) => {
    const reason = refusal(file, row, one);
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

test('nothing in core, data, state and ui imports itself on a detour', () => {
  const looked = Array.from(modules)
    .filter(([file]) => /^(core|data|state|ui)\//.test(file))
    .map(([file, { imports }]) => {
      const targets = imports.map(({ specifier }) => posix.join(posix.dirname(file), specifier));
      return [file, targets] as const;
    });
  expect(looked.length).toBeGreaterThan(400);
  expect(cycleIn(new Map(looked))).toBeNull();
  expect(cycleIn(new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] })))).toEqual(['b', 'd', 'b']);
});

describe('the check itself', () => {
  test.each([
    ['core/formats/kit/marker.ts', `import { span } from '../../document/span.ts';`],
    ['core/runtimes/own/auto.ts', `import { formats } from '../../formats/index.ts';`],
    ['core/runtimes/exathena/fence.ts', `import { read } from '../kit/native-calls.ts';`],
    ['core/formats/index.ts', `import { hermes } from './hermes.ts';`],
    ['core/languages/html/named-entities.ts', `import { namedEntities } from '../../../data/html/named-entities.ts';`],
    ['core/templates/load.ts', `export const load = () => import('../../data/own-templates/index.ts');`],
    ['data/failures/vllm.ts', `import type { LinkState } from '../../permalink/state.ts';`],
    ['state/session.svelte.ts', `import { extract } from '../core/index.ts';`],
    ['state/runs/run.svelte.ts', `import { openSource } from '../../sources/index.ts';`],
    ['ui/views.ts', `export const load = () => import('./loop/LoopView.svelte');`],
    ['permalink/codec.ts', `import { deflateSync } from 'fflate';`],
    ['permalink/schema.ts', `import * as z from 'zod/mini';`],
    ['trusted-types.ts', `import url from 'monaco-editor/editor/editor.worker?worker&url';`],
    ['ui/document/port.ts', `import type * as Monaco from 'monaco-editor';`],
    ['ui/document/port.ts', `export const load = () => import('./monaco.ts');`],
    ['ui/document/monaco.ts', `import 'monaco-editor/features/register.all';`],
    ['ui/App.svelte', `<script lang="ts">import Tabs from './kit/Tabs.svelte';</script><Tabs />`],
  ])('lets %s say %s', (file, source) => {
    expect(problemsOf(file, readModule(file, source))).toEqual([]);
  });

  test.each([
    [
      'core/document/span.ts',
      `import { read } from '../json/strict.ts';`,
      'core/document/** may not import from core/json/**',
    ],
    [
      'core/runtimes/exathena/raw.ts',
      `import { parse } from '../chatcli/objects.ts';`,
      'core/runtimes/exathena/** may not import from core/runtimes/chatcli/**',
    ],
    [
      'core/runtimes/chatcli/tags.ts',
      `import { jsonCalls } from '../../formats/kit/json-calls.ts';`,
      'may not import from core/formats/kit/**',
    ],
    [
      'core/formats/hermes.ts',
      `import { a } from './mistral.ts';`,
      'core/formats/* may not import from core/formats/*',
    ],
    [
      'core/loop/turn.ts',
      `import { chatcliSystem } from '../runtimes/chatcli/system.ts';`,
      'core/loop/** may not import from core/runtimes/chatcli/**',
    ],
    [
      'core/runtimes/chatcli/history.ts',
      `import { scheduleTurn } from '../../loop/turn.ts';`,
      'may not import from core/loop/**',
    ],
    ['core/formats/hermes.ts', `export * from './index.ts';`, 'may not import from core/formats/index.ts'],
    [
      'core/formats/kit/marker.ts',
      `import type { P } from '../../runtimes/own/auto.ts';`,
      'may not import from core/runtimes/own/**',
    ],
    ['core/index.ts', `import { validate } from '@hyperjump/json-schema/draft-07';`, 'may not use this package'],
    ['core/index.ts', `import { session } from '../state/session.svelte.ts';`, 'may not import from state/**'],
    ['core/trace/trace.ts', `type T = import('../../state/runs/run.ts').Run;`, 'may not import from state/**'],
    ['core/prompt/join.ts', `import { readFileSync } from 'node:fs';`, 'may not use this package'],
    ['core/new/thing.ts', '', 'covered by no row'],
    ['data/new/thing.ts', '', 'covered by no row'],
    [
      'data/failures/vllm.ts',
      `import { emptyLinkState } from '../../permalink/state.ts';`,
      'may not import from permalink/**',
    ],
    [
      'data/failures/vllm.ts',
      `import { tools } from '../examples/pump-house.ts';`,
      'may not import from data/examples/**',
    ],
    [
      'core/formats/kit/entities.ts',
      `import { namedEntities } from '../../../data/html/named-entities.ts';`,
      'may not import from data/html/**',
    ],
    ['core/templates/load.ts', `import { ownTemplates } from '../../data/own-templates/index.ts';`, 'loaded on demand'],
    [
      'state/runs/run.svelte.ts',
      `import { span } from '../../core/document/span.ts';`,
      'may not import from core/document/**',
    ],
    ['state/runs/run.svelte.ts', `import App from '../../ui/App.svelte';`, 'may not import from ui/**'],
    ['ui/views.ts', `import { viewIds } from '../permalink/state.ts';`, 'may not import from permalink/**'],
    ['permalink/codec.ts', `import { paste } from '../sources/paste.ts';`, 'may not import from sources/**'],
    ['permalink/schema.ts', `import * as z from 'zod';`, 'may not use this package'],
    ['permalink/schema.ts', `import { a } from './migrate';`, 'names its extension'],
    ['sources/paste.ts', `import a from '../../tests/a.json';`, 'leads out of src'],
    ['sources/paste.ts', `const a = await import(name);`, "imports '(computed)' (lazy)"],
    ['trusted-types.ts', `import 'monaco-editor/editor';`, 'may not use this package'],
    ['ui/document/port.ts', `import { create } from './monaco.ts';`, 'loaded on demand'],
    ['ui/document/port.ts', `import { editor } from 'monaco-editor';`, 'may not use this package'],
    ['ui/kit/Tabs.svelte', `<script>import { a } from '../../state/a.ts';</script>`, 'may not import from state/**'],
    ['ui/App.svelte', `{#await import('../sources/paste.ts') then a}{a}{/await}`, 'may not import from sources/**'],
    ['ui/App.svelte', `<p>{@html said}</p>`, 'uses {@html}'],
  ])('refuses %s saying %s', (file, source, reason) => {
    expect(problemsOf(file, readModule(file, source))).toEqual([expect.stringContaining(reason)]);
  });

  test('a refusal names the file and the import', () => {
    const file = 'core/document/span.ts';
    expect(problemsOf(file, readModule(file, `import { mount } from 'svelte';`))).toEqual([
      "src/core/document/span.ts imports 'svelte' (static): core/document/** may not use this package.",
    ]);
  });
});
