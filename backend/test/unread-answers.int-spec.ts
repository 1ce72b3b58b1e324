import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startListeningApp, type ListeningApp } from './app.js';

jest.setTimeout(60_000);

/** More than the kernel takes for a connection whose other end does not read. */
const BYTES = 32 * 1024 * 1024;

describe('an answer that nobody reads (OWN-1235)', () => {
  let site: string;
  let shop: ListeningApp;
  /** How long a connection may stand still outside this spec, ms. */
  let stillMs: number;
  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'pax-unread-'));
    await writeFile(join(site, 'index.html'), '<!doctype html>');
    await writeFile(join(site, 'large.svg'), Buffer.alloc(BYTES, ' '));
    shop = await startListeningApp({}, { site });
    const server = shop.app.getHttpServer();
    stillMs = server.timeout;
    server.timeout = 1_000;
  });
  afterAll(async () => {
    await shop.close();
    await rm(site, { recursive: true, force: true });
  });

  it('may stand still for a minute', () => {
    expect(stillMs).toBe(60_000);
  });

  const ask = async (): Promise<{ mine: Socket; theirs: Socket }> => {
    const { hostname, port } = new URL(shop.url);
    const accepted = once(shop.app.getHttpServer(), 'connection');
    const mine = connect(Number(port), hostname);
    mine.on('error', () => undefined);
    mine.write('GET /large.svg HTTP/1.1\r\nHost: x\r\n\r\n');
    const [theirs]: Socket[] = await accepted;
    if (!theirs) throw new Error('no connection');
    return { mine, theirs };
  };

  it('ends its connection when no byte of it is taken for a minute', async () => {
    const { mine, theirs } = await ask();
    mine.pause();
    await once(theirs, 'close');
    expect(theirs.bytesWritten).toBeLessThan(BYTES);
    mine.destroy();
  });

  it('ends its connection when too little of it is taken, though some is (OWN-1235)', async () => {
    const server = shop.app.getHttpServer();
    const { timeout } = server;
    // As if a byte were taken now and then.
    server.timeout = 0;
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() * 3_600);
    const { mine, theirs } = await ask();
    mine.pause();
    await once(theirs, 'close');
    clock.mockRestore();
    server.timeout = timeout;
    expect(theirs.bytesWritten).toBeLessThan(BYTES);
    mine.destroy();
  });

  it('is sent whole to who reads it slowly', async () => {
    const { mine } = await ask();
    let bytes = 0;
    const began = performance.now();
    await new Promise<void>((resolve) => {
      mine.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        mine.pause();
        setTimeout(() => mine.resume(), 5);
        if (bytes >= BYTES) resolve();
      });
    });
    // Longer than a connection may stand still.
    expect(performance.now() - began).toBeGreaterThan(1_000);
    mine.destroy();
  });
});
