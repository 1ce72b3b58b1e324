import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { answerMalformed } from './malformed-requests.js';

describe('a connection on which no whole request comes in time (OWN-1235)', () => {
  let server: Server;
  beforeEach(async () => {
    const times = { requestTimeout: 40, headersTimeout: 40, connectionsCheckingInterval: 20 };
    server = createServer(times, (_request, response) => response.end('there'));
    server.on('clientError', answerMalformed);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => void server.close());

  /** @returns all that the server says until it closes */
  const answerTo = async (sent: string): Promise<string> => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const socket = connect(address.port, '127.0.0.1');
    if (sent !== '') socket.write(sent);
    let answer = '';
    for await (const part of socket) answer += String(part);
    return answer;
  };

  it('is closed without a word where nothing was sent', async () => {
    expect(await answerTo('')).toBe('');
  });

  it('is told where half a request was sent, or none that can be read', async () => {
    expect(await answerTo('GET / HTTP/1.1\r\nHost: shop')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"VALIDATION"/);
    expect(await answerTo('no request\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});
