import { describe, expect, it } from '@jest/globals';
import { buildMessageLink } from './message-link.js';

describe('the address of a message in Discord', () => {
  const place = { guildId: '1', channelId: '2', messageId: '3' };

  it('lies below the address that the settings name', () => {
    for (const address of ['https://chat.test', 'https://chat.test/'])
      expect(buildMessageLink(address, place)).toBe('https://chat.test/channels/1/2/3');
  });

  it('is nothing while a part of the place is unknown', () => {
    const unknown = [
      { guildId: undefined },
      { channelId: undefined },
      { channelId: '' },
      { messageId: null },
    ];
    for (const part of unknown)
      expect(buildMessageLink('https://chat.test', { ...place, ...part })).toBeNull();
  });
});
