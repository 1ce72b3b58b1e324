import { describe, expect, it } from '@jest/globals';
import { postCalls, type Batch, type EditTask, type Post } from '@pax/contracts';
import { StubShop, stubCall } from '../../test/stub-shop.js';
import { anOrderPost } from '../../test/samples.js';
import { ChannelMessages } from '../discord/channel-messages.js';
import { createRest } from '../discord/rest.js';
import { createLogger } from '../logger.js';
import { ServerClock } from '../shop-client.js';
import { BotErrors } from './alerts.js';
import { ChannelCircuits } from './circuit-breakers.js';
import { ChannelPoster } from './posting-loops.js';

const { signal } = new AbortController();
/** A post with content at which this bot breaks. */
const brokenPost: Post = {
  ...anOrderPost(1),
  get content(): never {
    throw new TypeError('undefined has no name');
  },
};
const batch: Batch = {
  id: 'batch-1',
  channel: 'orders',
  nonce: 'nonce',
  posts: [brokenPost],
  payload: null,
  firstAttemptAt: null,
  leaseUntil: '2026-03-01T12:01:00.000Z',
  remainingMs: 60_000,
};
const edit: EditTask = {
  batchId: 'batch-2',
  channel: 'orders',
  messageId: '1184303546217549907',
  editVersion: 2,
  posts: [brokenPost],
};

describe('a post that the bot cannot render (OWN-140, OWN-1291)', () => {
  const setUp = (claimed: { batch?: Batch; edit?: EditTask }) => {
    const lines: string[] = [];
    const alerts: string[] = [];
    const postponed: (number | undefined)[] = [];
    const raise = async (title: string) => void alerts.push(title);
    const logger = createLogger({ level: 'warn', write: (line) => void lines.push(line) });
    const circuitsDeps = {
      channel: 'orders',
      alerts: { raiseAlert: raise },
      logger,
      onUnauthorized: () => undefined,
    } as const;
    const poster = new ChannelPoster({
      channel: 'orders',
      shop: new StubShop(
        stubCall(postCalls.claimPosts, () => ({ batch: claimed.batch ?? null })),
        stubCall(postCalls.claimEdit, () => ({ edit: claimed.edit ?? null })),
        stubCall(postCalls.reportEdit, ({ body }) => void postponed.push(body.laterMs)),
      ),
      messages: new ChannelMessages(createRest('http://127.0.0.1:9', 'token', 'agent'), '1'),
      lease: { fence: 1, isHeld: () => true, confirmLease: () => Promise.resolve() },
      circuits: new ChannelCircuits(circuitsDeps),
      clock: new ServerClock(),
      logger,
      botUserId: '2',
    });
    const errors = new BotErrors({ raiseAlert: raise });
    const poll = () => poster.pollOnce(signal, errors);
    const logged = () => lines.map((line) => String(JSON.parse(line).message));
    return { poll, logged, alerts, postponed };
  };

  it('is the bot’s own error, which raises one alert', async () => {
    const { poll, logged, alerts } = setUp({ batch });
    expect(await poll()).toBeGreaterThan(0);
    await poll();
    expect(logged()).toEqual(['posting interrupted by the bot, tried again']);
    expect(alerts).toEqual(['Fehler des Bots hält orders auf']);
  });

  it('is the same in an edit, which is put off, so that it holds up no other', async () => {
    const { poll, logged, alerts, postponed } = setUp({ edit });
    expect(await poll()).toBeGreaterThan(0);
    expect(postponed).toEqual([3_600_000]);
    expect(logged()).toEqual(['posting interrupted by the bot, tried again']);
    expect(alerts).toEqual(['Fehler des Bots hält orders auf']);
  });
});
