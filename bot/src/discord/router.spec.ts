import { describe, expect, it } from '@jest/globals';
import { ERROR_STATUS, type ErrorCode, type RightsHolder } from '@pax/contracts';
import { DiscordAPIError } from 'discord.js';
import { z } from 'zod';
import type { Action, Call, Policy, Reply } from '../commands/command.js';
import { ForeignButtonError } from '../messages/custom-id.js';
import { createLogger } from '../logger.js';
import { BackendUnavailableError, ProblemError } from '../shop-client.js';
import { Cooldowns, Router, type Responder } from './router.js';
import { TEXTS } from '../commands/texts.js';

const logger = createLogger({ level: 'silent' });
const call = (changes: Partial<Call> = {}): Call => ({
  kind: 'slash',
  name: 'order',
  userId: '516830472295546880',
  userName: 'coalheart',
  id: '1316830472295546881',
  roleIds: [],
  language: 'en',
  options: {},
  args: [],
  ...changes,
});

/** Notes what reached the caller, in order. */
class RecordingResponder implements Responder {
  readonly log: string[] = [];
  readonly replies: Reply[] = [];
  constructor(
    private readonly deferFails = false,
    readonly canUpdateMessage = true,
  ) {}
  async defer(ephemeral: boolean): Promise<void> {
    if (this.deferFails) throw new Error('Unknown interaction');
    this.log.push(`defer ${ephemeral}`);
  }
  async deferUpdate(): Promise<void> {
    this.log.push('defer update');
  }
  async followUp(reply: Reply): Promise<void> {
    this.log.push('follow');
    this.replies.push(reply);
  }
  async replaceByPrivateAnswer(reply: Reply): Promise<void> {
    this.log.push('retract');
    this.replies.push(reply);
  }
  async openModal(): Promise<void> {
    this.log.push('open');
  }
  async answer(reply: Reply, ephemeral: boolean): Promise<void> {
    this.log.push(`answer ${ephemeral}`);
    this.replies.push(reply);
  }
  async answerDeferred(reply: Reply): Promise<void> {
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
  await new Router([action], { logger }).handleCall(call(changes), received);
  return received;
}

describe('Router', () => {
  it('defers before it runs, however long the answer takes (OWN-146)', async () => {
    let finish: (reply: Reply) => void = () => undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow = anAction(() => {
      begin();
      return new Promise((resolve) => (finish = resolve));
    });
    const received = new RecordingResponder();
    const handling = new Router([slow], { logger }).handleCall(call(), received);
    await begun;
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
    await new Router([action], { logger }).handleCall(call(), new RecordingResponder(true));
    expect(runs).toBe(0);
  });

  it('keeps a person, and nobody else, from calling too often', async () => {
    let now = 0;
    const router = new Router([anAction(async () => ({ content: 'ran' }), { cooldownSeconds: 5 })], {
      logger,
      cooldowns: new Cooldowns(() => now),
    });
    const received = new RecordingResponder();
    await router.handleCall(call(), received);
    now = 2_100;
    await router.handleCall(call(), received);
    await router.handleCall(call({ userId: '688214905713819648' }), received);
    now = 5_000;
    await router.handleCall(call(), received);
    expect(received.replies.map(({ content }) => content)).toEqual([
      'ran',
      TEXTS.en.cooldown(3),
      'ran',
      'ran',
    ]);
  });

  it('counts each command, button and window of a person by itself', async () => {
    const policy = { cooldownSeconds: 5 };
    const slash = anAction(async () => ({ content: 'ran' }), policy);
    const actions: Action[] = [slash, { ...slash, kind: 'modal' }, { ...slash, name: 'orders' }];
    const router = new Router(actions, { logger, cooldowns: new Cooldowns(() => 0) });
    const received = new RecordingResponder();
    for (const changes of [{}, { kind: 'modal' }, { name: 'orders' }, {}] as const)
      await router.handleCall(call(changes), received);
    const contents = received.replies.map(({ content }) => content);
    expect(contents).toEqual(['ran', 'ran', 'ran', TEXTS.en.cooldown(5)]);
  });

  it('speaks the language that a person chose, whatever it answers (OWN-621)', async () => {
    const router = new Router(
      [anAction(async ({ language }) => ({ content: language }), { cooldownSeconds: 5 })],
      {
        logger,
        readLanguage: async () => 'de',
        cooldowns: new Cooldowns(() => 0),
      },
    );
    const received = new RecordingResponder();
    for (const changes of [{}, {}, { name: 'nope' }]) await router.handleCall(call(changes), received);
    const contents = received.replies.map(({ content }) => content);
    expect(contents).toEqual(['de', TEXTS.de.cooldown(5), TEXTS.de.unknownCommand]);
  });

  it('answers that it does not know a command, and that a button or window of before is too old (OWN-626)', async () => {
    const action = anAction(async () => ({}));
    expect((await handled(action, { name: 'nope' })).replies).toEqual([{ content: TEXTS.en.unknownCommand }]);
    const old = await handled(action, { kind: 'component', name: 'nope' });
    expect(old.replies).toEqual([{ content: TEXTS.en.staleButton }]);
    const german = await handled(action, { kind: 'modal', language: 'de' });
    expect(german.replies).toEqual([{ content: TEXTS.de.staleButton }]);
    expect(german.log).toEqual(['answer true']);
  });

  it.each([
    [problem('WITHDRAWN'), TEXTS.de.withdrawn],
    [problem('OWN_ORDER'), TEXTS.de.ownOrder],
    [problem('OWN_TICKET'), TEXTS.de.ownTicket],
    [problem('FORBIDDEN'), TEXTS.de.forbidden],
    [problem('NOT_FOUND'), TEXTS.de.notFound],
    [problem('BLOCKED'), TEXTS.de.blocked],
    [problem('RATE_LIMITED'), TEXTS.de.rateLimited],
    [problem('UNAVAILABLE'), TEXTS.de.away],
    [problem('UNAUTHENTICATED'), TEXTS.de.failed],
    [new BackendUnavailableError('ECONNREFUSED'), TEXTS.de.away],
    [problem('DISCORD_NOT_LINKED'), TEXTS.de.notLinked],
    [problem('INSUFFICIENT_POINTS'), TEXTS.de.pointsMissing],
    [problem('TIER_TOO_LOW'), TEXTS.de.tierTooLow],
    [problem('ALREADY_OWNED'), TEXTS.de.alreadyOwned],
    [problem('DISPUTE_OPEN'), TEXTS.de.disputeOpen],
    [problem('VALIDATION'), TEXTS.de.invalid],
    [new ForeignButtonError(), TEXTS.de.foreignButton],
    [new z.ZodError([]), TEXTS.de.staleButton],
    [new TypeError('bug'), TEXTS.de.failed],
    [problem('ILLEGAL_MOVE', { legal: ['archive'] }), TEXTS.de.illegalMove('Archivieren')],
    [problem('ILLEGAL_MOVE', { legal: [] }), TEXTS.de.illegalMove('nichts mehr')],
  ])('turns %s into words (OWN-626)', async (error, text) => {
    const received = await handled(
      anAction(async () => {
        throw error;
      }),
      { language: 'de' },
    );
    expect(received.replies).toEqual([{ content: text }]);
  });

  it('shows what failed beside the message that would have been changed (OWN-626)', async () => {
    const updates = { updates: true };
    const done = await handled(anAction(async () => ({ content: 'next page' }), updates));
    expect(done.log).toEqual(['defer update', 'finish']);
    const failing = anAction(() => Promise.reject(new BackendUnavailableError('gone')), updates);
    const failed = await handled(failing);
    expect(failed.log).toEqual(['defer update', 'follow']);
    expect(failed.replies).toEqual([{ content: TEXTS.en.away }]);
  });

  it('runs nothing that would take the place of a message which others see (OWN-626)', async () => {
    let runs = 0;
    const action = anAction(
      async () => {
        runs += 1;
        return { content: 'next page' };
      },
      { updates: true },
    );
    const received = new RecordingResponder(false, false);
    await new Router([action], { logger }).handleCall(call(), received);
    expect([runs, received.log, received.replies]).toEqual([
      0,
      ['answer true'],
      [{ content: TEXTS.en.staleButton }],
    ]);
  });

  it('hands back what was written into a window that failed (OWN-174)', async () => {
    const text = 'x'.repeat(3_999) + '\n```@everyone';
    const failing = { ...anAction(() => Promise.reject(problem('VALIDATION'))), kind: 'modal' as const };
    const written = ['short', text];
    const [reply] = (await handled(failing, { kind: 'modal', written, language: 'de' })).replies;
    expect(reply?.content).toBe(`${TEXTS.de.invalid}\n${TEXTS.de.youWrote}`);
    expect(reply?.embeds).toHaveLength(1);
    const description = reply?.embeds?.[0]?.description ?? '';
    expect(description.startsWith(`\`\`\`\n${'x'.repeat(3_999)}\nˋˋˋ@everyone`)).toBe(true);
    expect(description.length).toBeLessThanOrEqual(4_096);
    const waiting = { ...failing, policy: { ...failing.policy, cooldownSeconds: 5 } };
    const router = new Router([waiting], { logger });
    const received = new RecordingResponder();
    for (const _ of [1, 2]) await router.handleCall(call({ kind: 'modal', written }), received);
    expect(received.replies[1]?.content).toContain(TEXTS.en.cooldown(5));
    expect(received.replies[1]?.embeds).toHaveLength(1);
  });

  it('says so where Discord does not take the answer, to the caller alone (OWN-146)', async () => {
    const invalid = new DiscordAPIError({ code: 50_035, message: '' }, 50_035, 400, 'PATCH', '', {});
    class Refusing extends RecordingResponder {
      override async answerDeferred(reply: Reply): Promise<void> {
        if (reply.content !== TEXTS.de.notShown) throw invalid;
        return super.answerDeferred(reply);
      }
    }
    const answered = async (policy: Partial<Policy>) => {
      const received = new Refusing();
      const action = anAction(async () => ({ content: 'too long' }), policy);
      await new Router([action], { logger }).handleCall(call({ language: 'de' }), received);
      expect(received.replies).toEqual([{ content: TEXTS.de.notShown }]);
      return received.log;
    };
    expect(await answered({})).toEqual(['defer true', 'finish']);
    expect(await answered({ updates: true })).toEqual(['defer update', 'follow']);
    expect(await answered({ ephemeral: false })).toEqual(['defer false', 'retract']);
  });

  it('opens a window as the first answer (OWN-626)', async () => {
    const modal = { custom_id: '1:x', title: 'x', components: [] };
    expect((await handled(anAction(async () => ({ modal }), { defer: false }))).log).toEqual(['open']);
  });

  it('takes in direct messages only what is meant for them (OWN-626)', async () => {
    const action = (worksInDirectMessages: boolean) =>
      anAction(async () => ({ content: 'ran' }), { worksInDirectMessages });
    const refused = await handled(action(false), { isDirectMessage: true });
    expect(refused.replies).toEqual([{ content: TEXTS.en.unknownCommand }]);
    expect((await handled(action(true), { isDirectMessage: true })).replies).toEqual([{ content: 'ran' }]);
  });

  describe('proposals for an option', () => {
    const asked = { userId: '1', language: 'en', text: '' } as const;
    const proposing = (complete: () => Promise<{ name: string; value: string }[]>) => {
      const option = { name: 'product', type: 'text', description: { en: '', de: '' }, complete } as const;
      return new Router([{ ...anAction(async () => ({})), options: [option] } as Action], { logger });
    };

    it('are at most 25 of at most 100 characters', async () => {
      const many = Array.from({ length: 40 }, () => ({ name: 'x'.repeat(200), value: 'x' }));
      const choices = await proposing(async () => many).findProposals('order', 'product', asked);
      expect(choices).toHaveLength(25);
      expect(choices[0]?.name).toHaveLength(100);
    });

    it('come in the language that the person chose (OWN-621)', async () => {
      const options = [
        {
          name: 'product',
          type: 'text',
          description: { en: '', de: '' },
          complete: async ({ language }: { language: string }) => [{ name: language, value: 'x' }],
        },
      ];
      const action = { ...anAction(async () => ({})), options } as Action;
      const chosen = new Router([action], { logger, readLanguage: async () => 'de' });
      expect(await chosen.findProposals('order', 'product', asked)).toEqual([{ name: 'de', value: 'x' }]);
    });

    it('are none when they fail, come too late or nobody makes any', async () => {
      const failing = proposing(() => Promise.reject(new Error('gone')));
      expect(await failing.findProposals('order', 'product', asked)).toEqual([]);
      expect(await failing.findProposals('order', 'other', asked)).toEqual([]);
      expect(await failing.findProposals('other', 'product', asked)).toEqual([]);
      const never = proposing(() => new Promise(() => undefined));
      expect(await never.findProposals('order', 'product', asked)).toEqual([]);
    });
  });

  describe("proposals of the team's commands (OWN-563)", () => {
    const asked = { userId: '1', language: 'en', text: '' } as const;
    const found = [{ name: 'Elytra · 3', value: '3:17' }];
    const proposed = async (
      permission: Policy['permission'],
      readRights?: (userId: string) => Promise<RightsHolder>,
    ) => {
      let read = 0;
      const complete = async () => {
        read += 1;
        return found;
      };
      const option = { name: 'product', type: 'text', description: { en: '', de: '' }, complete } as const;
      const action = { ...anAction(async () => ({}), { permission }), options: [option] } as Action;
      const router = new Router([action], { logger, ...(readRights && { readRights }) });
      return { choices: await router.findProposals('order', 'product', asked), read };
    };
    const nothing = { choices: [], read: 0 };

    it('are for those alone whom the shop knows to hold the right', async () => {
      const staff = async () => ({ role: 'staff', rights: ['products'] }) as const;
      const admin = async () => ({ role: 'admin', rights: [] }) as const;
      for (const rightsOf of [staff, admin])
        expect(await proposed('products', rightsOf)).toEqual({ choices: found, read: 1 });
      expect(await proposed('tickets', staff)).toEqual(nothing);
      expect(await proposed('admin', staff)).toEqual(nothing);
      expect(await proposed('staff', staff)).toEqual({ choices: found, read: 1 });
      for (const permission of ['products', 'staff', 'admin'] as const)
        expect(await proposed(permission, async () => ({ role: 'customer', rights: [] }))).toEqual(nothing);
    });

    it('are none for a blocked one, and none while the shop says nothing', async () => {
      expect(await proposed('products', () => Promise.reject(problem('BLOCKED')))).toEqual(nothing);
      const gone = () => Promise.reject(new BackendUnavailableError('gone'));
      expect(await proposed('products', gone)).toEqual(nothing);
      expect(await proposed('products')).toEqual(nothing);
      expect(await proposed('everyone', gone)).toEqual({ choices: found, read: 1 });
    });
  });

  it('refuses two actions of one name', () => {
    const action = anAction(async () => ({}));
    expect(() => new Router([action, action], { logger })).toThrow('same kind and name');
  });
});
