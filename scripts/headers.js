import { readFileSync } from 'node:fs';

/**
 * The blocks of public/_headers, the one place where they are written: a path, or with `*` what it begins with, and below it,
 * indented, its headers.
 * @returns {{ path: string, headers: Record<string, string> }[]}
 */
function readBlocks() {
  /** @type {{ path: string, headers: Record<string, string> }[]} */
  const found = [];
  for (const line of readFileSync(new URL('../public/_headers', import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('/')) found.push({ path: line, headers: {} });
    const [, name, value] = /^\s+([\w-]+): (.+)$/.exec(line) ?? [];
    const block = found.at(-1);
    if (block !== undefined && name !== undefined && value !== undefined) block.headers[name] = value;
  }
  return found;
}

const blocks = readBlocks();

/**
 * The headers that public/_headers gives to a path; of a header that several blocks give, that of the last one.
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function headersFor(path) {
  /** @type {Record<string, string>} */
  const given = {};
  for (const block of blocks) {
    const applies = block.path.endsWith('*') ? path.startsWith(block.path.slice(0, -1)) : path === block.path;
    if (applies) Object.assign(given, block.headers);
  }
  return given;
}

/**
 * The policy as a meta tag may carry it: browsers ignore frame-ancestors there and say so on the console. It is that of the document
 * alone, which needs no Trusted Types policy that turns every string into a trusted one; both policies count.
 * @returns {string}
 */
export function metaPolicy() {
  const policy = headersFor('/')['Content-Security-Policy'];
  if (policy === undefined) throw new Error('public/_headers has no Content-Security-Policy for "/*".');
  return policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .map((directive) => (directive.startsWith('trusted-types ') ? directive.replace(/ default\b/, '') : directive))
    .join('; ');
}
