import { describe, expect, it } from '@jest/globals';
import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { classifyDiscordError } from '../discord/failure.js';
import { getFailedMessageOutcome, isFailureOfAllMessages } from './direct-message-sender.js';

const NO_BODY = { files: undefined, body: {} };
const refusal = (status: number, code: number) =>
  new DiscordAPIError({ code, message: 'no' }, code, status, 'POST', '/', NO_BODY);
const limited = (route: string, global = false) =>
  new RateLimitError({
    retryAfter: 400,
    timeToReset: 0,
    global,
    hash: '',
    limit: 5,
    majorParameter: '',
    method: 'POST',
    route,
    scope: 'user',
    sublimitTimeout: 0,
    url: '',
  });
const MESSAGES = '/channels/:id/messages';
const badGateway = new HTTPError(502, 'Bad Gateway', 'POST', '/', NO_BODY);

describe('what a failed direct message comes to (OWN-612)', () => {
  it.each([
    ['messages of the person are closed', refusal(403, 50_007), { kind: 'closed' }],
    ['no server in common', refusal(403, 50_278), { kind: 'closed' }],
    ['no such person', refusal(404, 10_013), { kind: 'closed' }],
    ['words that Discord does not take', refusal(400, 50_035), { kind: 'refused', reason: '400 50035: no' }],
    ['a bot without a right', refusal(403, 50_013), { kind: 'later', waitMs: 600_000 }],
    ['a message that is gone', refusal(404, 10_008), { kind: 'later', waitMs: 600_000 }],
    ['channels opened too fast', refusal(400, 40_003), { kind: 'later', waitMs: 60_000 }],
    ['a limit', limited(MESSAGES), { kind: 'later', waitMs: 650 }],
    ['no answer', badGateway, { kind: 'later', waitMs: 2_000 }],
    ['a token that is refused', refusal(401, 0), { kind: 'later', waitMs: 2_000 }],
  ])('%s', (_, error, outcome) => {
    for (const isChannelKnown of [true, false])
      expect(getFailedMessageOutcome(error, classifyDiscordError(error), isChannelKnown)).toEqual(outcome);
  });

  it.each([
    ['deleted', refusal(404, 10_003)],
    ['of an application before', refusal(403, 50_001)],
  ])('a known channel that is %s is opened anew, and soon', (_, error) => {
    expect(getFailedMessageOutcome(error, classifyDiscordError(error), true)).toEqual({
      kind: 'later',
      waitMs: 2_000,
      isChannelLost: true,
    });
    // One that was opened just now would be the same again.
    expect(getFailedMessageOutcome(error, classifyDiscordError(error), false)).toEqual({
      kind: 'later',
      waitMs: 600_000,
    });
  });

  it.each([
    [true, 'a limit of the whole bot', limited(MESSAGES, true)],
    [true, 'a limit of opening channels', limited('/users/@me/channels')],
    [false, 'a limit of one channel', limited(MESSAGES)],
    [true, 'channels opened too fast', refusal(400, 40_003)],
    [true, 'a token that is refused', refusal(401, 0)],
    [true, 'no answer', badGateway],
    [false, 'closed messages', refusal(403, 50_007)],
    [false, 'words that Discord does not take', refusal(400, 50_035)],
    [false, 'a lost channel', refusal(403, 50_001)],
  ])('holds up everybody’s messages is %s of %s', (isOfAll, _, error) => {
    expect(isFailureOfAllMessages(error, classifyDiscordError(error))).toBe(isOfAll);
  });
});
