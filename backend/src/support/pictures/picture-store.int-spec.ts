import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MAX_PICTURE_BYTES, type Ticket, type UploadImageAnswer } from '@pax/contracts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import request, { type Response } from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { animatedWebp, noisePicture, phonePhoto, buildPng } from '../../../test/picture-files.js';
import { sendRaw } from '../../../test/raw-http.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { DeleteUnclaimedPictures } from '../tickets/ticket-pictures.js';
import { PictureEncoder } from './picture-encoder.js';

jest.setTimeout(60_000);

const UPLOAD = '/api/admin/images';
const ATTACH = '/api/support-tickets/attachments';
const TICKETS = '/api/support-tickets';
const FORM = { name: 'Jürgen', email: 'j@example.org', subject: 'A picture', message: 'See there.' };
const SMALL = buildPng({ width: 8, height: 8 });

describe('pictures', () => {
  let shop: ListeningApp;
  let admin: SignedIn;
  let customer: SignedIn;
  let callers = 0;
  beforeAll(async () => {
    shop = await startListeningApp({ TRUST_PROXY: '1', ...DISCORD_SETTINGS });
    // On a busy machine the largest picture takes longer than the shop's five seconds.
    shop.app.get(PictureEncoder).worker.ms = 40_000;
    [admin, customer] = [await signIn(shop, { admin: true }), await signIn(shop)];
  });
  afterAll(() => shop.close());

  const address = (): string => {
    callers += 1;
    return `203.0.${callers >> 8}.${callers & 255}`;
  };
  const upload = (bytes: Buffer, type = 'image/png', agent = admin.agent) =>
    agent.post(UPLOAD).set('content-type', type).set('x-forwarded-for', address()).send(bytes);
  const attach = (bytes: Buffer, from = address()) =>
    request(shop.url).post(ATTACH).set('content-type', 'image/png').set('x-forwarded-for', from).send(bytes);
  const attached = async (bytes: Buffer): Promise<string> =>
    (await attach(bytes).expect(201)).body.attachment;
  const send = (body: object, agent: SignedIn['agent'] = request.agent(shop.url)) =>
    agent.post(TICKETS).set('x-forwarded-for', address()).send(body);
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.code];
  const rowsIn = async (table: string): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query(`SELECT count(*)::int AS n FROM ${table}`);
    return row?.n ?? -1;
  };
  const shownIn = async (url: string) => {
    const answer = await request(shop.url).get(url).buffer(true).parse(bytesOf).expect(200);
    const bytes: Buffer = answer.body;
    return { bytes, headers: answer.headers, ...(await sharp(bytes).metadata()) };
  };

  describe('that are uploaded for products', () => {
    it('are made anew as WebP, upright and without metadata, whatever the file was called (OWN-551)', async () => {
      const files = [
        await phonePhoto(),
        await noisePicture().png().toBuffer(),
        await noisePicture().webp({ lossless: true }).toBuffer(),
      ];
      for (const [index, file] of files.entries()) {
        const { body }: { body: UploadImageAnswer } = await upload(file, 'image/webp').expect(201);
        expect(body.url).toBe(`/api/images/${body.file}`);
        const { bytes, format, width, height, exif, icc, xmp } = await shownIn(body.url);
        const size = index === 0 ? [32, 64] : [64, 32];
        expect([body.width, body.height]).toEqual(size);
        expect([format, width, height, exif, icc, xmp]).toEqual([
          'webp',
          ...size,
          undefined,
          undefined,
          undefined,
        ]);
        expect(bytes.toString('latin1')).not.toMatch(/Secret|GPS|Exif/);
      }
    });

    it('are shown to everybody, for ever, as nothing but a picture (OWN-32)', async () => {
      const { body } = await upload(SMALL).expect(201);
      const { headers } = await shownIn(body.url);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/(^|; )sandbox$/),
        'cache-control': expect.stringMatching(/^public, .*immutable$/),
      });
      const again = await request(shop.url).get(body.url).set('if-none-match', String(headers.etag));
      expect([again.status, again.text]).toEqual([304, '']);
      const wrong = ['0'.repeat(64), 'x', '..%2f..%2fpackage.json', body.file.replace('.webp', '')];
      for (const name of wrong)
        expect(codeOf(await request(shop.url).get(`/api/images/${name}`))).toEqual([404, 'NOT_FOUND']);
    });

    it('are stored once, also when they come at the same time, and a product takes their address (OWN-551)', async () => {
      const file = buildPng({ width: 9, height: 9 });
      const before = await rowsIn('pictures');
      const answers = await Promise.all([upload(file), upload(file), upload(file)]);
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1);
      expect(await rowsIn('pictures')).toBe(before + 1);
      const product = { name: 'Elytra', price: '5.00', category: 'items', image: answers[0]?.body.url };
      const made = await admin.agent.post('/api/admin/products').send(product).expect(201);
      expect(made.body.image).toBe(product.image);
    });

    it('lose what else is in their file, and show their first frame (OWN-551)', async () => {
      const script = '<script>alert(1)</script>';
      const polyglot = Buffer.concat([
        buildPng({ width: 8, height: 9, extra: [['tEXt', Buffer.from(`Comment\0${script}`)]] }),
        Buffer.from(`<html>${script}PK\u0003\u0004`),
      ]);
      const { body } = await upload(polyglot).expect(201);
      expect((await shownIn(body.url)).bytes.toString('latin1')).not.toMatch(/script|html|PK/);
      const moving = await upload(await animatedWebp(), 'image/webp').expect(201);
      expect([moving.body.width, moving.body.height]).toEqual([16, 16]);
      expect((await shownIn(moving.body.url)).pages ?? 1).toBe(1);
    });

    it('are made smaller where they are very large, up to 24 megapixels (OWN-551)', async () => {
      const { body } = await upload(buildPng({ width: 6_000, height: 4_000, grey: 7 })).expect(201);
      expect([body.width, body.height]).toEqual([2_560, 1_707]);
      const wide = await upload(buildPng({ width: 20_000, height: 4, grey: 7 })).expect(201);
      expect([wide.body.width, wide.body.height]).toEqual([2_560, 1]);
    });

    it('are refused by their content, and leave nothing (OWN-551)', async () => {
      const before = await rowsIn('pictures');
      const jpeg = await phonePhoto();
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
      const type = [415, 'UNSUPPORTED_MEDIA_TYPE'];
      const unreadable = [400, 'IMAGE_UNREADABLE'];
      const tooLarge = [400, 'IMAGE_TOO_LARGE'];
      const bomb = buildPng({ width: 30_000, height: 30_000, pixels: Buffer.alloc(4_000_000) });
      const files: [string, Buffer, unknown[]][] = [
        ['svg', svg, type],
        ['text', Buffer.from('just text'), type],
        ['html', Buffer.from('<!doctype html><script>1</script>'), type],
        ['gif', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1'), type],
        ['one byte', Buffer.alloc(1), type],
        ['svg behind the head of a PNG', Buffer.concat([SMALL.subarray(0, 8), svg]), unreadable],
        ['a head alone', SMALL.subarray(0, 33), unreadable],
        ['a cut PNG', (await noisePicture(300, 300).png().toBuffer()).subarray(0, 20_000), unreadable],
        ['a cut JPEG', jpeg.subarray(0, jpeg.length - 400), unreadable],
        ['a cut WebP', (await noisePicture(300, 300).webp().toBuffer()).subarray(0, 4_000), unreadable],
        ['too little in it', buildPng({ width: 4_000, height: 4_000, pixels: Buffer.alloc(10) }), unreadable],
        ['too many pixels', buildPng({ width: 6_001, height: 4_000 }), tooLarge],
        ['900 megapixels', bomb, tooLarge],
        [
          'sizes beyond all',
          buildPng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, pixels: Buffer.alloc(9) }),
          unreadable,
        ],
      ];
      for (const [name, file, expected] of files) {
        const startedAt = Date.now();
        expect([name, codeOf(await upload(file))]).toEqual([name, expected]);
        expect(Date.now() - startedAt).toBeLessThan(4_000);
      }
      expect(await rowsIn('pictures')).toBe(before);
    });

    it('are refused by type and length before they are read (OWN-551)', async () => {
      for (const type of ['image/svg+xml', 'image/gif', 'text/html', 'multipart/form-data; boundary=x'])
        expect(codeOf(await upload(SMALL, type))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(codeOf(await admin.agent.post(UPLOAD).send({ a: 1 }))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(codeOf(await admin.agent.post(UPLOAD))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      const other = admin.agent.put('/api/account/profile').set('content-type', 'image/png').send(SMALL);
      expect(codeOf(await other)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      const head = (length: string) =>
        `POST ${UPLOAD} HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookie}\r\nContent-Type: image/png\r\n${length}\r\n\r\n`;
      const declared = await sendRaw(shop.url, head(`Content-Length: ${MAX_PICTURE_BYTES + 1}`));
      expect(declared).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"BODY_TOO_LARGE"/);
      const part = 'x'.repeat(1024 * 1024);
      const chunks = `${part.length.toString(16)}\r\n${part}\r\n`.repeat(6);
      const streamed = await sendRaw(shop.url, `${head('Transfer-Encoding: chunked')}${chunks}`);
      expect(streamed).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"BODY_TOO_LARGE"/);
    });

    it('come from staff on the own site alone (OWN-551)', async () => {
      expect((await upload(SMALL, 'image/png', customer.agent)).status).toBe(403);
      expect((await upload(SMALL, 'image/png', request.agent(shop.url))).status).toBe(401);
      const foreign = await upload(SMALL).set('origin', 'https://evil.example');
      expect(codeOf(foreign)).toEqual([403, 'ORIGIN_FORBIDDEN']);
    });
  });

  describe('are made by a worker', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('that is ended when it hangs, two at a time with a few that wait, and may be sent again (OWN-551)', async () => {
      const encoder = shop.app.get(PictureEncoder);
      const { worker } = encoder;
      const program = join(folder, 'hangs.mjs');
      const log = join(folder, 'log');
      await writeFile(
        program,
        `import { appendFileSync } from 'node:fs'; appendFileSync('${log}', process.pid + ' '); setInterval(() => {}, 1e6);`,
      );
      encoder.worker = { program, ms: 200 };
      try {
        const many = Array.from({ length: 14 }, () =>
          encoder.encodePicture(SMALL, 'account').then(
            () => 'made',
            ({ code }) => code,
          ),
        );
        const ended = await Promise.all(many);
        const count = (code: string): number => ended.filter((one) => one === code).length;
        expect([count('UNAVAILABLE'), count('RATE_LIMITED')]).toEqual([10, 4]);
      } finally {
        encoder.worker = worker;
      }
      await upload(buildPng({ width: 10, height: 8 })).expect(201);
    });

    it('that another program kills is one to try again, not a picture that can not be read (OWN-551)', async () => {
      const encoder = shop.app.get(PictureEncoder);
      const { worker } = encoder;
      const program = join(folder, 'killed.mjs');
      await writeFile(program, `process.kill(process.pid, 'SIGKILL');`);
      encoder.worker = { ...worker, program };
      try {
        const answer = await upload(buildPng({ width: 11, height: 8 }));
        expect(codeOf(answer)).toEqual([503, 'UNAVAILABLE']);
        expect(answer.headers['retry-after']).toBe('5');
        await writeFile(
          program,
          `process.stdout.write(Buffer.alloc(17 * 1024 * 1024));setInterval(() => {}, 1e6);`,
        );
        expect(codeOf(await upload(buildPng({ width: 11, height: 8 })))).toEqual([400, 'IMAGE_UNREADABLE']);
      } finally {
        encoder.worker = worker;
      }
    });

    it('that has none of the secrets around it, and whose failure is no fault of the picture (OWN-551)', async () => {
      const encoder = shop.app.get(PictureEncoder);
      const { worker } = encoder;
      const program = join(folder, 'env.mjs');
      await writeFile(program, 'process.exitCode = Object.keys(process.env).length === 0 ? 4 : 1;');
      encoder.worker = { ...worker, program };
      try {
        await expect(encoder.encodePicture(SMALL, 'account')).rejects.toMatchObject({
          code: 'IMAGE_TOO_LARGE',
        });
        encoder.worker = { ...worker, program: join(folder, 'missing.mjs') };
        await expect(encoder.encodePicture(SMALL, 'account')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      } finally {
        encoder.worker = worker;
      }
    });
  });

  describe('of a ticket', () => {
    it('are seen by whoever has its token and by staff, and by nobody else (OWN-529)', async () => {
      // They are shown in the order of the form, not of their uploads.
      const second = await attached(buildPng({ width: 7, height: 5 }));
      const attachments = [await attached(buildPng({ width: 3, height: 5 })), second];
      const { id, token } = (await send({ ...FORM, attachments }).expect(201)).body;
      const byToken = `${TICKETS}/by-token/${token}`;
      const { body } = await request(shop.url).get(byToken).expect(200);
      expect(body.attachments).toMatchObject([
        { width: 3, height: 5 },
        { width: 7, height: 5 },
      ]);
      const [{ file }] = body.attachments;
      const shown = await shownIn(`${byToken}/attachments/${file}`);
      expect([shown.format, shown.width]).toEqual(['webp', 3]);
      expect(shown.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
      await admin.agent.get(`${TICKETS}/${id}/attachments/${file}`).expect(200);
      const [listed] = (await admin.agent.get('/api/admin/support-tickets').query({ q: `#${id}` })).body;
      expect(listed.attachments).toEqual(body.attachments);
      const strangers = [
        request(shop.url).get(`/api/images/${file}`),
        request(shop.url).get(`${TICKETS}/by-token/${'A'.repeat(22)}/attachments/${file}`),
        customer.agent.get(`${TICKETS}/${id}/attachments/${file}`),
      ];
      for (const one of strangers) expect(codeOf(await one)).toEqual([404, 'NOT_FOUND']);
      expect((await request(shop.url).get(`${TICKETS}/${id}/attachments/${file}`)).status).toBe(401);
    });

    it('are seen by the account that sent it, in its list and at once in the panel (OWN-529)', async () => {
      const attachments = [await attached(buildPng({ width: 11, height: 5 }))];
      const { id } = (await send({ ...FORM, attachments }, customer.agent).expect(201)).body;
      const { body }: { body: Ticket[] } = await customer.agent.get(TICKETS).expect(200);
      const ticket = body.find((one) => one.id === id);
      expect(ticket?.attachments).toMatchObject([{ width: 11 }]);
      const path = `${TICKETS}/${id}/attachments/${ticket?.attachments?.[0]?.file}`;
      await customer.agent.get(path).expect(200);
      const other = await signIn(shop);
      expect(codeOf(await other.agent.get(path))).toEqual([404, 'NOT_FOUND']);
    });

    it('are at most three, taken once, by one ticket, within an hour (OWN-529)', async () => {
      const refs = [
        await attached(SMALL),
        await attached(SMALL),
        await attached(SMALL),
        await attached(SMALL),
      ];
      expect(codeOf(await send({ ...FORM, attachments: refs }))).toEqual([400, 'VALIDATION']);
      expect(codeOf(await send({ ...FORM, attachments: [refs[0], refs[0]] }))).toEqual([400, 'VALIDATION']);
      const [first, second, third, old] = refs;
      const before = await rowsIn('tickets');
      const both = await Promise.all([first, first].map((ref) => send({ ...FORM, attachments: [ref] })));
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
      const gone = await send({ ...FORM, attachments: [second, first] });
      expect(codeOf(gone)).toEqual([409, 'ATTACHMENT_GONE']);
      await shop.database.query(
        "UPDATE ticket_pictures SET uploaded_at = uploaded_at - interval '61 minutes' WHERE ref_hash = encode(sha256($1), 'hex')",
        [Buffer.from(String(old))],
      );
      expect(codeOf(await send({ ...FORM, attachments: [old] }))).toEqual([409, 'ATTACHMENT_GONE']);
      expect(await rowsIn('tickets')).toBe(before + 1);
      await send({ ...FORM, attachments: [second, third] }).expect(201);
    });

    it('go with a form that is sent again, and other ones do not (OWN-826)', async () => {
      const [one, two, other] = [await attached(SMALL), await attached(SMALL), await attached(SMALL)];
      const form = { ...FORM, requestId: 'd7c1d0a94e5f4c38a1b2c3d4e5f60718', attachments: [one, two] };
      const { body: first } = await send(form).expect(201);
      const before = await rowsIn('tickets');
      expect((await send(form).expect(201)).body).toEqual(first);
      for (const attachments of [[two, one], [one], [], [one, two, other]])
        expect(codeOf(await send({ ...form, attachments }))).toEqual([409, 'CONFLICT']);
      expect(await rowsIn('tickets')).toBe(before);
    });

    it('that no ticket took go after an hour, with their bytes where nobody else uses them (OWN-529)', async () => {
      const shared = buildPng({ width: 13, height: 3 });
      await attached(buildPng({ width: 12, height: 3 }));
      await attached(shared);
      const { body } = await upload(shared).expect(201);
      await shop.database.query(
        "UPDATE ticket_pictures SET uploaded_at = uploaded_at - interval '61 minutes' WHERE ticket_id IS NULL",
      );
      const kept = await attached(buildPng({ width: 14, height: 3 }));
      await shop.app.get(DeleteUnclaimedPictures).deleteUnclaimed();
      const widths: { width: number }[] = await shop.database.query(
        'SELECT width FROM pictures WHERE width IN (12, 13, 14) ORDER BY 1',
      );
      expect(widths.map(({ width }) => width)).toEqual([13, 14]);
      await request(shop.url).get(body.url).expect(200);
      await send({ ...FORM, attachments: [kept] }).expect(201);
    });

    it('go while the same one is uploaded again, and both succeed (OWN-529)', async () => {
      const file = buildPng({ width: 15, height: 3 });
      const stale =
        "UPDATE ticket_pictures SET uploaded_at = uploaded_at - interval '61 minutes' WHERE ticket_id IS NULL";
      for (let turn = 0; turn < 2; turn += 1) {
        await attached(file);
        await shop.database.query(stale);
        const [again] = await Promise.all([
          attached(file),
          shop.app.get(DeleteUnclaimedPictures).deleteUnclaimed(),
        ]);
        await send({ ...FORM, attachments: [again] }).expect(201);
        await shop.database.query(
          'DELETE FROM ticket_pictures WHERE hash IN (SELECT hash FROM pictures WHERE width = 15)',
        );
      }
    });

    it('are 20 MB a day from one address, counted before they are read (OWN-529)', async () => {
      const from = '198.51.100.20';
      const heavy = Buffer.alloc(MAX_PICTURE_BYTES);
      const answers: number[] = [];
      for (let n = 0; n < 5; n += 1) answers.push((await attach(heavy, from)).status);
      expect(answers).toEqual([415, 415, 415, 415, 429]);
      const bodyless = `POST ${ATTACH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: image/png\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n`;
      expect(await sendRaw(shop.url, bodyless)).toMatch(/^HTTP\/1\.1 429 /);
      await attach(SMALL).expect(201);
    });
  });
});

/** Reads an answer's body as bytes. */
function bytesOf(answer: Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => done(null, Buffer.concat(chunks)));
}
