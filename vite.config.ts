import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { headersFor, metaPolicy } from './scripts/headers.js';
import { buildReports } from './scripts/build-reports.js';
import { noticesFile, packageFolders, thirdPartyNotices } from './scripts/third-party-notices.js';
import type { OfflineBuild } from './src/app/offline/answer.ts';
import { chooseFiles } from './src/app/offline/precache.ts';
import { pythonFiles, pythonFolder } from './src/app/parser-file/python-files.ts';
import { fixturesByFormat } from './tests/fixtures.ts';
import { goldenTexts } from './tests/golden-texts.ts';

/** Only in the build: the dev server injects inline scripts that the policy exists to refuse. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'callscope:content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy() },
          // A policy covers only what the parser meets after it.
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** What the readers of the formats are tested with, as one module: on the page each fixture is a live example. */
function formatFixtures(): Plugin {
  const id = 'virtual:format-fixtures';
  const inside = `\0${id}`;
  return {
    name: 'callscope:format-fixtures',
    resolveId: (wanted) => (wanted === id ? inside : undefined),
    // As text, because engines parse JSON quicker than the same as source.
    load: (wanted) =>
      wanted === inside
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(fixturesByFormat()))});`
        : undefined,
  };
}

/** What the originals of each project were asked, as a module each, which is fetched when a parser file is compared on it. */
function goldenTextModules(): Plugin {
  const prefix = 'virtual:golden-texts/';
  return {
    name: 'callscope:golden-texts',
    resolveId: (wanted) => (wanted.startsWith(prefix) ? `\0${wanted}` : undefined),
    load: (wanted) =>
      wanted.startsWith(`\0${prefix}`)
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(goldenTexts(wanted.slice(prefix.length + 1))))});`
        : undefined,
  };
}

/** The files that a file of the build is made of. */
function sourcesOf(output: Rolldown.OutputChunk | Rolldown.OutputAsset): string[] {
  if (output.type === 'asset') return output.originalFileNames;
  const modules = Object.entries(output.modules);
  // A `?worker&url` import leaves one address in the chunk, not the package.
  return modules.filter(([id, module]) => module.renderedLength > 0 && !/[?&]worker\b/.test(id)).map(([id]) => id);
}

/** The npm packages that a file of the build holds, sorted. */
function packagesIn(output: Rolldown.OutputChunk | Rolldown.OutputAsset): string[] {
  const names = sourcesOf(output).map((id) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** Which npm packages each chunk holds: the manifest names files, not what is in them. Read by scripts/check-size.js. */
function packagesPerChunk(): Plugin {
  return {
    name: 'callscope:packages-per-chunk',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const packages = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, packagesIn(chunk)]));
      this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(packages, null, 2) });
    },
  };
}

/**
 * Which files of the build come with each engine: its chunk and what only that imports, of the page and of each worker
 * that runs engines. Read by scripts/check-size.js. Two plugins, because workers are built apart.
 */
function enginesPerBuild(): { page: Plugin; workers: Plugin } {
  const builds: ReturnType<typeof enginesIn>[] = [];
  return {
    workers: {
      name: 'callscope:engines-in-workers',
      generateBundle(_options, bundle) {
        builds.push(enginesIn(bundle));
      },
    },
    page: {
      name: 'callscope:engines-of-the-page',
      apply: 'build',
      generateBundle(_options, bundle) {
        builds.push(enginesIn(bundle));
        const found = builds.filter((engines) => Object.keys(engines).length > 0);
        this.emitFile({ type: 'asset', fileName: '.vite/engines.json', source: JSON.stringify(found, null, 2) });
      },
    },
  };
}

/**
 * Python, as Pyodide ships it: a folder with the names that its loader asks for, one for each version. The page fetches it once
 * somebody agrees. What installs packages from elsewhere is left out.
 */
function python(): Plugin {
  const from = 'node_modules/pyodide';
  const at = `/${pythonFolder}/`;
  return {
    name: 'callscope:python',
    generateBundle() {
      for (const { name } of pythonFiles)
        this.emitFile({ type: 'asset', fileName: `${pythonFolder}/${name}`, source: readFileSync(join(from, name)) });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = pythonFiles.find(({ name }) => request.url?.split('?')[0] === at + name);
        if (file === undefined) {
          next();
          return;
        }
        response.setHeader('content-type', file.type);
        response.end(readFileSync(join(from, file.name)));
      });
    },
  };
}

