import { describe, expect, it } from '@jest/globals';
import { DiscordAPIError, HTTPError, RateLimitError, type RateLimitData } from 'discord.js';
import { classifyDiscordError, classifySendError, createFailureLogFields } from './failure.js';
import { ANSWERED_BY_DISCORD } from './rest.js';

const refusal = (status: number, code: number | string) =>
  new DiscordAPIError({ code: Number(code), message: 'no' }, code, status, 'POST', '/', {
    files: undefined,
    body: {},
  });

const limited = (retryAfter: number, timeToReset: number, sublimitTimeout = 0, global = false) =>
  markAsAnswered({
    retryAfter,
    timeToReset,
    global,
    hash: '',
    limit: 5,
    majorParameter: '',
    method: 'POST',
    route: '/channels/:id/messages',
    scope: 'user',
    sublimitTimeout,
    url: '',
  });

/** A limit that Discord answered, as `rest.ts` marks it. */
function markAsAnswered(data: RateLimitData): RateLimitError {
  return Object.assign(new RateLimitError(data), { scope: ANSWERED_BY_DISCORD });
}

describe('discordFailure', () => {
  it.each([
    [refusal(400, 50_035), 'refused'],
    [refusal(413, 40_005), 'refused'],
    [refusal(403, 50_001), 'blocked'],
    [refusal(403, 50_013), 'blocked'],
    [refusal(404, 10_003), 'blocked'],
    [refusal(404, 10_008), 'gone'],
    [refusal(403, 50_005), 'gone'],
    [refusal(400, 50_083), 'blocked'],
    [refusal(400, 50_024), 'blocked'],
    [refusal(400, 50_008), 'blocked'],
    [refusal(400, 30_046), 'rate-limited'],
    [refusal(401, 0), 'unauthorized'],
    [refusal(400, 'html of a proxy'), 'unreachable'],
    [refusal(409, 0), 'unreachable'],
    [new HTTPError(502, 'Bad Gateway', 'POST', '/', { files: undefined, body: {} }), 'unreachable'],
    [new DOMException('aborted', 'AbortError'), 'unreachable'],
    ['nonsense', 'unreachable'],
  ])('sorts %s', (error, kind) => {
    expect(classifyDiscordError(error).kind).toBe(kind);
  });

  it('waits the longer of the two times of a limit, and a little more (OWN-136)', () => {
    expect(classifyDiscordError(limited(400, 900))).toEqual({ kind: 'rate-limited', waitMs: 1_150 });
    expect(classifyDiscordError(limited(2_000, -5))).toEqual({ kind: 'rate-limited', waitMs: 2_250 });
  });

  it.each([20_026, 40_003, 40_004, 40_006, 40_333, 110_001, 130_000])(
    'waits a minute where %i refuses the bot for a time, whatever the status (OWN-140)',
    (code) => {
      for (const status of [400, 403])
        expect(classifyDiscordError(refusal(status, code))).toEqual({
          kind: 'restricted',
          waitMs: 60_000,
          reason: `${status} ${code}: no`,
        });
    },
  );

  it('tells a limit of one message from that of its channel and of everything (OWN-140)', () => {
    expect(classifyDiscordError(limited(2_000, -5, 2_000))).toMatchObject({ sublimit: true });
    expect(classifyDiscordError(limited(2_000, -5, 2_000, true))).not.toHaveProperty('sublimit');
  });

  it('waits for edits of old messages as long as Discord names, else five minutes (OWN-136)', () => {
    const body = { code: 30_046, message: 'Maximum number of edits', retry_after: 1_800 };
    const named = new DiscordAPIError(body, 30_046, 400, 'PATCH', '/', { files: undefined, body: {} });
    const old = { kind: 'rate-limited', sublimit: true, oldEdits: true };
    expect(classifyDiscordError(named)).toEqual({ ...old, waitMs: 1_800_250 });
    expect(classifyDiscordError(refusal(400, 30_046))).toEqual({ ...old, waitMs: 300_000 });
  });

  it('takes a new message as refused by its channel where Discord answers that a message is gone (OWN-140)', () => {
    for (const error of [refusal(404, 10_008), refusal(403, 50_005)])
      expect(classifySendError(error)).toEqual({ ...classifyDiscordError(error), kind: 'blocked' });
    expect(classifySendError(refusal(400, 50_035)).kind).toBe('refused');
  });

  it('tells the bot’s own waiting from Discord’s answer (OWN-1291)', () => {
    const own = Object.assign(limited(400, 900), { scope: 'user' as const });
    expect(classifyDiscordError(own)).toEqual({ kind: 'rate-limited', waitMs: 1_150, byBot: true });
  });

  it('names kind, code and reason for the log (OWN-1291)', () => {
    const fields = (error: unknown) => createFailureLogFields(error, classifyDiscordError(error));
    expect(fields(refusal(403, 20_026))).toEqual({
      kind: 'restricted',
      code: 20_026,
      reason: '403 20026: no',
    });
    expect(fields(limited(400, 900))).toEqual({ kind: 'rate-limited' });
    expect(fields(new Error('cut'))).toEqual({ kind: 'unreachable', reason: 'Error: cut' });
  });
});
