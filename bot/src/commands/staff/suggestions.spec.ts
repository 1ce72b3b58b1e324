import { describe, expect, it } from '@jest/globals';
import { staffLookUpCalls, type SuggestedOrderAct } from '@pax/contracts';
import { createBotActions } from '../../../test/bot-actions.js';
import { CALLER_ID } from '../../../test/samples.js';
import { stubCall, StubShop } from '../../../test/stub-shop.js';
import { createLogger } from '../../logger.js';
import { Router } from '../../discord/router.js';

describe('options of staff commands (OWN-1587)', () => {
  const asked: unknown[] = [];
  const shop = new StubShop(
    stubCall(staffLookUpCalls.botSuggestOrders, ({ query }) => {
      asked.push(query);
      return Array.from({ length: 30 }, (_, at) => ({
        id: 41 + at,
        productName: `${'Golden Apples '.repeat(5).trim()} (10 stacks)`,
        quantity: 2,
        username: 'ä'.repeat(60),
        status: 'pending' as const,
      }));
    }),
    stubCall(staffLookUpCalls.botSuggestTickets, ({ query }) => {
      asked.push(query);
      return [
        { id: 7, subject: 'Wo\nist es, jo@example.com?', name: 'jo@example.com', status: 'open' as const },
      ];
    }),
    stubCall(staffLookUpCalls.botSuggestUsers, ({ query }) => {
      asked.push(query);
      return [{ id: 7, username: 'coalheart', discordUsername: null }];
    }),
  );
  const { commands, actions } = createBotActions(shop);
  const router = new Router(actions, {
    logger: createLogger({ level: 'silent' }),
    readRights: async () => ({ role: 'admin', rights: [] }),
  });
  const suggest = (command: string, option: string, text: string) => {
    asked.length = 0;
    return router.findProposals(command, option, { userId: CALLER_ID, language: 'de', text });
  };

  it('all suggest something, where they name something', () => {
    const named = commands
      .filter(({ policy }) => policy.permission !== 'everyone')
      .flatMap(({ name, options }) => options.map((one) => [`${name} ${one.name}`, one.complete] as const));
    const without = named.filter(([, complete]) => !complete).map(([key]) => key);
    expect(without.toSorted()).toEqual(['refund amount', 'stock-set pieces']);
  });

  it.each(['process', 'complete', 'release', 'cancel', 'refund'] satisfies SuggestedOrderAct[])(
    'suggest orders that /%s is possible for, by number, 25 of 100 characters',
    async (act) => {
      const found = await suggest(act, 'order', 'apple');
      expect(asked).toEqual([{ discordId: CALLER_ID, act, q: 'apple' }]);
      expect(found).toHaveLength(25);
      expect(found[0]?.value).toBe(41);
      expect(found[0]?.name).toMatch(/^#41 · Golden .+… \(10 stacks\) × 2 · ä+… · Ausstehend$/);
      expect(Math.max(...found.map(({ name }) => name.length))).toBeLessThanOrEqual(100);
    },
  );

  it.each(['ticket-reply', 'ticket-write', 'ticket-note'])('suggest open tickets for /%s', async (name) => {
    expect(await suggest(name, 'ticket', 'wo')).toEqual([
      { name: '#7 · Wo ist es, (E-Mail) · (E-Mail)', value: 7 },
    ]);
    expect(asked).toEqual([{ discordId: CALLER_ID, q: 'wo' }]);
  });

  it('suggest accounts for /user by their number, which only they have', async () => {
    expect(await suggest('user', 'name', '')).toEqual([{ name: '#7 · coalheart', value: '#7' }]);
  });

  it('suggest nothing while the shop is away', async () => {
    const away = new Router(createBotActions().actions, {
      logger: createLogger({ level: 'silent' }),
      readRights: async () => ({ role: 'admin', rights: [] }),
    });
    const typed = { userId: CALLER_ID, language: 'en', text: '4' } as const;
    expect(await away.findProposals('process', 'order', typed)).toEqual([]);
  });
});
