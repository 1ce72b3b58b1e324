import { describe, expect, it } from '@jest/globals';
import { ERROR_STATUS, type ErrorCode } from '@pax/contracts';
import type { Action, Call, Policy, Reply } from '../core/command.js';
import { createLogger } from '../core/logger.js';
import { BackendUnavailableError, ProblemError } from '../core/problem-error.js';
import { Cooldowns } from './cooldowns.js';
import { Router, type Responder } from './router.js';
import { TEXTS } from './texts.js';

const logger = createLogger({ level: 'silent' });
const call = (changes: Partial<Call> = {}): Call => ({
  kind: 'slash',
  name: 'order',
  userId: '516830472295546880',
  roleIds: [],
  language: 'en',
  options: {},
  ...changes,
});

/** Notes what reached the caller, in order. */
class RecordingResponder implements Responder {
  readonly log: string[] = [];
  readonly replies: Reply[] = [];
  constructor(private readonly deferFails = false) {}
  async defer(ephemeral: boolean): Promise<void> {
    if (this.deferFails) throw new Error('Unknown interaction');
    this.log.push(`defer ${ephemeral}`);
  }
  async answer(reply: Reply, ephemeral: boolean): Promise<void> {
    this.log.push(`answer ${ephemeral}`);
    this.replies.push(reply);
  }
  async finish(reply: Reply): Promise<void> {
    this.log.push('finish');
    this.replies.push(reply);
  }
}

function anAction(execute: Action['execute'], policy: Partial<Policy> = {}): Action {
  const standard: Policy = { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 0 };
  return { kind: 'slash', name: 'order', policy: { ...standard, ...policy }, execute };
}

const problem = (code: ErrorCode, more = {}) =>
  new ProblemError({ type: '', title: '', status: ERROR_STATUS[code], code, message: '', ...more });

async function handled(action: Action, changes: Partial<Call> = {}): Promise<RecordingResponder> {
  const received = new RecordingResponder();
  await new Router([action], logger).handle(call(changes), received);
  return received;
}

describe('Router', () => {
  it('defers before it runs, however long the answer takes (OWN-146)', async () => {
    let finish: (reply: Reply) => void = () => undefined;
    const slow = anAction(() => new Promise((resolve) => (finish = resolve)));
    const received = new RecordingResponder();
    const handling = new Router([slow], logger).handle(call(), received);
    await Promise.resolve();
    expect(received.log).toEqual(['defer true']);
    finish({ content: 'done' });
    await handling;
    expect(received.log).toEqual(['defer true', 'finish']);
    expect(received.replies).toEqual([{ content: 'done' }]);
  });

  it('replies at once where the policy does not defer', async () => {
    const received = await handled(
      anAction(async () => ({ content: 'hi' }), { defer: false, ephemeral: false }),
    );
    expect(received.log).toEqual(['answer false']);
  });

  it('does not run what could not be deferred, and survives it', async () => {
    let runs = 0;
    const action = anAction(async () => ({ content: String((runs += 1)) }));
    await new Router([action], logger).handle(call(), new RecordingResponder(true));
    expect(runs).toBe(0);
  });

  it('keeps a person, and nobody else, from calling too often', async () => {
    let now = 0;
    const router = new Router(
      [anAction(async () => ({ content: 'ran' }), { cooldownSeconds: 5 })],
      logger,
      new Cooldowns(() => now),
    );
    const received = new RecordingResponder();
    await router.handle(call(), received);
    now = 2_100;
    await router.handle(call(), received);
    await router.handle(call({ userId: '688214905713819648' }), received);
    now = 5_000;
    await router.handle(call(), received);
    expect(received.replies.map(({ content }) => content)).toEqual([
      'ran',
      TEXTS.en.cooldown(3),
      'ran',
      'ran',
    ]);
  });

  it('answers that it does not know a command or an old button', async () => {
    const action = anAction(async () => ({}));
    expect((await handled(action, { name: 'nope' })).replies).toEqual([{ content: TEXTS.en.unknownCommand }]);
    const german = await handled(action, { kind: 'button', language: 'de' });
    expect(german.replies).toEqual([{ content: TEXTS.de.unknownCommand }]);
    expect(german.log).toEqual(['answer true']);
  });

  it.each([
    [problem('WITHDRAWN'), TEXTS.de.withdrawn],
    [problem('FORBIDDEN'), TEXTS.de.forbidden],
    [problem('NOT_FOUND'), TEXTS.de.notFound],
    [problem('BLOCKED'), TEXTS.de.blocked],
    [problem('RATE_LIMITED'), TEXTS.de.rateLimited],
    [problem('UNAVAILABLE'), TEXTS.de.away],
    [problem('UNAUTHENTICATED'), TEXTS.de.failed],
    [new BackendUnavailableError('ECONNREFUSED'), TEXTS.de.away],
    [new TypeError('bug'), TEXTS.de.failed],
    [problem('ILLEGAL_MOVE', { legal: ['archive'] }), TEXTS.de.illegalMove('Archivieren')],
    [problem('ILLEGAL_MOVE', { legal: [] }), TEXTS.de.illegalMove('nichts mehr')],
  ])('turns %s into words', async (error, text) => {
    const received = await handled(
      anAction(async () => {
        throw error;
      }),
      { language: 'de' },
    );
    expect(received.replies).toEqual([{ content: text }]);
  });

  it('refuses two actions of one name', () => {
    const action = anAction(async () => ({}));
    expect(() => new Router([action, action], logger)).toThrow('same kind and name');
  });
});
