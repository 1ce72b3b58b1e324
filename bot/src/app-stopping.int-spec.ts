import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LiveBot } from '../test/live-bot.js';
import { waitUntil } from '../test/wait-until.js';

// Only a deadline for slow machines: the spec waits for conditions.
jest.setTimeout(60_000);

describe('a bot that is stopped', () => {
  const bot = new LiveBot(50);
  beforeAll(async () => {
    await bot.open();
    await bot.start();
    await bot.waitUntilRegistered();
  });
  afterAll(() => bot.close());

  it('gives the answers that are under way before it leaves (OWN-146)', async () => {
    let release = (): void => undefined;
    bot.shop.rules.holdUntil = new Promise((resolve) => (release = resolve));
    const asked = bot.command('pool');
    await waitUntil(() => bot.shop.calls.some(({ path }) => path === '/api/bot/stock'), 'the shop is asked');
    const stopped = bot.stop();
    const first = Promise.race([
      stopped.then(() => 'it left'),
      bot.waitForLogLine('answers are under way').then(() => 'it waits'),
    ]);
    expect(await first.finally(() => release())).toBe('it waits');
    await stopped;
    const answers = (await bot.discordCalls()).filter(({ path }) => path.endsWith('original'));
    expect(answers.map(({ method, status }) => [method, status])).toEqual([['PATCH', 200]]);
    expect(JSON.stringify(await asked)).toContain('750M');
  });
});
