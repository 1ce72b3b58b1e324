import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { addRequestContext } from '../../../platform/http/request-context.js';
import { isVerified, runInTurn } from './paypal-message-verification.js';

const BODY = Buffer.from('txn_id=A&first_name=J\u00fcrgen+%FC&charset=windows-1252', 'latin1');

describe('asking PayPal about a notification (OWN-715)', () => {
  const asked: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  let answer: (response: ServerResponse) => void;
  const paypal = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({ headers: request.headers, body: Buffer.concat(chunks) });
      answer(response);
    });
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      paypal.listen(0, '127.0.0.1', resolve);
    });
    const address = paypal.address();
    if (address === null || typeof address === 'string') throw new Error('there is no port');
    url = `http://127.0.0.1:${address.port}/cgi-bin/webscr`;
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(async () => {
    paypal.closeAllConnections();
    await new Promise((resolve) => {
      paypal.close(resolve);
    });
  });

  it.each([
    ['VERIFIED', true],
    ['VERIFIED\n', true],
    ['INVALID', false],
  ])('sends it back byte for byte, says who asks, and takes %j for %s', async (word, expected) => {
    answer = (response) => response.end(word);
    expect(await isVerified(url, BODY)).toBe(expected);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body.equals(Buffer.concat([Buffer.from('cmd=_notify-validate&'), BODY]))).toBe(true);
    expect(asked[0]?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': expect.stringMatching(/^Pax Market\//),
    });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['another word', (response) => response.end('OK')],
    ['a word within others', (response) => response.end('<p>VERIFIED</p>')],
    ['VERIFIED with an error', (response) => response.writeHead(500).end('VERIFIED')],
    [
      'a redirect, which drops the body',
      (response) => {
        answer = (second) => second.end('VERIFIED');
        response.writeHead(302, { location: '/' }).end();
      },
    ],
    ['a cut line', (response) => response.destroy()],
  ])('knows nothing after %s', async (_, given) => {
    answer = given;
    await expect(isVerified(url, BODY)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  });

  it('asks about ten at a time and lets a hundred wait', async () => {
    const open: ServerResponse[] = [];
    answer = (response) => open.push(response);
    const all = Array.from({ length: 111 }, () => isVerified(url, BODY));
    await expect(all.at(-1)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    while (open.length < 10) await new Promise(setImmediate);
    expect(open).toHaveLength(10);
    answer = (response) => response.end('INVALID');
    for (const response of open) response.end('INVALID');
    expect(await Promise.all(all.slice(0, -1))).not.toContain(true);
  });

  it('asks for each network in turn, so that a flood delays itself alone', async () => {
    const open: (() => void)[] = [];
    const senders: string[] = [];
    const fastify = Fastify({ trustProxy: true });
    addRequestContext(fastify);
    fastify.post('/', ({ ip }) =>
      runInTurn(
        () =>
          new Promise<void>((resolve) => {
            senders.push(ip);
            open.push(resolve);
          }),
      ).then(() => 'asked'),
    );
    const bring = (from: string) =>
      fastify.inject({ method: 'POST', url: '/', headers: { 'x-forwarded-for': from } });
    const flood = Array.from({ length: 110 }, (_, n) => bring(`203.0.113.${n}`));
    while (open.length < 10) await new Promise(setImmediate);
    const own = bring('198.51.100.1');
    await new Promise(setImmediate);
    open.shift()?.();
    while (senders.length < 11) await new Promise(setImmediate);
    expect(senders.at(-1)).toBe('198.51.100.1');
    while (senders.length < 110) {
      open.shift()?.();
      await new Promise(setImmediate);
    }
    for (const end of open) end();
    expect((await own).statusCode).toBe(200);
    const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(1);
    await fastify.close();
  });
});
