import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headersFor } from '../../scripts/headers.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** Serves the build as a static host would, below a folder; can go down, come back, and serve an altered file. */
export class StaticHost {
  /** Changes a text file on its way out, by its path. */
  readonly alterations = new Map<string, (text: string) => string>();
  /** The paths that were asked for. */
  readonly served: string[] = [];
  /** Sent with every file. Some hosts know no headers of their own. */
  headers: Readonly<Record<string, string>> = headersFor('/');
  #server: Server | null = null;
  #port = 0;

  get address(): string {
    return `http://127.0.0.1:${this.#port}/tools/callscope/`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.address);
      this.served.push(pathname);
      void this.#answer(pathname).then(
        ({ body, type }) => response.writeHead(200, { ...this.headers, 'Content-Type': type }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  }

  async #answer(pathname: string): Promise<{ body: Buffer | string; type: string }> {
    const prefix = '/tools/callscope/';
    if (!pathname.startsWith(prefix) || pathname.includes('..')) throw new Error('Not below the folder.');
    const path = pathname.slice(prefix.length) || 'index.html';
    const body = await readFile(join(dist, path));
    const alter = this.alterations.get(path);
    return { body: alter === undefined ? body : alter(body.toString()), type: types[extname(path)] ?? 'text/plain' };
  }
}
