import { describe, expect, it } from '@jest/globals';
import { discordWorld, GENERAL_CHANNEL_ID, worldUser } from '../../identity.js';
import { Hub } from './hub.js';
import { findMentions } from './messages.js';
import type { AllowedMentions } from './message-schema.js';
import { seedState } from './seed.js';

const hub = new Hub(
  seedState(discordWorld, 0),
  discordWorld,
  () => 0,
  () => undefined,
);
const { id: customer } = worldUser('customer');
const { staff } = discordWorld.roles;

const called = (content: string, allowed?: AllowedMentions, author = discordWorld.botUserId) =>
  findMentions(hub, hub.channel(GENERAL_CHANNEL_ID), author, content, allowed, null);

describe('mentions', () => {
  it('are all found unless the sender says otherwise', () => {
    expect(called(`<@${customer}> <@!${customer}> <@&${staff}> @everyone`)).toEqual({
      users: [customer],
      roles: [staff],
      everyone: true,
    });
    const none = { users: [], roles: [], everyone: false };
    expect(called(`<@${customer}> <@&${staff}> @here`, { parse: [] })).toEqual(none);
    expect(called(`<@${customer}> <@&${staff}>`, { users: [customer] })).toEqual({
      ...none,
      users: [customer],
    });
  });

  it('are nothing in code, and no mass mention without the right to it', () => {
    expect(called(`\`<@${customer}>\` \`\`\`\n@everyone\n\`\`\``)).toEqual({
      users: [],
      roles: [],
      everyone: false,
    });
    expect(called(`@everyone <@&${staff}>`, undefined, customer)).toEqual({
      users: [],
      roles: [],
      everyone: false,
    });
    expect(called(`a lone \` before <@${customer}>`).users).toEqual([customer]);
  });
});
