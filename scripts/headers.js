import { readFileSync } from 'node:fs';

/**
 * The headers that public/_headers gives to every path. That file is the one place where the policy is written.
 * @returns {Record<string, string>}
 */
export function headersForEveryPath() {
  const lines = readFileSync(new URL('../public/_headers', import.meta.url), 'utf8').split('\n');
  const start = lines.indexOf('/*');
  if (start === -1) throw new Error('public/_headers has no block for "/*".');
  /** @type {Record<string, string>} */
  const headers = {};
  for (const line of lines.slice(start + 1)) {
    const header = /^\s+([\w-]+): (.+)$/.exec(line);
    if (header === null) break;
    const [, name = '', value = ''] = header;
    headers[name] = value;
  }
  return headers;
}

/**
 * The policy as a meta tag may carry it: browsers ignore frame-ancestors there and say so on the console.
 * @returns {string}
 */
export function metaPolicy() {
  const policy = headersForEveryPath()['Content-Security-Policy'];
  if (policy === undefined) throw new Error('public/_headers has no Content-Security-Policy for "/*".');
  return policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ');
}
