import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { discordUserAgent, SHOP_VERSION } from './version.js';

const WORKSPACES = [
  '.',
  'backend',
  'bot',
  'frontend',
  'packages/contracts',
  'packages/local',
  'packages/stand-ins',
  'packages/system',
];
const manifest = z.object({ version: z.string() });

describe('the version', () => {
  it.each(WORKSPACES)('is that of %s', (workspace) => {
    const file = new URL(`../../../${workspace}/package.json`, import.meta.url);
    expect(manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version).toBe(SHOP_VERSION);
  });

  it('stands in the name for Discord, with the address', () => {
    expect(discordUserAgent('https://shop.example')).toBe(
      `DiscordBot (https://shop.example, ${SHOP_VERSION})`,
    );
  });
});
