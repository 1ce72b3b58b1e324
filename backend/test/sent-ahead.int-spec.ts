import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestApp, type TestApp } from './app.js';
import { BackendProcess } from './backend-process.js';
import { sendRaw } from './raw-http.js';

jest.setTimeout(120_000);
const READ = 'GET /api/coin-stock HTTP/1.1\r\nHost: shop\r\n\r\n';
const LAST = 'GET /api/coin-stock HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n';
const FLOOD = 10_000;
const READS = 30;

describe('a connection that sends calls ahead', () => {
  let shop: TestApp;
  let program: BackendProcess;
  beforeAll(async () => {
    shop = await startTestApp();
    program = await BackendProcess.start(shop.databaseUrl);
  });
  afterAll(async () => {
    program.sendSignal('SIGKILL');
    await program.waitUntilEnded(5_000);
    await shop.close();
  });

  /** The slowest of some reads, ms. */
  const slowest = async (): Promise<number> => {
    const times: number[] = [];
    while (times.length < READS) {
      const begun = performance.now();
      const answer = await fetch(`${program.url}/api/coin-stock`);
      expect(await answer.json()).toEqual({ coinStock: 0 });
      times.push(performance.now() - begun);
    }
    return Math.max(...times);
  };

  it('delays nobody else (OWN-1219)', async () => {
    await slowest();
    const idle = await slowest();
    const { hostname, port } = new URL(program.url);
    const line = connect(Number(port), hostname);
    line.on('error', () => undefined);
    await once(line, 'connect');
    line.write(READ.repeat(FLOOD));
    const flooded = await slowest();
    line.destroy();
    expect(flooded).toBeLessThan(Math.max(250, 10 * idle));
  });

  it('has a few of them answered (OWN-1219)', async () => {
    const received = await sendRaw(program.url, `${READ.repeat(4)}${LAST}`);
    expect(received.match(/HTTP\/1\.1 200 OK[\s\S]*?\{"coinStock":0\}/g)).toHaveLength(5);
  });
});
