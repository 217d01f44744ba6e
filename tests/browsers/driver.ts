import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One command of WebDriver, by its name in Marionette; what it answers. */
type Send = (command: Command, parameters: object) => Promise<unknown>;

type Command = keyof typeof commands;

/** The commands that are used: the names of Marionette, and method and path of W3C WebDriver. */
const commands = {
  Navigate: ['POST', 'url'],
  ExecuteScript: ['POST', 'execute/sync'],
  ElementClick: ['POST', 'element/{id}/click'],
  PerformActions: ['POST', 'actions'],
  SwitchToFrame: ['POST', 'frame'],
  SwitchToParentFrame: ['POST', 'frame/parent'],
  SetWindowRect: ['POST', 'window/rect'],
  DeleteSession: ['DELETE', ''],
} as const;

/** The key of an element in answers: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** How long a browser may take to start, in milliseconds. */
const START = 60_000;

/** A browser at work, the same whatever its make. */
export class Driver {
  readonly #send: Send;
  readonly #end: () => void;

  constructor(send: Send, end: () => void) {
    this.#send = send;
    this.#end = end;
  }

  async open(url: string): Promise<void> {
    await this.#send('Navigate', { url });
  }

  /** Runs the body of a function in the page; what it returns must be JSON. */
  async run<T>(body: string, ...args: readonly unknown[]): Promise<T> {
    return (await this.#send('ExecuteScript', { script: body, args })) as T;
  }

  /** Clicks the element that the body of a function returns. Returns whether there was one. */
  async click(body: string, ...args: readonly unknown[]): Promise<boolean> {
    const found = await this.run<Record<string, string> | null>(body, ...args);
    if (found === null) return false;
    await this.#send('ElementClick', { id: found[ELEMENT] });
    return true;
  }

  /** Presses keys one after the other: characters, or those of https://www.w3.org/TR/webdriver2/#keyboard-actions */
  async press(...keys: readonly string[]): Promise<void> {
    const strokes = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#send('PerformActions', { actions: [{ type: 'key', id: 'keys', actions: strokes }] });
  }

  async enterFrame(index: number): Promise<void> {
    await this.#send('SwitchToFrame', { id: index });
  }

  async leaveFrame(): Promise<void> {
    await this.#send('SwitchToParentFrame', {});
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('SetWindowRect', { width, height, x: 0, y: 0 });
  }

  async close(): Promise<void> {
    await this.#send('DeleteSession', {}).catch(() => undefined);
    this.#end();
  }
}

/** Firefox, by Marionette: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html */
export async function openFirefox(binary = process.env.FIREFOX_PATH ?? 'firefox-esr'): Promise<Driver> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'callscope-firefox-'));
  const preferences = { 'marionette.port': port, 'browser.shell.checkDefaultBrowser': false };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${String(value)});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const browser = start(binary, ['--marionette', '--headless', '--no-remote', '--profile', profile], {});
  const end = (): void => {
    browser.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const socket = await until(() => connected(port), `${binary} does not answer.`);
    const ask = marionette(socket);
    await ask('WebDriver:NewSession', {});
    const send: Send = async (command, parameters) => {
      // Its other commands answer with nothing that is used here.
      const answer = (await ask(`WebDriver:${command}`, parameters)) as { value?: unknown } | null;
      return answer?.value;
    };
    return new Driver(send, () => {
      socket.destroy();
      end();
    });
  } catch (error) {
    end();
    throw error;
  }
}

/** WebKitGTK, by W3C WebDriver. It has no mode without a screen, so it gets one that nobody sees. */
export async function openWebKit(binary = process.env.WEBKIT_DRIVER_PATH ?? 'WebKitWebDriver'): Promise<Driver> {
  const screen = await openScreen();
  const port = await freePort();
  // Containers give no user namespaces, which its sandbox needs. Nothing but the page of this project is opened.
  const environment = { DISPLAY: screen.display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const driver = start(binary, [`--port=${String(port)}`], environment);
  const end = (): void => {
    driver.kill('SIGTERM');
    screen.close();
  };
  const root = `http://127.0.0.1:${String(port)}/session`;
  try {
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
    };
    const session = await until(
      () =>
        request('POST', root, { capabilities }).catch((error: unknown) =>
          isRefused(error) ? null : Promise.reject(error as Error),
        ),
      `${binary} does not answer.`,
    );
    const { sessionId } = session as { sessionId: string };
    const send: Send = (command, parameters) => {
      const [method, path] = commands[command];
      const { id } = parameters as { id?: unknown };
      const place = path.replace('{id}', String(id));
      return request(method, `${root}/${sessionId}${place === '' ? '' : `/${place}`}`, parameters);
    };
    return new Driver(send, end);
  } catch (error) {
    end();
    throw error;
  }
}

/** The browser that comes with WebKitGTK, in the folder of its version. */
function miniBrowser(): string {
  const found = ['6.0', '4.1', '4.0']
    .flatMap((version) => [
      `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}`,
      `/usr/lib/aarch64-linux-gnu/webkit2gtk-${version}`,
    ])
    .map((folder) => `${folder}/MiniBrowser`)
    .find((path) => existsSync(path));
  const path = process.env.WEBKIT_BROWSER_PATH ?? found;
  if (path === undefined)
    throw new Error('MiniBrowser was not found. Install webkit2gtk-driver, or set WEBKIT_BROWSER_PATH.');
  return path;
}

function start(binary: string, args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(binary, args, { stdio: 'ignore', env: { ...process.env, ...environment } });
  child.on('error', (error) => {
    console.error(`${binary} could not be started: ${error.message}. docs/testing.md says what to install.`);
  });
  return child;
}

async function openScreen(): Promise<{ readonly display: string; close: () => void }> {
  const { DISPLAY } = process.env;
  if (DISPLAY !== undefined && DISPLAY !== '') return { display: DISPLAY, close: () => undefined };
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    server.on('error', () => {
      reject(new Error('Xvfb could not be started. docs/testing.md says what to install.'));
    });
    server.stdio[3]?.once('data', (data: Buffer) => {
      resolve(data.toString().trim());
    });
  });
  return { display: `:${number}`, close: () => server.kill() };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

/** Asks again and again until there is an answer. */
async function until<T>(ask: () => Promise<T | null>, sentence: string): Promise<T> {
  for (const end = Date.now() + START; Date.now() < end;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(sentence);
}

function connected(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      resolve(socket);
    });
    socket.on('error', () => {
      resolve(null);
    });
  });
}

function isRefused(error: unknown): boolean {
  return error instanceof TypeError;
}

async function request(method: string, url: string, body: object): Promise<unknown> {
  const response = await fetch(url, method === 'DELETE' ? { method } : { method, body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** Messages are `<length>:<JSON>`: `[0, id, command, parameters]` there, `[1, id, error, result]` back. */
function marionette(socket: Socket): (command: string, parameters: object) => Promise<unknown> {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const colon = received.indexOf(0x3a);
      const length = Number(received.subarray(0, colon).toString());
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString()) as unknown;
      received = received.subarray(colon + 1 + length);
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [1, number, { message: string } | null, unknown];
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === null) asked?.resolve(result);
      else asked?.reject(new Error(error.message));
    }
  });
  return (command, parameters) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, command, parameters]);
      socket.write(`${String(Buffer.byteLength(text))}:${text}`);
    });
}
