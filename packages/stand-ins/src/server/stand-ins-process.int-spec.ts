import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/stand-ins.mjs', import.meta.url));
let dataDir = '';
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stand-ins-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

function start(extra: Record<string, string> = {}): ChildProcess {
  const env = {
    SANDBOX_PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:1',
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
    PAYPAL_CLIENT_SECRET: 'paypal',
    DISCORD_TOKEN: 'token',
    DISCORD_CLIENT_ID: '1',
    DISCORD_CLIENT_SECRET: 'secret',
    ...extra,
  };
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  children.push(child);
  return child;
}

async function started(child: ChildProcess): Promise<string> {
  const [message] = await once(child, 'message');
  return String(message.url);
}

describe('the stand-ins as a process', () => {
  it('serve all stand-ins and end in order on SIGTERM', async () => {
    const child = start();
    const url = await started(child);
    expect(await (await fetch(`${url}/health`)).json()).toEqual({
      status: 'ok',
      standIns: ['stripe', 'paypal', 'partner', 'push', 'discord'],
    });
    expect((await fetch(`${url}/discord/world`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('end when the process that started them goes away', async () => {
    const child = start();
    await started(child);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    ['in production', { NODE_ENV: 'production' }],
    ['beside a public shop', { PUBLIC_URL: 'https://shop.example' }],
  ])('refuse to start %s', async (_where, extra) => {
    expect(await once(start(extra), 'exit')).toEqual([1, null]);
  });
});
