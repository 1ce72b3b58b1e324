import { describe, expect, it } from '@jest/globals';
import { SnowflakeUtil } from 'discord.js';
import { CALLER } from '../../test/samples.js';
import type { ReadMessage } from '../core/channel-messages.js';
import { stockBoardView } from '../views/stock-board-view.js';
import { HistorySearch } from './history-search.js';

const BEGUN_AT = Date.parse('2026-03-01T12:00:00.000Z');
const board = stockBoardView({ coinStock: 1, products: [] }, 'https://shop.test').render();
const { components } = board;
const batch = { id: 'stock-board', nonce: 'nonce-of-the-board' };

const aMessage = (more: Partial<ReadMessage>): ReadMessage => ({
  id: String(SnowflakeUtil.generate({ timestamp: BEGUN_AT + 1_000 })),
  author: { id: CALLER },
  embeds: [],
  components: [],
  ...more,
});
const find = (message: ReadMessage, payload?: object): Promise<string | undefined> => {
  const marks = payload ? 'numbered' : 'lasting';
  const search = new HistorySearch({ after: async () => [message] }, CALLER, marks);
  return search.find(batch, JSON.stringify(payload ?? board), BEGUN_AT, AbortSignal.timeout(1_000));
};
/** A message whose id says that it was written so long before the first attempt, ms. */
const writtenBefore = (ms: number, text: string): ReadMessage =>
  aMessage({
    id: String(SnowflakeUtil.generate({ timestamp: BEGUN_AT - ms })),
    embeds: [{ footer: { text } }],
  });

describe('the search for a message whose answer was lost (OWN-138, OWN-805)', () => {
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
    'finds it by the number in "%s", however far the clock of the shop runs ahead (OWN-722)',
    async (text) => {
      const message = writtenBefore(60_000, text);
      expect(await find(message, { embeds: message.embeds })).toBe(message.id);
      expect(await find(writtenBefore(60_000, text.replace('7', '77')), { embeds: message.embeds })).toBe(
        undefined,
      );
    },
  );
});
