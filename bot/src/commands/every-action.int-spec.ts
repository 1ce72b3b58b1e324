import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordWorld } from '@pax/stand-ins';
import { createBotActions } from '../../test/bot-actions.js';
import {
  GENERAL_CHANNEL,
  discordIdFor,
  PEOPLE,
  LONG_TEXT,
  applyTarget,
  openWindow,
  type ActionCase,
  type Target,
} from '../../test/action-cases.js';
import { wordsForLanguage, type Words } from '../../test/action-words.js';
import { COMMAND_CASES, MENU_CASES } from '../../test/command-cases.js';
import { COMPONENT_CASES, WITH_TOKEN, findWelcomeMessage, WINDOW_CASES } from '../../test/component-cases.js';
import { findUndocumentedCalls } from '../../test/documented-calls.js';
import { LiveBot, type Outcome } from '../../test/live-bot.js';
import { anOrder, NOON_TOKEN } from '../../test/samples.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(120_000);

const CASES = Object.entries({
  slash: COMMAND_CASES,
  member: MENU_CASES,
  component: COMPONENT_CASES,
  modal: WINDOW_CASES,
}).flatMap(([kind, cases]) =>
  Object.entries(cases).map(([name, one]): [string, ActionCase] => [`${kind}:${name}`, one]),
);
/** Uses of a button, menu or window, by a custom id. */
const WITH_CUSTOM_ID = CASES.filter(([key]) => /^(?:component|modal):/.test(key));
/** Every option that proposes something while it is typed, with its command's case. */
const PROPOSING = createBotActions().commands.flatMap(({ name, options }) =>
  options.flatMap((option) => {
    const actionCase = COMMAND_CASES[name];
    return option.complete && actionCase ? [[name, option.name, actionCase] as const] : [];
  }),
);
/** What takes the place of the message below which it was used. */
const UPDATING = new Set(
  createBotActions()
    .actions.filter(({ policy }) => policy.updates)
    .map(({ kind, name }) => `${kind}:${name}`),
);
const WEEK_MS = 7 * 24 * 3_600_000;
/** Discord shows its own error when nothing came within 3 s. */
const NOT_ANSWERED = 'failed';
/** Nobody's: of other versions, of other actions, without or with odd arguments. */
const FORGED = (name: string): string[] => [
  `1:${name}`,
  `1:${name}:-1`,
  `1:${name}:99999999999`,
  `1:${name}:1:2:3:4:5:6`,
  `1:${name}:__proto__`,
  `2:${name}:1`,
  `order:${name}:1`,
  'x'.repeat(100),
];
const shown = ({ message, followups, modal }: Outcome): string =>
  JSON.stringify([message, ...followups, modal]);
/** Whether what was said last is for the caller alone. */
const isPrivate = ({ state, followups, message }: Outcome): boolean => {
  const [last] = [...followups, message].filter((one) => one !== undefined);
  return state !== 'answered' || ((last?.flags ?? 0) & 64) === 64;
};
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

it('has a case for every command, button, menu and window, and for no other (OWN-146)', () => {
  const named = createBotActions().actions.map(({ kind, name }) => `${kind}:${name}`);
  expect(CASES.map(([key]) => key).toSorted()).toEqual(named.toSorted());
});

