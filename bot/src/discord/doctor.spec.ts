import { describe, expect, it } from '@jest/globals';
import {
  PRIVILEGED_INTENTS,
  STAFF_PERMISSION_NAMES,
  findStaffPermissions,
  findVipRisks,
} from '@pax/contracts';
import { GatewayIntentBits, PermissionFlagsBits } from 'discord.js';
import { readFileSync } from 'node:fs';
import { listIntents, NO_INTENTS, listPrivilegedIntents } from './gateway.js';
import { ALL_PERMISSIONS } from './doctor.js';

const guide = readFileSync(
  new URL('../../../packages/system/docs/operators-guide.md', import.meta.url),
  'utf8',
);

describe("the invite link of the operator's guide (OWN-429)", () => {
  const link = new URL(/https:\/\/discord\.com\/oauth2\/authorize\?\S+/.exec(guide)?.[0] ?? '');

  it('asks for what the bot needs and no more', () => {
    const sum = ALL_PERMISSIONS.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);
    expect(link.searchParams.get('permissions')).toBe(String(sum));
    const listed = [...guide.matchAll(/^- `(\w+)`: \S/gm)].map(([, name]) => name);
    expect(listed.filter((name) => name !== undefined && name in PermissionFlagsBits)).toEqual([
      ...ALL_PERMISSIONS,
    ]);
  });

  it('has the scopes of a bot with commands', () => {
    expect(link.searchParams.get('scope')).toBe('bot applications.commands');
  });

  it('is right about pinning and about intents', () => {
    expect(guide).toContain(`(bit ${Math.log2(Number(PermissionFlagsBits.PinMessages))})`);
    expect(listIntents(NO_INTENTS)).toEqual([GatewayIntentBits.Guilds]);
    for (const name of PRIVILEGED_INTENTS) {
      const wanted = { members: name === 'GuildMembers', messageContent: name === 'MessageContent' };
      expect(listPrivilegedIntents(wanted)).toEqual([name]);
      expect(listIntents(wanted)).toContain(GatewayIntentBits[name]);
    }
    expect(guide).toContain('the shop needs none');
  });
});

describe('permissions of moderators, which a VIP role should not have (OWN-1159)', () => {
  const isOfStaff = (bit: bigint): boolean =>
    STAFF_PERMISSION_NAMES.some((name) => PermissionFlagsBits[name] === bit);
  const bits = [...new Set(Object.values(PermissionFlagsBits))];

  it('are each found by its own bit at Discord, and by no other', () => {
    for (const bit of bits) {
      const found = findStaffPermissions({ permissions: bit }).map((name) => PermissionFlagsBits[name]);
      expect(found).toEqual(isOfStaff(bit) ? [bit] : []);
    }
  });

  it('are a risk each, also beside all others, and so is a place above staff alone', () => {
    const everyOther = bits.filter((bit) => !isOfStaff(bit)).reduce((sum, bit) => sum | bit, 0n);
    const staff = { position: 5 };
    for (const position of [4, 5])
      expect(findVipRisks({ permissions: everyOther, position }, staff)).toEqual([]);
    for (const bit of bits.filter(isOfStaff))
      expect(findVipRisks({ permissions: everyOther | bit, position: 5 }, staff)).toEqual([
        'staff_permissions',
      ]);
    expect(findVipRisks({ permissions: everyOther, position: 6 }, staff)).toEqual(['above_staff']);
    expect(findVipRisks({ permissions: 8n, position: 6 }, staff)).toEqual([
      'staff_permissions',
      'above_staff',
    ]);
    expect(findVipRisks({ permissions: 0n, position: 6 }, undefined)).toEqual([]);
  });
});
