import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot } from '../test/live-bot.js';
import { DIRECT_MESSAGE_CONTENTS, samplePosts } from '../test/docs-pages.js';
import { aPost } from '../test/samples.js';
import { findUndocumentedCalls } from '../test/documented-calls.js';
import { waitUntil } from '../test/wait-until.js';
import { createDirectMessageView } from './messages/direct-message-view.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const BUYER = discordWorld.users.find(({ username }) => username === 'coalheart')?.id ?? '';

describe('what the bot says of its own, by the real library', () => {
  const bot = new LiveBot(50);
  const { shop } = bot;
  beforeAll(async () => {
    await bot.open();
    await bot.start({
      DISCORD_CHANNEL_TICKETS: discordWorld.channels.tickets,
      DISCORD_CHANNEL_PURCHASES: discordWorld.channels.purchases,
      DISCORD_CHANNEL_RESTOCKS: discordWorld.channels.restocks,
    });
  });
  afterAll(() => bot.close());

  it.each(samplePosts().map((post, at) => [post.type, post, 950 + at] as const))(
    'is taken and reported: the post of %s',
    async (_, { type, channel, content }, id) => {
      shop.addPosts(channel, aPost(id, content, type));
      const stateOf = () => shop.posts.find(({ post }) => post.id === id)?.state;
      await waitUntil(() => stateOf() !== 'waiting', 'it is sent or refused');
      expect(stateOf()).toBe('sent');
      const { messageId } = shop.batches.find(({ postIds }) => postIds.includes(id)) ?? {};
      expect(await bot.readMessages(channel)).toContain(`"${messageId}"`);
    },
  );

  it.each(
    (['en', 'de'] as const).flatMap((language) =>
      DIRECT_MESSAGE_CONTENTS.map(([event, content]) => [event, language, content] as const),
    ),
  )('is taken and reported: the direct message of %s in %s', async (_, language, content) => {
    const { outcomes, message } = shop.directMessages.add(BUYER, content, { language });
    // Discord's limit may put it off first.
    await waitUntil(() => outcomes.some(({ kind }) => kind !== 'later'), 'it is sent or refused');
    expect(outcomes.at(-1)).toMatchObject({ kind: 'sent' });
    const [embed] = createDirectMessageView(message, '')?.embeds ?? [];
    expect(embed?.title).toBeTruthy();
    expect(await bot.readMessagesById(message.channelId ?? '')).toContain(JSON.stringify(embed?.title));
  });

  it('writes amounts as the German of the posts does (OWN-168)', async () => {
    const posted = await bot.readMessages('orders');
    expect(posted).toContain('8,50\u00a0$');
    expect(posted).not.toMatch(/\$\d/);
  });

  it('asks Discord nothing that is not documented', async () => {
    expect(findUndocumentedCalls(await bot.discordCalls())).toEqual([]);
    expect(shop.alerts).toEqual([]);
  });
});
