import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request, { type Response } from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { buildPng } from '../../../test/picture-files.js';
import { sendRaw } from '../../../test/raw-http.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { UploadPlaces } from '../../platform/limits/upload-places.js';
import { PictureEncoder } from './picture-encoder.js';

jest.setTimeout(60_000);

const UPLOAD = '/api/admin/images';
const ATTACH = '/api/support-tickets/attachments';
const SMALL = buildPng({ width: 8, height: 8 });

describe('uploads, before any of them is read', () => {
  let shop: ListeningApp;
  let admin: SignedIn;
  let customer: SignedIn;
  let callers = 0;
  beforeAll(async () => {
    shop = await startListeningApp({ TRUST_PROXY: '1' });
    [admin, customer] = [await signIn(shop, { admin: true }), await signIn(shop)];
  });
  afterAll(() => shop.close());

  const address = (): string => `203.0.113.${(callers += 1)}`;
  const upload = (bytes: Buffer) =>
    admin.agent.post(UPLOAD).set('content-type', 'image/png').set('x-forwarded-for', address()).send(bytes);
  const attach = (bytes: Buffer, from = address()) =>
    request(shop.url).post(ATTACH).set('content-type', 'image/png').set('x-forwarded-for', from).send(bytes);
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.code];

  it('are no JSON, which would be parsed first: 5 MB of it cost nothing (OWN-551)', async () => {
    const nested = `{"a":${'['.repeat(1_000)}${'0,'.repeat(2_400_000)}0${']'.repeat(1_000)}}`;
    const parse = jest.spyOn(JSON, 'parse');
    for (const [path, agent] of [
      [UPLOAD, admin.agent],
      [ATTACH, request.agent(shop.url)],
    ] as const) {
      const asked = agent.post(path).set('content-type', 'application/json');
      const answer = await asked.set('x-forwarded-for', address()).send(nested);
      expect(codeOf(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
    const stranger = request(shop.url).post(UPLOAD).set('content-type', 'application/json').send(nested);
    expect(codeOf(await stranger)).toEqual([401, 'UNAUTHENTICATED']);
    expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
    parse.mockRestore();
  });

  it('end when they come too slowly to be a picture on its way (OWN-1216)', async () => {
    const head = `POST ${ATTACH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address()}\r\n`;
    const began = performance.now();
    const ended = await sendRaw(
      shop.url,
      `${head}Content-Type: image/png\r\nContent-Length: 4000000\r\n\r\nslow`,
    );
    expect(ended).toMatch(/^HTTP\/1\.1 400 /);
    // Long before a call may take no longer, 30 s.
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('keep no place when their connection ends before they have one (OWN-1216)', async () => {
    const from = address();
    const { hostname, port } = new URL(shop.url);
    const cut = async (): Promise<void> => {
      const [accepted, client] = [
        once(shop.app.getHttpServer(), 'connection'),
        connect(Number(port), hostname),
      ];
      const [connection]: Socket[] = await accepted;
      const isChecked = new Promise<void>((resolve) => {
        jest.spyOn(shop.app.get(RateLimiter), 'take').mockImplementationOnce(async () => {
          client.destroy();
          if (connection?.closed === false) await once(connection, 'close');
          resolve();
        });
      });
      client.write(
        `POST ${ATTACH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: image/png\r\nContent-Length: 70\r\n\r\n`,
      );
      await isChecked;
    };
    await cut();
    await cut();
    expect((await attach(SMALL, from)).status).toBe(201);
  });

  it('are read a few at a time, of one caller and of all, and visitors leave room (OWN-551, OWN-1216)', async () => {
    const began: Socket[] = [];
    const begin = async (from: string): Promise<Socket> => {
      const { hostname, port } = new URL(shop.url);
      const socket = connect(Number(port), hostname);
      began.push(socket);
      await once(socket, 'connect');
      socket.write(
        `POST ${ATTACH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\n`,
      );
      return socket;
    };
    const ask = (from: string) => attach(Buffer.alloc(9), from);
    /** Not by the count of an hour, after which one waits longer. */
    const isFull = ({ headers }: Response): boolean => headers['retry-after'] === '2';
    const [one, other, third, fresh] = [address(), address(), address(), address()];
    for (const from of [one, one]) await begin(from);
    expect(codeOf(await until(() => ask(one), isFull))).toEqual([429, 'RATE_LIMITED']);
    expect((await ask(fresh)).status).toBe(415);
    // Two addresses leave room for a third: one of visitors takes two places at most (OWN-1216).
    for (const from of [other, other]) await begin(from);
    expect((await ask(fresh)).status).toBe(415);
    for (const from of [third, third]) await begin(from);
    // All places are taken, and a caller without one gets the last of whoever has several (OWN-1216).
    const lastTwo = began.slice(-2);
    const ended = Promise.race(lastTwo.map((socket) => once(socket, 'data')));
    await until(
      () => ask(address()),
      (answer) => answer.status === 415 && lastTwo.some(({ destroyed }) => destroyed),
    );
    expect(String(await ended)).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
    expect((await upload(SMALL)).status).toBe(201);
    const own = customer.agent.post(ATTACH).set('content-type', 'image/png');
    expect((await own.set('x-forwarded-for', one).send(SMALL)).status).toBe(201);
    // A stranger takes no place of staff: who it is, is known before the body is read.
    const strange = `POST ${UPLOAD} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\n`;
    expect(await sendRaw(shop.url, strange)).toMatch(/^HTTP\/1\.1 401 /);
    for (const socket of began) socket.destroy();
    expect(
      (
        await until(
          () => ask(address()),
          (answer) => !isFull(answer),
        )
      ).status,
    ).toBe(415);
  });

  it('of visitors delay no customer, and of neither staff; each that stays is made in the end (OWN-1216)', async () => {
    const encoder = shop.app.get(PictureEncoder);
    const { worker } = encoder;
    const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
    const program = join(folder, 'slow-for-visitors.mjs');
    // Hangs over a large picture until a file says that the crowd is over.
    await writeFile(
      program,
      `import { existsSync } from 'node:fs';
       let bytes = 0;
       for await (const chunk of process.stdin) bytes += chunk.length;
       const end = () => bytes > 500 && !existsSync('${folder}/over') ? setTimeout(end, 20) : process.stdout.write(Buffer.alloc(9, 1));
       end();`,
    );
    encoder.worker = { program, ms: 60_000 };
    const answered: string[] = [];
    const note = (who: string) => (answer: Response) => {
      answered.push(who);
      expect(codeOf(answer)).toEqual([201, undefined]);
    };
    const large = Buffer.concat([SMALL, Buffer.alloc(1_000)]);
    const places = jest.spyOn(UploadPlaces.prototype, 'takeUploadPlace');
    const given = async (): Promise<number> =>
      places.mock.results.filter(({ type }) => type === 'return').length;
    try {
      const [one, other, third] = [address(), address(), address()];
      const crowd = [one, one, other, other, third, third].map((from) =>
        attach(large, from).then(({ status }) => status),
      );
      // An upload that came before the crowd would take a place of it.
      await until(given, (count) => count === crowd.length);
      expect(codeOf(await attach(SMALL, one))).toEqual([429, 'RATE_LIMITED']);
      const asCustomer = (bytes: Buffer) =>
        customer.agent
          .post(ATTACH)
          .set('content-type', 'image/png')
          .set('x-forwarded-for', address())
          .send(bytes);
      await asCustomer(SMALL).then(note('customer'));
      const before = await given();
      const customers = [large, large, large].map((bytes) => asCustomer(bytes).then(note('customer')));
      await until(given, (count) => count === before + customers.length);
      expect(codeOf(await asCustomer(SMALL))).toEqual([429, 'RATE_LIMITED']);
      await upload(SMALL).then(note('staff'));
      expect(answered).toEqual(['customer', 'staff']);
      // A caller without a place gets one of the crowd's, though all of these are read.
      const fresh = attach(SMALL).then(note('visitor'));
      expect(await Promise.race(crowd)).toBe(429);
      await writeFile(join(folder, 'over'), '');
      await Promise.all([fresh, ...customers]);
      expect((await Promise.all(crowd)).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 429]);
      expect(answered.slice(2, 4)).toEqual(['customer', 'customer']);
    } finally {
      encoder.worker = worker;
      places.mockRestore();
      await rm(folder, { recursive: true });
    }
  });
});
