import { describe, expect, it } from '@jest/globals';
import { wrongCalls } from './discord-log.js';

const call = (method: string, path: string, status = 200) => ({ method, path, status, agent: 'bot' });
const begin = call('GET', '/v10/gateway/bot');
const post = (status: number) => call('POST', '/v10/channels/1/messages', status);

describe('a call that Discord limits is a mistake', () => {
  it('of a first process, and of a later one that knew the limit', () => {
    expect(wrongCalls([begin, post(429)])).toHaveLength(1);
    expect(wrongCalls([begin, post(200), begin, post(200), post(429)])).toHaveLength(1);
    expect(wrongCalls([begin, post(200), begin, post(429), post(429)])).toHaveLength(1);
  });

  it('but not as the first of its route in a later process, which cannot know', () => {
    const edit = (id: number, status: number) => call('PATCH', `/v10/channels/1/messages/${id}`, status);
    expect(wrongCalls([begin, post(200), begin, post(429), edit(1, 429)])).toEqual([]);
    expect(wrongCalls([begin, begin, edit(1, 429), edit(2, 429)])).toHaveLength(1);
  });

  it('and every other wrong call is one, whenever it comes', () => {
    expect(wrongCalls([begin, begin, post(400)])).toEqual([
      'Discord answered 400 to POST /v10/channels/1/messages (bot)',
    ]);
  });
});
