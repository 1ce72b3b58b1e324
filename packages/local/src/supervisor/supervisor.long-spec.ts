import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { until } from '../process/wait.js';
import { readSettings } from '../settings.js';
import {
  failingProgram,
  fakeInstallation,
  fakePrograms,
  findLeftovers,
  readPids,
  signalIgnoringBot,
  type FakeInstallation,
} from '../spec-support/fake-shop.js';
import { spawnProgram, type SpawnedProgram } from '../spec-support/spawned-program.js';
import type { ShopPrograms } from './start-child.js';
import { silentReporter } from './terminal-output.js';
import { Supervisor } from './supervisor.js';

const announcedSchema = z.object({ pid: z.number(), shopUrl: z.string() });

async function jsonFrom(url: string): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(await (await fetch(url)).json());
}

// Servers start slowly on a busy machine.
jest.setTimeout(60_000);

describe('the supervisor', () => {
  let installation: FakeInstallation;
  const supervisors: Supervisor[] = [];
  const starters: SpawnedProgram<z.infer<typeof announcedSchema>>[] = [];

  const supervisor = (
    plan: Partial<ShopPrograms> = {},
    environment: Record<string, string> = {},
  ): Supervisor => {
    const settings = readSettings({ ...installation.environment, ...environment });
    const made = new Supervisor(settings, silentReporter, { ...fakePrograms, ...plan });
    supervisors.push(made);
    return made;
  };
  const startInOtherProcess = async (
    plan: Partial<ShopPrograms> = {},
  ): Promise<SpawnedProgram<z.infer<typeof announcedSchema>>> => {
    const settings = Object.entries(installation.environment).map(([name, value]) => `${name}=${value}`);
    const prefix = ['env', '-u', 'REDIS_URL', '-u', 'DATABASE_URL', ...settings];
    const starter = await spawnProgram(
      'run-fake-shop',
      [JSON.stringify({ ...fakePrograms, ...plan })],
      announcedSchema,
      prefix,
    );
    starters.push(starter);
    return starter;
  };

  beforeEach(async () => {
    installation = await fakeInstallation();
  });
  afterEach(async () => {
    for (const starter of starters.splice(0)) {
      if (starter.child.exitCode === null && starter.child.signalCode === null) await starter.end('SIGTERM');
    }
    for (const one of supervisors.splice(0)) await one.stop({ atOnce: true });
    installation.remove();
  });

  it('starts everything, prints how to use it, and leaves no process behind (OWN-215)', async () => {
    const shop = supervisor();
    const overview = await shop.start();
    expect(overview).toMatchObject({
      shopUrl: installation.shopUrl,
      adminCode: 'CODE-FOR-ONE',
      accounts: [{ username: 'mia', password: 'mia-mia', role: 'customer' }],
    });
    expect(await jsonFrom(installation.shopUrl)).toMatchObject({ bot: 'connected' });
    const pids = readPids(installation.dataDir);
    expect(Object.keys(pids).sort((a, b) => a.localeCompare(b))).toEqual([
      'backend',
      'bot',
      'postgres',
      'stand-ins',
    ]);
    await shop.stop();
    expect(findLeftovers(installation.dataDir, pids)).toEqual([]);
    expect(existsSync(join(installation.dataDir, 'run.json'))).toBe(false);
  });

  it('runs beside another with ports and a folder of its own', async () => {
    const other = await fakeInstallation();
    const shops = [supervisor(), supervisor({}, other.environment)];
    try {
      await Promise.all(shops.map((shop) => shop.start()));
      const places = [installation, other].map(({ shopUrl }) => jsonFrom(shopUrl));
      const [one, two] = await Promise.all(places);
      expect([one?.['bot'], two?.['bot']]).toEqual(['connected', 'connected']);
      expect(one?.['pid']).not.toBe(two?.['pid']);
    } finally {
      await Promise.all(shops.map((shop) => shop.stop()));
      other.remove();
    }
  });

  it('keeps queues in PostgreSQL where the machine has no Redis', async () => {
    await supervisor({}, { PATH: '' }).start();
    expect(await jsonFrom(`${installation.shopUrl}/env?QUEUE_URL`)).toEqual({
      value: expect.stringMatching(/^postgres:\/\/pax_queues:.*\/queues$/),
    });
    expect(await jsonFrom(`${installation.shopUrl}/env?REDIS_URL`)).toEqual({});
  });

  it('ends everything on SIGTERM, although the bot ignores signals', async () => {
    const starter = await startInOtherProcess({ bot: signalIgnoringBot });
    const pids = readPids(installation.dataDir);
    await starter.end('SIGTERM');
    expect(findLeftovers(installation.dataDir, pids)).toEqual([]);
  });

  it('survives its own killing: children end by themselves, the next start works on the same data', async () => {
    const starter = await startInOtherProcess({ bot: signalIgnoringBot });
    const { postgres = 0, ...children } = readPids(installation.dataDir);
    await starter.end('SIGKILL');
    await until(() => findLeftovers('(no command)', children).length === 0, {
      deadlineMs: 20_000,
      what: 'orphans gone',
    });
    const next = supervisor();
    await next.start();
    const pids = readPids(installation.dataDir);
    expect(findLeftovers('(no command)', { postgres })).toEqual([]);
    await next.stop();
    expect(findLeftovers(installation.dataDir, pids)).toEqual([]);
  });

  it('ends orphans that have not yet noticed, when it is started at once after a kill', async () => {
    const starter = await startInOtherProcess();
    const pids = readPids(installation.dataDir);
    await starter.end('SIGKILL');
    await supervisor().start();
    expect(findLeftovers('(no command)', pids)).toEqual([]);
  });

  it('refuses a second start on the same data folder in one line', async () => {
    const first = supervisor();
    await first.start();
    const second = supervisor();
    await expect(second.start()).rejects.toThrow(
      /^a shop already runs at \S+ \(process \d+\) on DATA_DIR [^\n]*$/,
    );
    expect((await fetch(installation.shopUrl)).status).toBe(200);
  });

  it.each(['PORT', 'SANDBOX_PORT'])(
    'names the setting when %s is taken, and starts nothing',
    async (name) => {
      const portHolder = createServer();
      await new Promise<void>((resolve) => {
        portHolder.listen(Number(installation.environment[name]), '127.0.0.1', resolve);
      });
      try {
        await expect(supervisor().start()).rejects.toThrow(
          new RegExp(`^${name} \\d+ is taken: set ${name} to a free port$`),
        );
        expect(findLeftovers(installation.dataDir, {})).toEqual([]);
      } finally {
        await new Promise((resolve) => portHolder.close(resolve));
      }
    },
  );

  it('starts a backend anew that ends unasked', async () => {
    await supervisor().start();
    const before = await jsonFrom(installation.shopUrl);
    process.kill(Number(before['pid']), 'SIGKILL');
    const after = await until(
      async () => {
        const now = await jsonFrom(installation.shopUrl).catch(() => undefined);
        return now !== undefined && now['bot'] === 'connected' ? now : undefined;
      },
      { deadlineMs: 15_000, what: 'backend back' },
    );
    expect(after['pid']).not.toBe(before['pid']);
  });

  it('fails with the log of a part that cannot start, and leaves nothing running', async () => {
    await expect(supervisor({ seed: failingProgram('reach', 'the', 'database') }).start()).rejects.toThrow(
      'cannot: reach the database',
    );
    await expect(supervisor({ backend: failingProgram('read', 'settings') }).start()).rejects.toThrow(
      'cannot: read settings',
    );
    expect(findLeftovers(installation.dataDir, {})).toEqual([]);
  });

  it('opens without an admin code when nobody can be admin yet', async () => {
    const overview = await supervisor({ adminCode: failingProgram('find', 'an', 'admin') }).start();
    expect(overview.adminCode).toBe('');
  });

  it('can be stopped while it is still starting', async () => {
    const shop = supervisor({ backend: fakePrograms.standIns });
    const started = shop.start();
    await until(() => existsSync(join(installation.dataDir, 'logs', 'backend.log')), {
      deadlineMs: 20_000,
      what: 'backend',
    });
    await shop.stop();
    await expect(started).rejects.toThrow('stopped while starting');
    expect(findLeftovers(installation.dataDir, {})).toEqual([]);
  });

  it('keeps secrets and logs to its user, and the admin code out of them', async () => {
    const shop = supervisor();
    await shop.start();
    await shop.stop();
    expect(statSync(join(installation.dataDir, 'secrets.json')).mode & 0o077).toBe(0);
    const logs = join(installation.dataDir, 'logs');
    const written = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
    expect(written.join('')).toContain('seed | seeded');
    expect(written.join('')).not.toContain('CODE-FOR-ONE');
  });
});
