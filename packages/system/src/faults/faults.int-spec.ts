import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHORT } from './timings.js';
import { scenarioNamed } from './scenarios.js';
import { FaultHarness } from './fault-harness.js';

const TIMEOUT_MS = 150_000;

/** One of each kind once, at short times, in one shop, compared whole after each part; `npm run faults` plays all of them, often. */
describe('what goes wrong while people buy', () => {
  let harness: FaultHarness;

  beforeAll(async () => {
    harness = await FaultHarness.start(SHORT);
  }, TIMEOUT_MS);
  afterAll(async () => harness.stop(), 60_000);
  /** Plays a scenario, which throws when a promise is broken; then all is well again, and nothing needed a hand. */
  const expectRecovery = async (name: string): Promise<void> => {
    await expect(scenarioNamed(name).run(harness)).resolves.toBeUndefined();
    await harness.waitUntilRecovered();
  };
  /** What all scenarios of a part left behind: nothing is forgotten, so that a comparison finds the mistakes of each. */
  const itLeavesAllConsistent = (): void =>
    it(
      'leaves each order event once in its channel, each open page at the truth, and the books right',
      async () => {
        expect(await harness.inconsistencies()).toEqual([]);
      },
      TIMEOUT_MS,
    );

  describe('the bot is killed (OWN-134, OWN-137, OWN-138)', () => {
    it(
      'at bot.accepted: every event is in exactly one post',
      () => expectRecovery('bot.accepted'),
      TIMEOUT_MS,
    );
    it(
      'at bot.edited: the post shows the newest state (OWN-142)',
      () => expectRecovery('bot.edited'),
      TIMEOUT_MS,
    );
    it('with work in hand: buying goes on (OWN-151)', () => expectRecovery('bot.killed'), TIMEOUT_MS);
    itLeavesAllConsistent();
  });

  describe('the backend is killed (OWN-116)', () => {
    it(
      'at session.made: the same cart again has the same checkout and session (OWN-76)',
      () => expectRecovery('session.made'),
      TIMEOUT_MS,
    );
    it(
      'at webhook.before-answer: the message has one effect (OWN-77, OWN-78)',
      () => expectRecovery('webhook.before-answer'),
      TIMEOUT_MS,
    );
    it(
      'at settle.after-commit: the payment becomes one order',
      () => expectRecovery('settle.after-commit'),
      TIMEOUT_MS,
    );
    it(
      'at relay.numbered: everybody is told once (OWN-117)',
      () => expectRecovery('relay.numbered'),
      TIMEOUT_MS,
    );
    itLeavesAllConsistent();
  });

  describe('Redis is unavailable (OWN-119)', () => {
    it(
      'emptied with a backlog: nothing is lost (OWN-118)',
      () => expectRecovery('redis.emptied'),
      TIMEOUT_MS,
    );
    it('frozen: buying goes on, health says so', () => expectRecovery('redis.frozen'), TIMEOUT_MS);
    it('absent at start: shop and bot work all the same', () => expectRecovery('redis.absent'), TIMEOUT_MS);
    itLeavesAllConsistent();
  });

  describe('Postgres, under load', () => {
    it(
      'killed: nobody sees more than "not now", and the backend outlives it',
      () => expectRecovery('postgres.killed'),
      TIMEOUT_MS,
    );
    itLeavesAllConsistent();
  });

  describe('at the same moment (OWN-77)', () => {
    it('paid and cancelled: one outcome', () => expectRecovery('message.pay-and-cancel'), TIMEOUT_MS);
    itLeavesAllConsistent();
  });

  describe('an open panel (OWN-124)', () => {
    it('asleep: knows what a fresh one does', () => expectRecovery('panel.asleep'), TIMEOUT_MS);
    itLeavesAllConsistent();
  });
});
