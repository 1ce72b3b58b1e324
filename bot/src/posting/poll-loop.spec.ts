import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger.js';
import { BackendUnavailableError } from '../shop-client.js';
import { BotErrors } from './alerts.js';
import { DiscordUnavailableError, PollLoop, WORKED, type PollResult } from './poll-loop.js';

describe('a loop that is interrupted (OWN-1291)', () => {
  const { signal } = new AbortController();
  const setUp = () => {
    const lines: string[] = [];
    const alerts: string[][] = [];
    const errors = new BotErrors({ raiseAlert: async (...alert) => void alerts.push(alert) });
    let failure: Error | undefined;
    const poll = async (): Promise<PollResult> => {
      if (failure) throw failure;
      return WORKED;
    };
    class Loop extends PollLoop {
      protected poll = poll;
    }
    const logger = createLogger({ level: 'warn', write: (line) => void lines.push(line) });
    const lease = { fence: 1, isHeld: () => true, confirmLease: () => Promise.resolve() };
    /** A loop as each lease starts one. */
    const newLoop = () => {
      const loop = new Loop({ name: 'orders', lease, logger });
      return (thrown?: Error) => {
        failure = thrown;
        return loop.pollOnce(signal, errors);
      };
    };
    const messages = () => lines.map((line) => String(JSON.parse(line).message));
    return { newLoop, messages, alerts };
  };
  const broken = () => new TypeError('undefined has no name');

  it.each([
    ['the backend', new BackendUnavailableError('away')],
    ['Discord', new DiscordUnavailableError('no member list')],
    ['the bot', broken()],
  ])('names %s as the cause, once', async (culprit, error) => {
    const { newLoop, messages } = setUp();
    const poll = newLoop();
    expect(await poll(error)).toBeGreaterThan(0);
    await poll(error);
    expect(messages()).toEqual([`posting interrupted by ${culprit}, tried again`]);
  });

  it('by an error of the bot raises one alert, and another only after it worked, whatever the lease (OWN-140)', async () => {
    const { newLoop, alerts } = setUp();
    await newLoop()(broken());
    const poll = newLoop();
    await poll(broken());
    expect(alerts).toEqual([['Fehler des Bots hält orders auf', 'TypeError: undefined has no name']]);
    await poll();
    await poll(broken());
    expect(alerts).toHaveLength(2);
  });

  it('by another part raises none, since that part does', async () => {
    const { newLoop, alerts } = setUp();
    const poll = newLoop();
    await poll(new BackendUnavailableError('away'));
    await poll(new DiscordUnavailableError('no member list'));
    expect(alerts).toEqual([]);
  });
});
