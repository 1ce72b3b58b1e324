import { describe, expect, it } from '@jest/globals';
import { discordWorld, GENERAL_CHANNEL_ID, worldUser } from '../../fixed-ids.js';
import { Hub } from './hub.js';
import { findMentions } from './messages.js';
import type { AllowedMentions } from './parse-message.js';
import { seedState } from './seed.js';

const hub = new Hub(
  seedState(discordWorld, 0),
  discordWorld,
  () => 0,
  () => undefined,
);
const { id: customer } = worldUser('customer');
const { staff } = discordWorld.roles;

const findIn = (content: string, allowed?: AllowedMentions, author = discordWorld.botUserId) =>
  findMentions(hub, hub.getChannel(GENERAL_CHANNEL_ID), author, content, allowed, null);

describe('mentions', () => {
  it('are all found unless the sender says otherwise', () => {
    expect(findIn(`<@${customer}> <@!${customer}> <@&${staff}> @everyone`)).toEqual({
      users: [customer],
      roles: [staff],
      everyone: true,
    });
    const none = { users: [], roles: [], everyone: false };
    expect(findIn(`<@${customer}> <@&${staff}> @here`, { parse: [] })).toEqual(none);
    expect(findIn(`<@${customer}> <@&${staff}>`, { users: [customer] })).toEqual({
      ...none,
      users: [customer],
    });
  });

  it('are nothing in code, and no mass mention without the right to it', () => {
    expect(findIn(`\`<@${customer}>\` \`\`\`\n@everyone\n\`\`\``)).toEqual({
      users: [],
      roles: [],
      everyone: false,
    });
    expect(findIn(`@everyone <@&${staff}>`, undefined, customer)).toEqual({
      users: [],
      roles: [],
      everyone: false,
    });
    expect(findIn(`a lone \` before <@${customer}>`).users).toEqual([customer]);
  });
});
