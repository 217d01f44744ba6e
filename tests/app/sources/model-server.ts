import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server of models on this machine, which answers as the test says. */
export class ModelServer {
  readonly asked: Asked[] = [];
  /** Whether pages of other origins may call it. */
  allowsPages = true;
  answer: (response: ServerResponse, asked: Asked) => void | Promise<void> = (response) => void response.end();
  #server: Server | null = null;

  get address(): string {
    const address = this.#server?.address() as AddressInfo;
    return `http://127.0.0.1:${String(address.port)}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += String(piece);
    if (this.allowsPages) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    }
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    const asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    this.asked.push(asked);
    await this.answer(response, asked);
  }
}

/** Sends a log in pieces of a few bytes, so that lines and characters are cut in the middle. */
export async function play(
  response: ServerResponse,
  log: string,
  size: number,
  type = 'text/event-stream',
): Promise<void> {
  response.writeHead(200, { 'Content-Type': type });
  const bytes = Buffer.from(log, 'utf8');
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size));
    // Lets the piece leave on its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