/** Writes the licences of all packages in the build into a file of it. Two plugins, because workers are built apart. */
function notices(): { page: Plugin; workers: Plugin } {
  const modules = new Set<string>();
  const note = (bundle: Rolldown.OutputBundle): void => {
    for (const output of Object.values(bundle)) for (const id of sourcesOf(output)) modules.add(resolve(id));
  };
  return {
    workers: {
      name: 'callscope:notices-of-workers',
      generateBundle(_options, bundle) {
        note(bundle);
      },
    },
    page: {
      name: 'callscope:notices',
      apply: 'build',
      generateBundle(_options, bundle) {
        note(bundle);
        this.emitFile({ type: 'asset', fileName: noticesFile, source: thirdPartyNotices(packageFolders(modules)) });
      },
    },
  };
}

/** Takes what scripts read about the build out of it: none of it is for those who open the page. */
function reportsApart(): Plugin {
  return {
    name: 'callscope:reports-apart',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const reports = join(dir, '.vite');
      if (!existsSync(reports)) return;
      rmSync(buildReports, { recursive: true, force: true });
      cpSync(reports, buildReports, { recursive: true });
      rmSync(reports, { recursive: true });
    },
  };
}

/**
 * The files of each engine by its id, and of what renders chat templates as `templates`; none where they are not apart from
 * the rest.
 */
function enginesIn(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const withImports = (fileName: string, files = new Set<string>()): Set<string> => {
    if (files.has(fileName)) return files;
    files.add(fileName);
    for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
      withImports(imported, files);
    return files;
  };
  const list = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/core/reader/runtimes.ts')));
  const before = list === undefined ? new Set<string>() : withImports(list.fileName);
  const engines = chunks.flatMap(({ fileName, facadeModuleId, isDynamicEntry }) => {
    const [, engine, templates] =
      /\/src\/core\/(?:engines\/(.+)|(templates))\/index\.ts$/.exec(facadeModuleId ?? '') ?? [];
    const id = engine ?? templates;
    return id === undefined || !isDynamicEntry
      ? []
      : [[id, [...withImports(fileName)].filter((file) => !before.has(file))] as const];
  });
  return Object.fromEntries(engines);
}

/**
 * Writes `service-worker.js`: the script of src/app/offline with the list of files it caches. Two plugins, because workers are
 * built apart and reach the page's build as mere assets: the second notes what is in them.
 */
function offline(): { page: Plugin; workers: Plugin } {
  const inWorkers = new Map<string, string[]>();
  return {
    workers: {
      name: 'callscope:packages-in-workers',
      generateBundle(_options, bundle) {
        for (const output of Object.values(bundle)) inWorkers.set(output.fileName, packagesIn(output));
      },
    },
    page: {
      name: 'callscope:offline',
      apply: 'build',
      // From the disk: only there is every file what it will be served as.
      async writeBundle({ dir = 'dist' }, bundle) {
        const files = readdirSync(dir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name).slice(join(dir, '/').length).replaceAll('\\', '/'))
          .map((path) => {
            const output = bundle[path];
            return { path, packages: inWorkers.get(path) ?? (output === undefined ? [] : packagesIn(output)) };
          });
        const { precached, optional } = chooseFiles(files);
        const listed = precached.map((path) => ({
          path,
          integrity: `sha256-${sha256(readFileSync(join(dir, path)))}`,
        }));
        const code = await serviceWorkerCode();
        const version = sha256(JSON.stringify([listed, optional, code])).slice(0, 12);
        const info: OfflineBuild = { version, precached: listed, optional };
        writeFileSync(join(dir, 'service-worker.js'), `const BUILD = ${JSON.stringify(info)};\n${code}`);
      },
    },
  };
}

async function serviceWorkerCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      target,
      rolldownOptions: { input: 'src/app/offline/service-worker.ts', output: { format: 'iife' } },
    },
  });
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (script?.type !== 'chunk') throw new Error('The service worker was not built.');
  return script.code;
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}

/**
 * The preview sends the headers that a host sends: with them a browser keeps what it has compiled, which is a fifth of the
 * work of opening a page. On the same machine, compressing takes longer than it saves.
 */
function previewAsHosted(): Plugin {
  return {
    name: 'callscope:preview-as-hosted',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        for (const [name, value] of Object.entries(headersFor(request.url ?? '/'))) response.setHeader(name, value);
        delete request.headers['accept-encoding'];
        next();
      });
    },
  };
}

