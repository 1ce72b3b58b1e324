import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingsError } from '@pax/contracts/settings';
import { readSettings } from './settings.js';

const env = {
  DISCORD_TOKEN: 'x'.repeat(30),
  DISCORD_CLIENT_ID: '1184299640417775616',
  DISCORD_GUILD_ID: '1184301928354734080',
  DISCORD_CHANNEL_ORDERS: '1184303412795904081',
  DISCORD_CHANNEL_HISTORY: '1184303447319232593',
  DISCORD_CHANNEL_STOCK: '1184303480596840538',
  DISCORD_CHANNEL_ERROR: '1184303513069953115',
  DISCORD_STAFF_ROLE_ID: '1184302765190463519',
  BOT_API_TOKEN: 'y'.repeat(30),
};

function faultsOf(changes: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings({ ...env, ...changes });
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.faults : [String(error)];
  }
}

describe('settings', () => {
  it('have their defaults', () => {
    const settings = readSettings(env);
    expect(settings.discord.apiUrl).toBe('https://discord.com/api');
    expect(settings.backend.url).toBe('http://127.0.0.1:3000');
    expect(settings.queueUrl).toBe('redis://127.0.0.1:6379');
    expect(settings.discord.staffPing).toBeUndefined();
    expect(settings.joinReward).toBe(true);
    expect(readSettings({ ...env, JOIN_REWARD: 'off' }).joinReward).toBe(false);
    expect(settings.instanceId).toMatch(/^bot-[0-9a-f]{24}$/);
  });

  it('send tickets to the orders channel unless they have their own (OWN-129)', () => {
    expect(readSettings(env).discord.channels.tickets).toBe(env.DISCORD_CHANNEL_ORDERS);
    const own = { ...env, DISCORD_CHANNEL_TICKETS: '1184303546217549906' };
    expect(readSettings(own).discord.channels.tickets).toBe('1184303546217549906');
  });

  it('leave the channels for shoppers out unless they are named (OWN-1515)', () => {
    const { purchases, restocks } = readSettings(env).discord.channels;
    expect([purchases, restocks]).toEqual([undefined, undefined]);
    const named = { ...env, DISCORD_CHANNEL_RESTOCKS: '1184303614077144087' };
    expect(readSettings(named).discord.channels.restocks).toBe('1184303614077144087');
  });

  it('take QUEUE_URL before REDIS_URL', () => {
    const urls = { REDIS_URL: 'redis://127.0.0.1:1', QUEUE_URL: 'postgres://127.0.0.1:2/x' };
    expect(readSettings({ ...env, ...urls }).queueUrl).toBe(urls.QUEUE_URL);
    expect(readSettings({ ...env, ...urls, QUEUE_URL: '' }).queueUrl).toBe(urls.REDIS_URL);
  });

  it('name the role to ping, by id or as the staff role (OWN-143)', () => {
    expect(readSettings({ ...env, DISCORD_STAFF_PING: 'on' }).discord.staffPing).toBe(
      env.DISCORD_STAFF_ROLE_ID,
    );
    const other = '1184302811487731742';
    expect(readSettings({ ...env, DISCORD_STAFF_PING: other }).discord.staffPing).toBe(other);
    expect(readSettings({ ...env, DISCORD_STAFF_PING: 'off' }).discord.staffPing).toBeUndefined();
    expect(faultsOf({ DISCORD_STAFF_PING: 'on', DISCORD_STAFF_ROLE_ID: '' })).toHaveLength(1);
  });

  it('list every wrong key at once, without their values', () => {
    const faults = faultsOf({ DISCORD_TOKEN: 'short', DISCORD_GUILD_ID: 'pax', BACKEND_URL: 'ftp://x' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'DISCORD_TOKEN',
      'DISCORD_GUILD_ID',
      'BACKEND_URL',
    ]);
    expect(faults.join()).not.toContain('short');
  });

  it('name points to die at, those of the backend left out; unknown ones are refused (OWN-222)', () => {
    expect(readSettings(env).failpoints).toEqual([]);
    const FAILPOINTS = 'bot.claimed=kill,relay.numbered=kill,bot.accepted=kill@3';
    expect(readSettings({ ...env, FAILPOINTS }).failpoints).toEqual([
      { point: 'bot.claimed', passing: 1 },
      { point: 'bot.accepted', passing: 3 },
    ]);
    for (const wrong of ['bot.nowhere=kill', 'bot.claimed', 'bot.claimed=kill@0', 'bot.claimed=kill,,'])
      expect(faultsOf({ FAILPOINTS: wrong })).toEqual([expect.stringMatching(/^FAILPOINTS: /)]);
  });

  it('change nothing when the example is taken as it is (OWN-429)', () => {
    const example = parseEnv(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'));
    const BOT_INSTANCE_ID = 'bot-of-this-spec';
    expect(readSettings({ ...example, ...env, BOT_INSTANCE_ID })).toEqual(
      readSettings({ ...env, BOT_INSTANCE_ID, REDIS_URL: '' }),
    );
  });
});