describe.each(['en', 'de'] as const)('every action, by the real library, in %s (OWN-146)', (language) => {
  const bot = new LiveBot(50);
  const { shop } = bot;
  const words = wordsForLanguage(language);
  const start = async (): Promise<void> => {
    await bot.start({
      DISCORD_CHANNEL_WELCOME: GENERAL_CHANNEL,
      DISCORD_CHANNEL_TICKETS: discordWorld.channels.tickets,
    });
    await bot.waitUntilRegistered();
  };
  beforeAll(async () => {
    for (const who of ['buyer', 'blocked', 'staff'] as const)
      shop.people.accounts.set(discordIdFor(who), { username: PEOPLE[who], isBlocked: who === 'blocked' });
    for (const who of ['buyer', 'staff', 'stranger', 'blocked'] as const)
      shop.people.choices.set(discordIdFor(who), { language, directMessages: true });
    shop.staff.members.add(discordIdFor('staff'));
    shop.rules.blocked.add(discordIdFor('blocked'));
    shop.staff.queue.push(anOrder({ id: 41 }), anOrder({ id: 55 }));
    shop.people.orders.push(...Array.from({ length: 12 }, (_, index) => anOrder({ id: 40 + index })));
    shop.people.products.push({
      id: 1,
      name: 'Elytra',
      category: 'items',
      price: '17.99',
      stock: 3,
      onHand: 4,
      stockVersion: 9,
    });
    await bot.open();
    await start();
  });
  afterAll(() => bot.close());

  const by = ({ role: who }: ActionCase): string => PEOPLE[who ?? 'buyer'];
  const reach = (actionCase: ActionCase): Promise<Target> => {
    bot.endCooldowns();
    return actionCase.findTarget(bot, language);
  };
  const expectSaid = (outcome: Outcome, text: string): void => {
    expect(outcome.state).not.toBe(NOT_ANSWERED);
    expect(shown(outcome)).toContain(inJson(text));
  };
  /** What was done for people so far. */
  const counts = (): number[] => [
    shop.staff.actions.length,
    shop.staff.writtenTexts.length,
    shop.people.tickets.length + shop.people.ticketMessages.length,
    shop.people.payLinks.length,
    shop.people.joinRewards.length,
    shop.people.redeemedRewards.size,
  ];
  /** Uses a way in below a message that does not have it, and fills in the window that it opens. */
  const useBelow = async (below: string, way: Target, actionCase: ActionCase): Promise<Outcome> => {
    const place = { user: by(actionCase), forged: true };
    let outcome: Outcome;
    if (way.use === 'press') outcome = await bot.press(below, way.id, place);
    else if (way.use === 'choose') outcome = await bot.choose(below, way.id, way.values, place);
    else outcome = await applyTarget(bot, way, by(actionCase));
    bot.endCooldowns();
    return actionCase.window
      ? bot.fill(outcome.interaction, actionCase.window.values, by(actionCase))
      : outcome;
  };
  const settled = (outcomes: PromiseSettledResult<Outcome>[]): Outcome[] =>
    outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

  const messages = new Map<string, string>();
  /** A message that somebody sees, of a command that they used once. */
  const messageOf = async (name: string, user: string): Promise<string> => {
    const key = `${user} ${name}`;
    const known = messages.get(key) ?? (await bot.command(name, { user })).message?.id ?? '';
    messages.set(key, known);
    return known;
  };

  /** What somebody else sends, who was not shown the way in. */
  const forge = async (target: Target, user: string, id?: string): Promise<Outcome> => {
    bot.endCooldowns();
    if (target.use === 'command' || target.use === 'menu') return applyTarget(bot, target, user);
    if (target.use === 'fill') {
      const opened = await openWindow(bot, user, { use: 'command', name: 'ticket', options: {} });
      const values = { priority: ['low'], subject: 'A subject', message: LONG_TEXT };
      bot.endCooldowns();
      return bot.fill(opened, values, user, id ?? '');
    }
    // A message keeps its kind, so what answers in components is forged below one of components.
    const below = await messageOf(target.id.startsWith('1:shop-') ? 'shop' : 'help', user);
    const place = { user, forged: true };
    if (target.use === 'press') return bot.press(below, id ?? target.id, place);
    return bot.choose(below, id ?? target.id, target.values, place);
  };

  it.each(CASES)('%s answers, once, however often it is used at once', async (_, actionCase) => {
    const target = await reach(actionCase);
    const before = counts();
    bot.endCooldowns();
    const outcomes = settled(
      await Promise.allSettled([
        applyTarget(bot, target, by(actionCase)),
        applyTarget(bot, target, by(actionCase)),
      ]),
    );
    expect(outcomes.map(({ state }) => state)).not.toContain(NOT_ANSWERED);
    expect(outcomes.map(shown).join('\n')).toContain(inJson(actionCase.expectedText(words)));
    // Setting the same stock and pricing the same goods twice changes nothing more.
    const most = actionCase.isRepeatable ? 2 : 1;
    expect(Math.max(...counts().map((now, at) => now - (before[at] ?? 0)))).toBeLessThanOrEqual(most);
  });

  it.each(PROPOSING)(
    'slash:%s proposes for its option %s what its case uses, of staff to nobody else (OWN-563)',
    async (_, option, actionCase) => {
      const target = await reach(actionCase);
      if (target.use !== 'command') throw new Error('it is no command');
      const proposed = await bot.readProposals(target.name, option, '', by(actionCase));
      expect(proposed.map(({ value }) => value)).toContain(target.options[option]);
      expect(await bot.readProposals(target.name, option, 'nothing of this', by(actionCase))).toEqual([]);
      for (const who of actionCase.role === 'staff' ? (['buyer', 'stranger', 'blocked'] as const) : [])
        expect([who, await bot.readProposals(target.name, option, '', PEOPLE[who])]).toEqual([who, []]);
    },
  );

  const refusalTextFor = (actionCase: ActionCase, who: 'stranger' | 'blocked'): ((words: Words) => string) =>
    (who === 'stranger' ? actionCase.strangerText : actionCase.blockedText) ?? actionCase.expectedText;
  /** Somebody else writes in a window, whose way in they found by themselves. */
  const fillFor = async ({ opener, values }: NonNullable<ActionCase['window']>, user: string) => {
    bot.endCooldowns();
    const { interaction } = await forge(await opener(bot), user);
    bot.endCooldowns();
    return bot.fill(interaction, values, user);
  };

  it.each(CASES)('%s tells those who may not, and blocked accounts, why (OWN-19)', async (_, actionCase) => {
    const target = actionCase.window ? undefined : await reach(actionCase);
    for (const who of ['stranger', 'blocked'] as const) {
      const outcome = target
        ? await forge(target, PEOPLE[who])
        : actionCase.window && (await fillFor(actionCase.window, PEOPLE[who]));
      if (!outcome) throw new Error('no way in');
      expectSaid(outcome, refusalTextFor(actionCase, who)(words));
    }
  });

  it.each(CASES.filter(([, { refusal }]) => refusal !== undefined))(
    '%s says so when the state has moved',
    async (_, actionCase) => {
      const [path, code, says] = actionCase.refusal ?? ['', 'INTERNAL', () => ''];
      const target = await reach(actionCase);
      shop.rules.refusals.set(path, code);
      bot.endCooldowns();
      expectSaid(await applyTarget(bot, target, by(actionCase)), says(words));
    },
  );

  it.each(CASES.filter(([, { needsNoShop }]) => !needsNoShop))(
    '%s says to the caller alone that the shop is gone, and hands back what was written',
    async (key, actionCase) => {
      const target = await reach(actionCase);
      shop.rules.isUnreachable = true;
      bot.endCooldowns();
      const outcome = await applyTarget(bot, target, by(actionCase));
      shop.rules.isUnreachable = false;
      expectSaid(outcome, words.common.away);
      expect(outcome.ephemeral).toBe(true);
      if (target.use !== 'fill' || key === 'modal:shop-amount') return;
      expectSaid(outcome, words.common.youWrote);
      expectSaid(outcome, LONG_TEXT);
    },
  );

  it('asks Discord nothing that is not documented', async () => {
    const calls = await bot.discordCalls();
    expect(findUndocumentedCalls(calls)).toEqual([]);
    expect(calls.length).toBeGreaterThan(100);
    expect(findUndocumentedCalls([{ method: 'GET', path: '/users/1/profile' }])).toHaveLength(1);
  });

  // Neither forged ids nor a restart know languages.
  if (language === 'de') return;

  it.each(WITH_CUSTOM_ID)(
    '%s does nothing for a forged custom id, and says so to who sent it alone',
    async (key, actionCase) => {
      const name = key.split(':')[1] ?? '';
      const target = await reach(actionCase);
      const genuine = target.use === 'press' || target.use === 'choose' ? target.id : `1:${name}`;
      const before = counts();
      for (const id of FORGED(name)) {
        if (id === genuine || (actionCase.ignoresArguments && id.startsWith(`1:${name}`))) continue;
        const outcome = await forge(target, PEOPLE.stranger, id);
        expect([id, outcome.state]).not.toEqual([id, NOT_ANSWERED]);
        expect([id, isPrivate(outcome)]).toEqual([id, true]);
      }
      expect(counts()).toEqual(before);
    },
  );

  it.each(
    CASES.flatMap(([key, actionCase]) =>
      (actionCase.forgedValues ?? []).map((value) => [key, value, actionCase] as const),
    ),
  )(
    '%s does nothing for the value %j, which it never offered, and says so to the caller alone',
    async (_, value, actionCase) => {
      const target = await reach(actionCase);
      if (target.use !== 'choose') throw new Error('it is no menu');
      const before = counts();
      bot.endCooldowns();
      const { message, id, channel } = target;
      const outcome = await bot.choose(message, id, [value], { user: by(actionCase), channel, forged: true });
      expectSaid(outcome, words.common.staleButton);
      expect(isPrivate(outcome)).toBe(true);
      expect(counts()).toEqual(before);
    },
  );

  it.each(WITH_TOKEN)(
    'component:%s of a message without a token changes nothing and says what to do, to who pressed alone (OWN-626)',
    async (name) => {
      const actionCase = COMPONENT_CASES[name];
      if (!actionCase) throw new Error('it has no case');
      const target = await reach(actionCase);
      if (target.use !== 'press' && target.use !== 'choose') throw new Error('it is no component');
      const untokened = (text: string): string => text.replace(new RegExp(`[:.]${NOON_TOKEN}$`), '');
      const before = counts();
      bot.endCooldowns();
      const place = { user: by(actionCase), channel: target.channel, forged: true };
      const outcome =
        target.use === 'press'
          ? await bot.press(target.message, untokened(target.id), place)
          : await bot.choose(target.message, target.id, target.values.map(untokened), place);
      expectSaid(outcome, words.common.staleButton);
      expect(isPrivate(outcome)).toBe(true);
      expect(counts()).toEqual(before);
    },
  );

  it.each(WITH_CUSTOM_ID)(
    '%s leaves a public message of the bot as it was, below which somebody forged it (OWN-626)',
    async (key, actionCase) => {
      const below = await findWelcomeMessage(bot);
      const publicly = (): Promise<string> => bot.readMessagesById(GENERAL_CHANNEL, `/${below}`);
      const way = await (actionCase.window ? actionCase.window.opener(bot) : reach(actionCase));
      const [shownBefore, before] = [await publicly(), counts()];
      bot.endCooldowns();
      const outcome = await useBelow(below, way, actionCase);
      expect(await publicly()).toBe(shownBefore);
      expect(outcome.state).not.toBe(NOT_ANSWERED);
      if (!UPDATING.has(key)) return;
      expectSaid(outcome, words.common.staleButton);
      expect(outcome.ephemeral).toBe(true);
      expect(counts()).toEqual(before);
    },
  );

  describe('of messages from before a restart', () => {
    const kept: { actionCase: ActionCase; key: string; slow: Target; later: Target }[] = [];
    const again = async (afterMs = 0): Promise<void> => {
      await bot.stop();
      if (afterMs > 0) await bot.passTime(afterMs);
      await start();
    };
    beforeAll(async () => {
      shop.people.points = 5_000;
      for (const [key, actionCase] of CASES) {
        shop.staff.actions.length = 0;
        kept.push({ actionCase, key, slow: await reach(actionCase), later: await reach(actionCase) });
      }
      await again();
    });

    it('is taken within 3 s by a bot whose shop is slow, and nothing is proposed then', async () => {
      shop.rules.delayMs = 3_500;
      const states: string[][] = [];
      // Not all at once, so that a busy machine is not what is measured.
      for (let at = 0; at < kept.length; at += 20)
        states.push(
          ...(await Promise.all(
            kept
              .slice(at, at + 20)
              .map(async ({ key, actionCase, slow }) => [
                key,
                (await applyTarget(bot, slow, by(actionCase))).state,
              ]),
          )),
        );
      const proposed = await bot.readProposals('product', 'product', 'ely', PEOPLE.buyer);
      shop.rules.delayMs = 0;
      expect(states.filter(([, state]) => state === NOT_ANSWERED)).toEqual([]);
      expect(proposed).toEqual([]);
      // What a slow shop made of the languages is not what the next ones are about.
      await again(WEEK_MS);
    });

    it.each(CASES.filter(([key, { refusal }]) => key.startsWith('component:') && refusal))(
      '%s says a week later to the caller alone that the state has moved since',
      async (key, actionCase) => {
        const [path, code, says] = actionCase.refusal ?? ['', 'INTERNAL', () => ''];
        const later = kept.find((one) => one.key === key)?.later;
        if (!later) throw new Error('not kept');
        shop.rules.refusals.set(path, code);
        bot.endCooldowns();
        const outcome = await applyTarget(bot, later, by(actionCase));
        expectSaid(outcome, says(words));
        expect(isPrivate(outcome)).toBe(true);
      },
    );

    it('works a week later as before', async () => {
      for (const { key, actionCase, later } of kept.filter((one) => one.key.startsWith('component:'))) {
        shop.staff.actions.length = 0;
        bot.endCooldowns();
        const outcome = await applyTarget(bot, later, by(actionCase));
        expect([key, shown(outcome)]).toEqual([
          key,
          expect.stringContaining(inJson(actionCase.expectedText(words))),
        ]);
      }
    });
  });
});
