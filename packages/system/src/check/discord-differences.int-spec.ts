import { describe, expect, it } from '@jest/globals';
import { readNumbers, findOutOfOrder, findWrongCalls } from './discord-differences.js';

/** @param second when the call was made */
const call = (method: string, path: string, status = 200, second = 0) => ({
  at: new Date(second * 1_000).toISOString(),
  method,
  path,
  status,
  agent: 'bot',
});
const begin = call('GET', '/v10/gateway/bot');
const post = (status: number, second = 0) => call('POST', '/v10/channels/1/messages', status, second);

describe('a call that Discord limits is a mistake', () => {
  it('of a first process, and of a later one that knew the limit', () => {
    expect(findWrongCalls([begin, post(429)])).toHaveLength(1);
    expect(findWrongCalls([begin, post(200), begin, post(200), post(429)])).toHaveLength(1);
    expect(findWrongCalls([begin, post(200), begin, post(429), post(429)])).toHaveLength(1);
  });

  it('but not as the first of its route in a later process, which cannot know', () => {
    const edit = (id: number, status: number) => call('PATCH', `/v10/channels/1/messages/${id}`, status);
    expect(findWrongCalls([begin, post(200), edit(1, 200), begin, post(429), edit(1, 429)])).toEqual([]);
    expect(findWrongCalls([begin, edit(1, 200), begin, edit(1, 429), edit(2, 429)])).toHaveLength(1);
  });

  it('unless the earlier process left that route alone, or long enough ago (OWN-136)', () => {
    expect(findWrongCalls([begin, begin, post(429)])).toHaveLength(1);
    expect(findWrongCalls([begin, post(200), begin, post(429, 5)])).toEqual([]);
    expect(findWrongCalls([begin, post(200), begin, post(429, 6)])).toHaveLength(1);
  });

  it('and a thread asked for again is none, once, where Discord opened it before', () => {
    const open = (status: number) => call('POST', '/v10/channels/1/messages/2/threads', status);
    expect(findWrongCalls([begin, open(201), begin, open(400)])).toEqual([]);
    expect(findWrongCalls([begin, open(201), open(400), open(400)])).toHaveLength(1);
    expect(findWrongCalls([begin, open(400)])).toHaveLength(1);
  });

  it('and every other wrong call is one, whenever it comes', () => {
    expect(findWrongCalls([begin, begin, post(400)])).toEqual([
      'Discord answered 400 to POST /v10/channels/1/messages (bot)',
    ]);
  });
});

describe('the posts of orders and tickets (OWN-134)', () => {
  it('are told from each other in the same channel', () => {
    const titled = (...titles: string[]) => ({ embeds: titles.map((title) => ({ title })) });
    const messages = [
      titled('#7 · Elytra × 1', '#8 · Coins × 20'),
      titled('Ticket #12 · Wo ist es?', 'Ticket #13 · #9 · Elytra', 'Discord lehnt den Bot ab'),
    ];
    expect(readNumbers(messages, 'order')).toEqual(['7', '8']);
    expect(readNumbers(messages, 'ticket')).toEqual(['12', '13']);
  });

  it('are in order when each shows its events as they came, whatever is between them (OWN-726)', () => {
    const posted = (...posts: [order: number, post: number][]) => ({
      embeds: posts.map(([order, number]) => ({
        title: `#${order} · Elytra × 1`,
        footer: { text: `AB12 · Post ${number}` },
      })),
    });
    expect(findOutOfOrder([posted([7, 1], [8, 5]), posted([9, 3], [7, 4])], 'order')).toEqual([]);
    expect(findOutOfOrder([posted([7, 4], [8, 5]), posted([7, 1])], 'order')).toEqual(['7']);
    const ticket = (number: number) => ({
      embeds: [{ title: 'Ticket #7', footer: { text: `Post ${number}` } }],
    });
    expect(findOutOfOrder([ticket(4), ticket(1)], 'ticket')).toEqual(['7']);
  });
});
