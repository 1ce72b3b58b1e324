import { describe, expect, it } from '@jest/globals';
import { PRIVILEGED_INTENTS } from '@pax/contracts';
import { GatewayIntentBits, PermissionFlagsBits } from 'discord.js';
import { readFileSync } from 'node:fs';
import { intentsOf, NO_INTENTS, privilegedOf } from './intents.js';
import { ALL_NEEDS } from './permissions.js';

const guide = readFileSync(
  new URL('../../../packages/system/docs/operators-guide.md', import.meta.url),
  'utf8',
);

describe("the invite link of the operator's guide (OWN-429)", () => {
  const link = new URL(/https:\/\/discord\.com\/oauth2\/authorize\?\S+/.exec(guide)?.[0] ?? '');

  it('asks for what the bot needs and no more', () => {
    const sum = ALL_NEEDS.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);
    expect(link.searchParams.get('permissions')).toBe(String(sum));
    const rows = [...guide.matchAll(/^\| `(\w+)` +\| \S/gm)].map(([, name]) => name);
    expect(rows.filter((name) => name !== undefined && name in PermissionFlagsBits)).toEqual([...ALL_NEEDS]);
  });

  it('has the scopes of a bot with commands', () => {
    expect(link.searchParams.get('scope')).toBe('bot applications.commands');
  });

  it('is right about pinning and about intents', () => {
    expect(guide).toContain(`(bit ${Math.log2(Number(PermissionFlagsBits.PinMessages))})`);
    expect(intentsOf(NO_INTENTS)).toEqual([GatewayIntentBits.Guilds]);
    for (const name of PRIVILEGED_INTENTS) {
      const wanted = { members: name === 'GuildMembers', messageContent: name === 'MessageContent' };
      expect(privilegedOf(wanted)).toEqual([name]);
      expect(intentsOf(wanted)).toContain(GatewayIntentBits[name]);
    }
    expect(guide).toContain('the shop needs none');
  });
});
