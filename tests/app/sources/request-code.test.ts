import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';
import { placeTools, providers, requestBody, systems, type Wire } from '../../../src/core/index.ts';
import { endpointUrl, headersFor, keyFor, type WireRequest } from '../../../src/app/sources/endpoint-request.ts';
import { codeLanguages } from '../../../src/app/sources/request-code.ts';

const [{ write: curlCode }, { write: pythonCode }, { write: typescriptCode }] = codeLanguages;

/** What arrives when the code runs with `sekret` in the variable TEST_KEY. */
interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const folder = mkdtempSync(join(tmpdir(), 'callscope-code-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const env = { ...process.env, TEST_KEY: 'sekret', PYTHONUTF8: '1', LC_ALL: 'C.UTF-8' };

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** bash takes the command apart; a function in the place of curl prints what it was given. */
function runCurl(code: string): Sent {
  const script = `curl() { printf '%s\\0' "$@"; }\n${code}\n`;
  const args = execFileSync('bash', [write('run.sh', script)], { env, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  const headers: Record<string, string> = {};
  const [, url = ''] = args;
  let body = '';
  expect(args[0]).toBe('-N');
  for (let at = 2; at < args.length; at += 2) {
    const [name, value = ''] = [args[at], args[at + 1]];
    const colon = value.indexOf(': ');
    if (name === '-H') headers[value.slice(0, colon).toLowerCase()] = value.slice(colon + 2);
    else if (name === '--data-raw') body = value;
    else throw new Error(`curl does not know ${String(name)}`);
  }
  return { url, headers, body };
}

const stubPython = `
import io, json, sys, urllib.request
class Answer(io.BytesIO):
    pass
def fake(request):
    headers = {name.lower(): value for name, value in request.header_items()}
    sys.stdout.buffer.write(json.dumps({"url": request.full_url, "headers": headers, "body": request.data.decode()}).encode())
    return Answer(b"")
urllib.request.urlopen = fake
exec(compile(open(sys.argv[1], encoding="utf-8", newline="").read(), "code", "exec"))
`;
const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

function runPython(code: string): Sent {
  const answer = execFileSync('python3', [write('stub.py', stubPython), write('code.py', code)], {
    env,
    encoding: 'utf8',
  });
  return JSON.parse(answer) as Sent;
}

/** Type checking aside: what the compiler makes of it runs against a fetch of ours. */
async function runTypescript(code: string): Promise<Sent> {
  const target = ts.ScriptTarget.ES2022;
  const { outputText, diagnostics } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { target, module: ts.ModuleKind.ES2022 },
  });
  expect(diagnostics).toEqual([]);
  const sent: Sent[] = [];
  const fetchStub = (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    sent.push({ url, headers: Object.fromEntries(named), body });
    return Promise.resolve({ text: () => Promise.resolve('') });
  };
  // It awaits at its top level, which a plain function cannot.
  const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => {}) as {
    constructor: new (...source: string[]) => (...values: unknown[]) => Promise<void>;
  };
  await new AsyncFunction('fetch', 'process', 'console', outputText)(fetchStub, { env }, { log: () => {} });
  const [first] = sent;
  if (first === undefined) throw new Error('Nothing was sent.');
  return first;
}

const hostile = [
  `It's "quoted" \\ and 'so' on`,
  "'''",
  "''''''",
  '"""',
  '`${process.exit(1)}` $HOME $(touch x) `id` !!',
  'a\nb\r\nc\td\u0000\u001b\u007f',
  "'; rm -rf ~ #",
  '\\',
  '\\u0041 \\n \\${x}',
  '\u2028\u2029 é 漢 😀 \ufeff',
  '%s %(a)s {0} {}',
  '-d @/etc/passwd',
].join('\n');

function requestOf(wire: Wire, text: string): WireRequest {
  const tools = JSON.stringify([{ name: 'a', description: text, schema: { type: 'object', title: text } }]);
  const placed = placeTools('native', text, tools);
  const sampling = { temperature: 0, maxTokens: 9 };
  const body = requestBody(wire, { model: 'm', ...placed, user: text, sampling, stream: true, caching: true }).text;
  return { url: `https://a.example/it's?x=$HOME&y=1`, headers: headersFor(wire), key: keyFor(wire, 'unused'), body };
}

/** As a file holds it. */
function saved(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

const wires: readonly Wire[] = ['openai', 'anthropic', 'gemini', 'ollama'];

function expectSent(sent: Sent, request: WireRequest): void {
  const key = request.key === null ? {} : { [request.key.header.toLowerCase()]: `${request.key.scheme}sekret` };
  const given = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  expect(sent).toEqual({ url: request.url, headers: { ...Object.fromEntries(given), ...key }, body: request.body });
}

describe.each(wires)('%s: what is sent is the request, whatever it holds', (wire) => {
  const request = requestOf(wire, hostile);

  test('curl', () => {
    expectSent(runCurl(curlCode(request, 'TEST_KEY')), request);
  });
  test.runIf(hasPython)('Python', () => {
    expectSent(runPython(pythonCode(request, 'TEST_KEY')), request);
  });
  test('TypeScript', async () => {
    expectSent(await runTypescript(typescriptCode(request, 'TEST_KEY')), request);
  });
});

test('no key, no header and no variable', async () => {
  const request = { ...requestOf('ollama', 'Hm?'), key: null };
  expectSent(runCurl(curlCode(request, 'TEST_KEY')), request);
  expectSent(await runTypescript(typescriptCode(request, 'TEST_KEY')), request);
  if (hasPython) expectSent(runPython(pythonCode(request, 'TEST_KEY')), request);
  for (const write of [curlCode, pythonCode, typescriptCode])
    expect(write(request, 'TEST_KEY')).not.toContain('TEST_KEY');
});

test('a key is never written down', () => {
  const request = { ...requestOf('openai', 'Hm?'), key: keyFor('openai', 'sk-live') };
  for (const write of [curlCode, pythonCode, typescriptCode])
    expect(write(request, 'TEST_KEY')).not.toContain('sk-live');
});

test('TypeScript: any text comes through', async () => {
  const unit = fc.constantFrom("'", '"', '`', '$', '{', '}', '\\', '\n', '\r', ' ', 'u', 'é', '😀', '\ud800', '\udc00');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 30 }), async (text) => {
      const request = requestOf('openai', text);
      const { body } = await runTypescript(typescriptCode(request, 'TEST_KEY'));
      expect(body).toBe(saved(request.body));
    }),
    { numRuns: 60 },
  );
});

test('shell and Python: many texts in one run', () => {
  const unit = fc.constantFrom("'", '"', '`', '$', '(', '{', '\\', '\n', '!', '*', '~', ' ', '#', 'é', '😀', '\ud800');
  const text = fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 200, seed: 7 }).join('\u0001');
  const request = requestOf('anthropic', text);
  expect(runCurl(curlCode(request, 'TEST_KEY')).body).toBe(saved(request.body));
  if (hasPython) expect(runPython(pythonCode(request, 'TEST_KEY')).body).toBe(saved(request.body));
});

test('every provider that has an address can be asked there', () => {
  for (const { id, address, model } of providers) {
    if (address === null) continue;
    for (const wire of new Set(systems.flatMap((system) => system.providers.get(id)?.wire ?? []))) {
      expect(endpointUrl(wire, address, model)).toBeInstanceOf(URL);
    }
  }
});
