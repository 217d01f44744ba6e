import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file of the build that names the software of others in it. */
export const noticesFile = 'third-party-notices.txt';

/** @typedef {{ name: string, version: string, license: string, texts: string[] }} Notice */

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** @param {string} from the package whose own licence has that text */
const apache = (from) => `Licensed under the Apache License, Version 2.0. Its text is above, under ${from}.\n`;

/**
 * What is inside of packages although they carry no licence for it. Sources: `CMakeLists.txt` of @wllama/wllama and the names
 * in its WebAssembly; `devDependencies` of @mlc-ai/web-llm, which its bundle holds; the font of monaco-editor.
 * @type {Record<string, { name: string, license: string, text: string }[]>}
 */
const inside = {
  '@wllama/wllama': [
    {
      name: 'llama.cpp and ggml (https://github.com/ggml-org/llama.cpp)',
      license: 'MIT',
      text: `Copyright (c) 2023-2026 The ggml authors\n\n${mit}`,
    },
    {
      name: 'JSON for Modern C++ (https://github.com/nlohmann/json)',
      license: 'MIT',
      text: `Copyright (c) 2013-2026 Niels Lohmann\n\n${mit}`,
    },
    {
      name: 'Emscripten (https://github.com/emscripten-core/emscripten)',
      license: 'MIT',
      text: `Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.\n\n${mit}`,
    },
    {
      name: 'musl libc (https://musl.libc.org)',
      license: 'MIT',
      text: `Copyright (c) 2005-2020 Rich Felker, et al.\n\n${mit}`,
    },
  ],
  '@mlc-ai/web-llm': [
    ['Apache TVM (https://github.com/apache/tvm)', 'Copyright The Apache Software Foundation'],
    ['XGrammar (https://github.com/mlc-ai/xgrammar)', 'Copyright (c) 2024 by XGrammar Contributors'],
    ['tokenizers-cpp (https://github.com/mlc-ai/tokenizers-cpp)', 'Copyright (c) MLC Project contributors'],
    ['Tokenizers (https://github.com/huggingface/tokenizers)', 'Copyright The HuggingFace Team'],
    ['SentencePiece (https://github.com/google/sentencepiece)', 'Copyright Google Inc.'],
  ].map(([name = '', copyright = '']) => ({
    name,
    license: 'Apache-2.0',
    text: `${copyright}\n\n${apache('@mlc-ai/web-llm')}`,
  })),
  pyodide: [
    {
      name: 'CPython (https://github.com/python/cpython)',
      license: 'PSF-2.0',
      text: 'Copyright (c) 2001 Python Software Foundation; All Rights Reserved. Licensed under the PSF License Agreement:\nhttps://docs.python.org/3.14/license.html\n',
    },
    {
      name: 'Emscripten (https://github.com/emscripten-core/emscripten)',
      license: 'MIT',
      text: `Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.\n\n${mit}`,
    },
  ],
  'monaco-editor': [
    {
      name: 'Codicons (https://github.com/microsoft/vscode-codicons)',
      license: 'CC-BY-4.0',
      text: 'Copyright (c) Microsoft Corporation. The icons are licensed under the Creative Commons Attribution 4.0 International\nPublic License: https://creativecommons.org/licenses/by/4.0/legalcode\n',
    },
  ],
};

/**
 * What to say of packages that carry no file of their licence.
 * @type {Record<string, string>}
 */
const withoutFile = {
  pyodide:
    'This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not\ndistributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/. The files are unchanged; their source\nis at https://github.com/pyodide/pyodide.\n',
};

/**
 * The packages whose code others hold a copy of, so that no module of the build is theirs: all are installed.
 * @type {Record<string, string[]>}
 */
const copied = { 'monaco-editor': ['dompurify', 'marked'], '@mlc-ai/web-llm': ['loglevel'] };

/**
 * The folders of packages that modules lie in, and of those that these hold a copy of, each once: `…/node_modules/@scope/name`.
 * @param {Iterable<string>} modules
 */
export function packageFolders(modules) {
  /** @type {Set<string>} */
  const folders = new Set();
  for (const module of modules) {
    const [folder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/?]+/.exec(module) ?? [];
    if (folder === undefined) continue;
    folders.add(folder.replaceAll('\0', ''));
    const [, beside = '', name = ''] = /^(.*\bnode_modules\/)(.*)$/.exec(folder) ?? [];
    for (const other of copied[name] ?? []) folders.add(beside + other);
  }
  return [...folders];
}

/**
 * What a package says of their licence. Throws where one says nothing.
 * @param {string} folder
 * @returns {Notice[]}
 */
function noticesOf(folder) {
  /** @type {unknown} */
  const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const about = /** @type {{ name: string, version: string, license?: string }} */ (read);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|thirdpartynotices)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
  const said = withoutFile[about.name];
  if (texts.length === 0 && said !== undefined) texts.push(said);
  if (texts.length === 0 || about.license === undefined)
    throw new Error(`${about.name} is in the build and has no licence file. Add its text to third-party-notices.js.`);
  const own = { name: about.name, version: about.version, license: about.license, texts };
  const within = (inside[about.name] ?? []).map(({ name, license, text }) => ({
    name: `${name}, inside of ${about.name}`,
    version: '',
    license,
    texts: [text],
  }));
  return [own, ...within];
}

/**
 * The file that comes with the build: every package in it, with the text of its licence.
 * @param {readonly string[]} folders of the packages
 */
export function thirdPartyNotices(folders) {
  const notices = folders.flatMap(noticesOf);
  const ordered = notices.map((notice, at) => ({ notice, at }));
  // What is inside of a package comes after it.
  const rank = (/** @type {Notice} */ { name }) => /inside of (.*)$/.exec(name)?.[1] ?? name;
  ordered.sort((one, other) => rank(one.notice).localeCompare(rank(other.notice), 'en') || one.at - other.at);
  const line = '='.repeat(80);
  const bodies = ordered.map(({ notice: { name, version, license, texts } }) =>
    [
      line,
      `${name} ${version}`.trimEnd(),
      `License: ${license}`,
      line,
      '',
      ...texts.map((text) => text.trim() + '\n'),
    ].join('\n'),
  );
  return ['Callscope contains the software of others. Here are their licenses.\n', ...bodies].join('\n');
}
