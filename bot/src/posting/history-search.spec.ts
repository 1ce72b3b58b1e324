import { describe, expect, it } from '@jest/globals';
import { SnowflakeUtil } from 'discord.js';
import { CALLER_ID } from '../../test/samples.js';
import { PAGE_SIZE, type FetchedMessage } from '../discord/channel-messages.js';
import { createStockBoardView } from '../messages/stock-board-view.js';
import { HistorySearch } from './history-search.js';

const BEGUN_AT = Date.parse('2026-03-01T12:00:00.000Z');
const board = createStockBoardView({ coinStock: 1, products: [] }, 'https://shop.test').render();
const { components } = board;
const batch = { id: 'stock-board', nonce: 'nonce-of-the-board' };

const aMessage = (more: Partial<FetchedMessage>): FetchedMessage => ({
  id: String(SnowflakeUtil.generate({ timestamp: BEGUN_AT + 1_000 })),
  author: { id: CALLER_ID },
  embeds: [],
  components: [],
  ...more,
});
const signal = AbortSignal.timeout(10_000);
/** What Discord answers of a channel: up to a hundred messages that follow an id, oldest first. */
const channelOf =
  (...messages: readonly FetchedMessage[]) =>
  async (id: string): Promise<FetchedMessage[]> =>
    messages
      .filter((message) => BigInt(message.id) > BigInt(id))
      .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .slice(0, PAGE_SIZE);
const find = (message: FetchedMessage, payload?: object): Promise<string | undefined> => {
  const marks = payload ? 'numbered' : 'lasting';
  const search = new HistorySearch({ listMessagesAfter: channelOf(message) }, CALLER_ID, marks);
  return search.findMessage(batch, JSON.stringify(payload ?? board), BEGUN_AT, signal);
};
/** A message whose id says that it was written so long before the first attempt, ms. */
const writtenBefore = (ms: number, text: string): FetchedMessage =>
  aMessage({
    id: String(SnowflakeUtil.generate({ timestamp: BEGUN_AT - ms })),
    embeds: [{ footer: { text } }],
  });

describe('the search for a message whose answer was lost (OWN-134, OWN-759)', () => {
  it.each([
    ['the nonce', { nonce: batch.nonce }],
    ['the mark of a message of components', { components }],
    ['the footer that the same message had as an embed', { embeds: [{ footer: { text: 'Bestandstafel' } }] }],
  ])('finds it by %s', async (_what, more) => {
    const message = aMessage(more);
    expect(await find(message)).toBe(message.id);
  });

  it.each([
    ['another nonce', { nonce: 'another', components }],
    ['another mark', { components: [{ type: 10, content: '-# Willkommensnachricht' }] }],
    ['the words of the mark in a text of somebody', { components: [{ type: 10, content: 'Bestandstafel' }] }],
    ['no mark', {}],
    ['another author', { author: { id: '1' }, components }],
    ['an earlier time', { id: String(SnowflakeUtil.generate({ timestamp: BEGUN_AT - 60_000 })), components }],
  ])('takes no message with %s for it', async (_what, more) => {
    expect(await find(aMessage(more))).toBeUndefined();
  });

  it.each(['Ab12-Cd34 · Post 7', 'Message 7 · /notifications', 'Nachricht 7 · /notifications'])(
    'finds it by the number in "%s", however far the clock of the shop runs ahead (OWN-134)',
    async (text) => {
      for (const aheadMs of [60_000, 9 * 60_000]) {
        const message = writtenBefore(aheadMs, text);
        expect(await find(message, { embeds: message.embeds })).toBe(message.id);
      }
      const { embeds } = writtenBefore(0, text);
      expect(await find(writtenBefore(60_000, text.replace('7', '77')), { embeds })).toBe(undefined);
    },
  );

  describe('in a channel of many messages', () => {
    const others = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) =>
      aMessage({ id: String(SnowflakeUtil.generate({ timestamp: BEGUN_AT + index })), nonce: 'another' }),
    );
    const ours = aMessage({
      id: String(SnowflakeUtil.generate({ timestamp: BEGUN_AT + 60_000 })),
      nonce: batch.nonce,
    });

    it('reads on until there are none left', async () => {
      const search = new HistorySearch(
        { listMessagesAfter: channelOf(...others, ours) },
        CALLER_ID,
        'numbered',
      );
      expect(await search.findMessage(batch, '{}', BEGUN_AT, signal)).toBe(ours.id);
      const none = new HistorySearch({ listMessagesAfter: channelOf(...others) }, CALLER_ID, 'numbered');
      expect(await none.findMessage(batch, '{}', BEGUN_AT, signal)).toBeUndefined();
    });

    it('goes on where it was interrupted, and begins anew for another message', async () => {
      const asked: string[] = [];
      const pageAfter = channelOf(...others, ours);
      const listAfter = async (id: string): Promise<FetchedMessage[]> => {
        asked.push(id);
        if (asked.length === 2) throw new Error('Discord does not answer');
        return pageAfter(id);
      };
      const search = new HistorySearch({ listMessagesAfter: listAfter }, CALLER_ID, 'numbered');
      await expect(search.findMessage(batch, '{}', BEGUN_AT, signal)).rejects.toThrow(
        'Discord does not answer',
      );
      expect(await search.findMessage(batch, '{}', BEGUN_AT, signal)).toBe(ours.id);
      expect(asked.slice(1)).toEqual([others[99]?.id, others[99]?.id, others[199]?.id]);
      const next = { id: 'the next', nonce: 'another' };
      expect(await search.findMessage(next, '{}', BEGUN_AT, signal)).toBe(others[0]?.id);
    });
  });
});
