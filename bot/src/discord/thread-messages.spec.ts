import { describe, expect, it } from '@jest/globals';
import { ThreadHistory } from './thread-messages.js';
import { PAGE_SIZE } from './channel-messages.js';

/** As Discord answers, the newest first. */
const messages = (count: number, bots: readonly number[]) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(count - at),
    author: { id: '1', username: 'ann', bot: bots.includes(count - at) },
    content: `line ${count - at}`,
    timestamp: '2026-03-01T10:00:00+00:00',
  }));
const pageOf = async (answer: object[]) =>
  new ThreadHistory({ get: async () => answer }, '9').listMessagesAfter(
    '8',
    '0',
    new AbortController().signal,
  );

describe('what stands in a thread (OWN-746)', () => {
  it('is read on after a full page, whoever wrote in it', async () => {
    const page = await pageOf(messages(PAGE_SIZE, [3, PAGE_SIZE]));
    expect(page.lines.map(({ text }) => text).slice(0, 3)).toEqual(['line 1', 'line 2', 'line 4']);
    expect(page.next).toBe(String(PAGE_SIZE));
  });

  it('ends with a page that is not full', async () => {
    expect((await pageOf(messages(PAGE_SIZE - 1, []))).next).toBeUndefined();
  });
});
