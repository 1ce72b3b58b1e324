import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { answerInOrder } from './connections.js';

const get = (path: string, method = 'GET'): string => `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string, header = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${header}Content-Length: ${body.length}\r\n\r\n${body}`;

describe('calls that one connection sends ahead (OWN-1219)', () => {
  let server: Server;
  let line: Socket;
  let received: string;
  /** Calls that have begun. */
  let begun: string[];
  /** Calls that are being answered. */
  let open: { request: IncomingMessage; response: ServerResponse }[];

  beforeEach(async () => {
    [received, begun, open] = ['', [], []];
    server = createServer((request, response) => {
      begun.push(`${request.method} ${request.url}`);
      open.push({ request, response });
    });
    answerInOrder(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    line = await connected();
    line.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
  });
  afterEach(async () => {
    line.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const connected = async (): Promise<Socket> => {
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('not listening');
    const socket = connect(address.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await new Promise(setImmediate);
  };
  /** Waits until the server has read and answered a call of another connection, and so what was sent before it. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      const other = await connected();
      other.write(get('/other'));
      await until(() => begun.at(-1) === 'GET /other');
      begun.pop();
      open.pop()?.response.end('other');
      await once(other, 'data');
      other.destroy();
    }
  };
  /** Answers the open call with the body that it brought. */
  const answer = async (headers: Record<string, string> = {}): Promise<void> => {
    const call = open.shift();
    if (!call) throw new Error('no call is open');
    let body = '';
    for await (const chunk of call.request) body += String(chunk);
    call.response.writeHead(200, headers).end(`${call.request.url} ${body};`);
    await once(call.response, 'close');
  };
  const answers = (): string[] => received.match(/\/\d \w*(?=;)/g) ?? [];

  it('are answered in order, each after the one before', async () => {
    line.write([1, 2, 3, 4, 5].map((n) => get(`/${n}`)).join(''));
    for (let n = 1; n <= 5; n += 1) {
      await until(() => begun.length === n);
      await settle();
      expect(begun).toHaveLength(n);
      await answer();
    }
    await until(() => answers().length === 5);
    expect(answers()).toEqual(['/1 ', '/2 ', '/3 ', '/4 ', '/5 ']);
    line.write(get('/6'));
    await until(() => begun.length === 6);
    await answer();
    await until(() => answers().length === 6);
    expect(answers().at(-1)).toBe('/6 ');
  });

  it('bring their bodies, at once, late and when told to continue', async () => {
    const large = 'x'.repeat(500_000);
    line.write(get('/1') + post('/2', 'two') + post('/3', '').replace('0\r\n', `${large.length}\r\n`));
    line.write(
      large + get('/4', 'HEAD') + post('/5', '', 'Expect: 100-continue\r\n').replace('0\r\n', '4\r\n'),
    );
    await until(() => begun.length === 1);
    await answer();
    for (let n = 2; n <= 4; n += 1) {
      await until(() => begun.length === n);
      await answer();
    }
    await until(() => received.includes('HTTP/1.1 100 Continue'));
    line.write('five');
    await until(() => begun.length === 5);
    await answer();
    await until(() => answers().length === 4);
    expect(answers()).toEqual(['/1 ', '/2 two', `/3 ${large}`, '/5 five']);
    expect(begun).toContain('HEAD /4');
  });

  it('never begin when their connection ends before', async () => {
    line.write(get('/1') + post('/2', 'two'));
    await until(() => begun.length === 1);
    line.destroy();
    await settle();
    expect(begun).toEqual(['GET /1']);
    open.shift()?.response.end('late');
    await settle();
    expect(begun).toEqual(['GET /1']);
  });

  it('never begin behind an answer that ends the connection', async () => {
    line.write(get('/1') + post('/2', 'two'));
    await until(() => begun.length === 1);
    await answer({ connection: 'close' });
    await once(line, 'close');
    await settle();
    expect(begun).toEqual(['GET /1']);
  });

  it('end their connection when there are more than 32', async () => {
    line.write(Array.from({ length: 33 }, () => get('/1')).join(''));
    await settle();
    expect(line.readyState).toBe('open');
    line.write(get('/1'));
    await once(line, 'close');
    expect(begun).toHaveLength(1);
  });
});
