import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}
/** An answer, or `cut`: the connection breaks without one. */
export type JsonAnswer = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut';

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

/** A local HTTP server that speaks JSON; base of the fake servers in specs. */
export class JsonServer {
  private readonly server: Server;

  constructor(private readonly respond: (call: JsonCall) => JsonAnswer | Promise<JsonAnswer>) {
    this.server = createServer((request, response) => {
      void (async () => {
        const url = new URL(request.url ?? '/', 'http://local');
        const { method = 'GET', headers } = request;
        const body = await readBody(request);
        const answer = await this.respond({
          method,
          path: url.pathname,
          query: url.searchParams,
          headers,
          body,
        });
        if (answer === 'cut') return request.socket.destroy();
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
        return response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
      })().catch((error: unknown) => {
        response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
      });
    });
  }

  /** Starts on a free port of this machine, or on the given one. @returns its address */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return address.port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
