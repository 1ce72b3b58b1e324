import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { testSettings } from '../../../test/settings.js';
import { Clock } from '../../common/clock.js';
import { ServerInfoSource } from './server-info.js';

class SpecClock extends Clock {
  private movedMs = 0;

  move(ms: number): void {
    this.movedMs += ms;
  }

  override now(): Date {
    return new Date(super.now().getTime() + this.movedMs);
  }
}

describe('what the site says of the Discord server (OWN-159, ADMIN-7.24)', () => {
  let discord: Server;
  let clock: SpecClock;
  let source: ServerInfoSource;
  let status: number;
  const asked: string[] = [];

  beforeEach(async () => {
    status = 200;
    asked.length = 0;
    clock = new SpecClock();
    discord = createServer((call, answer) => {
      asked.push(`${call.url} ${call.headers.authorization}`);
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ id: '1', name: 'The Guild', approximate_member_count: 42 }));
    });
    const port = await new Promise<number>((resolve) => {
      discord.listen(0, '127.0.0.1', () => {
        const address = discord.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const settings = testSettings('postgres://unused/unused', {
      DISCORD_API_URL: `http://127.0.0.1:${port}/api`,
      DISCORD_TOKEN: 'token-of-specs',
      DISCORD_GUILD_ID: '500000000000000001',
      DISCORD_INVITE_URL: 'https://discord.gg/pax',
    });
    source = new ServerInfoSource(clock, settings);
  });
  afterEach(() => {
    discord.closeAllConnections();
    discord.close();
  });

  const told = {
    serverName: 'The Guild',
    memberCount: 42,
    inviteLink: 'https://discord.gg/pax',
    joinReward: true,
  };

  it('is asked of Discord once a minute, however many look', async () => {
    await Promise.all([source.get(), source.get(), source.get()]);
    clock.move(59_000);
    expect(await source.get()).toEqual(told);
    expect(asked).toEqual(['/api/v10/guilds/500000000000000001?with_counts=true Bot token-of-specs']);
    clock.move(2_000);
    await source.get();
    expect(asked).toHaveLength(2);
  });

  it('stays what it was while Discord is away', async () => {
    await source.get();
    clock.move(61_000);
    status = 500;
    expect(await source.get()).toEqual(told);
    discord.closeAllConnections();
    discord.close();
    clock.move(61_000);
    expect(await source.get()).toEqual(told);
  });

  it('is what was configured when Discord never answered', async () => {
    status = 401;
    expect(await source.get()).toEqual({ ...told, serverName: 'Pax Market', memberCount: 0 });
  });
});
