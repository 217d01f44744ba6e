import type { WireRequest } from './endpoint-request.ts';

/** A request, and the name of the environment variable that holds the key there: a key itself is never written down. */
type CodeWriter = (request: WireRequest, keyVariable: string) => string;

/** For POSIX shells. */
export const curlCode: CodeWriter = ({ url, headers, key, body }, keyVariable) => {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  // In double quotes, so that the shell puts the key in.
  if (key !== null) lines.push(`-H "${key.header}: ${key.scheme}$${keyVariable}"`);
  return [`curl -N ${shellQuoted(url)}`, ...lines, `--data-raw ${shellQuoted(wellFormed(body))}`].join(' \\\n  ');
};

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** With the standard library alone. The body is text: as a dictionary its numbers would be rounded. */
const pythonCode: CodeWriter = ({ url, headers, key, body }, keyVariable) => {
  const lines = Object.entries(headers).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  if (key !== null) {
    lines.push(`    ${JSON.stringify(key.header)}: ${JSON.stringify(key.scheme)} + os.environ["${keyVariable}"],`);
  }
  return [
    ...(key === null ? [] : ['import os']),
    'import urllib.request',
    '',
    `body = ${pythonText(wellFormed(body))}`,
    '',
    `request = urllib.request.Request(${JSON.stringify(url)}, body.encode(), {`,
    ...lines,
    '})',
    'with urllib.request.urlopen(request) as response:',
    '    for line in response:',
    '        print(line.decode(), end="")',
    '',
  ].join('\n');
};

/** JSON ends with a bracket, so that no quote of the text can join those that close it. */
function pythonText(json: string): string {
  return `'''${json.replaceAll('\\', '\\\\').replaceAll("'''", "''\\'")}'''`;
}

/** For Node and browsers' bundlers. The body is text: as an object its numbers would be rounded. */
const typescriptCode: CodeWriter = ({ url, headers, key, body }, keyVariable) => {
  const lines = Object.entries(headers).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  if (key !== null) {
    lines.push(`    ${JSON.stringify(key.header)}: \`${key.scheme}\${process.env["${keyVariable}"] ?? ""}\`,`);
  }
  return [
    `const body = ${templateText(wellFormed(body))};`,
    '',
    `const response = await fetch(${JSON.stringify(url)}, {`,
    '  method: "POST",',
    '  headers: {',
    ...lines,
    '  },',
    '  body,',
    '});',
    'console.log(await response.text());',
    '',
  ].join('\n');
};

function templateText(json: string): string {
  return `\`${json.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}

/** Half a surrogate pair cannot be saved in a file; `fetch` sends this character in its place as well. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

/** The languages in which a request can be copied. */
export const codeLanguages = [
  { id: 'curl', label: 'curl', write: curlCode },
  { id: 'python', label: 'Python', write: pythonCode },
  { id: 'typescript', label: 'TypeScript', write: typescriptCode },
] as const;
