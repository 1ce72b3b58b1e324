import { afterAll, describe, expect, it } from '@jest/globals';
import { LiveBot } from '../test/live-bot.js';

describe('a bot of a spec', () => {
  const bot = new LiveBot();
  afterAll(() => bot.close());

  it('runs once at a time, and not once it is closed, whatever a late hook still does', async () => {
    await bot.open();
    await bot.start();
    expect(() => bot.startWithoutWaiting()).toThrow('runs already');
    await bot.close();
    expect(() => bot.startWithoutWaiting()).toThrow('closed');
    await bot.open();
    await expect(bot.start()).rejects.toThrow('closed');
    await expect(bot.discordCalls()).rejects.toThrow('not open');
  });
});