/** Browsers that know `light-dark()`: below them the CSS is rewritten to follow only the system's colour scheme. */
const target = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/**
 * What engines share: what Python and HTML do with text, and the frame of their parsers. Apart, because a page without engines
 * needs neither, and the second needs all runtimes that are at hand: 300 KB that would be compiled for nothing.
 */
const ofEngines = [
  { name: 'languages', test: /\/src\/(?:core\/text\/languages\/(?:html|python\/(?!orjson|escapes))|data\/html)/ },
  { name: 'engines', test: /\/src\/core\/engines\/kit\/(engine-|raised|unfinished)/ },
].map((group) => ({ ...group, includeDependenciesRecursively: false }));

/**
 * What is asked for together comes as one file. A browser fetches few at a time: of many small ones the engine that the
 * first answer needs would come last.
 */
const together = [
  // What reads a paste. Without what it needs: links and engines need that as well, and not this.
  {
    name: 'read-paste',
    test: /\/src\/(?:core\/(?:recognise\/(?!evidence)|log\/(?!recording|assembly-step-text)|trace\/said-instead\.)|app\/page\/paste\/(?:read-paste|paste-words|take-apart)\.)/,
    includeDependenciesRecursively: false,
  },
  // What the readers of pastes and of links share: else a paste would wait for what checks a link.
  {
    name: 'json',
    test: /\/src\/core\/(?:text\/(?:json\/(?:strict|scalars|open-keys|node|unread)|document\/(?:place|characters|partition-point))|trace\/(?:explain|written-id|words)|log\/recording)\./,
    includeDependenciesRecursively: false,
  },
  // What opens a link.
  { name: 'link', test: /\/src\/app\/permalink\// },
  // What is beside and below a reply, with what it has in common with what reads a paste. What would help, what an app does
  // and an error are asked for only where there is one.
  {
    name: 'reply',
    test: /\/src\/core\/(?:tools\/tool-(?:definitions|form|problem)|text\/(?:json\/(?:writer|write-tree)|document\/line-end))\.|\/src\/app\/(?:views\/(?:reply\/(?:calls(?!\/(?:AppLayer|ErrorCard))|trace)|notices)|panes)\/|\/src\/app\/(?:views\/reply\/glance\/RuntimeStrip|kit\/keep-focus)\./,
  },
  // What keys do: asked for when the page has time.
  { name: 'keys', test: /\/src\/app\/views\/commands\/(?:shortcuts|commands|key-reader|letter-keys)\./ },
  // Buttons of a few lines that several views have.
  { name: 'buttons', test: /\/src\/app\/kit\/(?:clipboard|CopyButton|CopyText|FileButton)\./ },
  // What the commands open.
  { name: 'dialogs', test: /\/src\/app\/views\/(?:commands\/(?:Dialogs|Palette|Sheet)|history\/|present\/)/ },
];

const { page: offlinePage, workers: offlineWorkers } = offline();
const { page: noticesPage, workers: noticesWorkers } = notices();
const { page: enginesPage, workers: enginesWorkers } = enginesPerBuild();

export default defineConfig({
  // Relative, so that the built page works under any path of any host.
  base: './',
  plugins: [
    svelte(),
    formatFixtures(),
    goldenTextModules(),
    contentSecurityPolicy(),
    packagesPerChunk(),
    enginesPage,
    noticesPage,
    python(),
    reportsApart(),
    offlinePage,
    previewAsHosted(),
  ],
  worker: {
    format: 'es',
    plugins: () => [offlineWorkers, enginesWorkers, noticesWorkers],
    // What a worker starts with is one file: small ones would each be fetched.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }, ...ofEngines] } } },
  },
  build: {
    target,
    modulePreload: {
      // Every browser of `target` has it of its own.
      polyfill: false,
      // The first load lists them by name, whose hashes do not compress. What needs very many comes with a click: there the
      // imports of the file itself bring the rest. Styles stay, because a view waits for its own.
      resolveDependencies: (_file, needed) =>
        needed.length > 24 ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
    manifest: true,
    // Monaco's chunk is large by nature; scripts/check-size.js holds the budget that matters, the first load.
    chunkSizeWarningLimit: 5000,
    // What the first load needs is one chunk, because small ones compress badly. Without main.ts: it waits for chunks that
    // import from this one.
    rolldownOptions: {
      output: {
        // The first load lists the names of all chunks, and a hash does not compress. Shorter ones the bundler refuses.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: /\/src\/(?!main\.ts)|node_modules/ },
            ...ofEngines,
            ...together,
          ],
        },
      },
    },
  },
});
