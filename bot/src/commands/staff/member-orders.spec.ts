import { describe, expect, it } from '@jest/globals';
import { staffLookUpCalls, type BotMemberOrdersAnswer } from '@pax/contracts';
import { ZodError } from 'zod';
import { flattenPart } from '../../../test/discord-limits.js';
import { aCall, anOrder, CALLER_ID } from '../../../test/samples.js';
import { stubCall, StubShop } from '../../../test/stub-shop.js';
import { toCommandBody } from '../../discord/command-registration.js';
import type { Reply } from '../command.js';
import { createMemberOrdersPageAction, memberOrdersCommand } from './member-orders.js';

const MEMBER = '310457829164285952';
const publicUrl = 'https://shop.test';

describe('orders of a member (OWN-1588)', () => {
  const asked: unknown[] = [];
  let answer: BotMemberOrdersAnswer = { account: null, orders: [], total: 0, mayReadUsers: true };
  const shop = new StubShop(
    stubCall(staffLookUpCalls.botMemberOrders, ({ query }) => {
      asked.push(query);
      return answer;
    }),
  );
  const command = memberOrdersCommand({ shop, publicUrl });
  const open = (): Promise<Reply> =>
    command.execute(aCall({ kind: 'member', memberId: MEMBER, language: 'de' }));
  const turn = (...args: string[]): Promise<Reply> =>
    createMemberOrdersPageAction({ shop, publicUrl }).execute(aCall({ args, language: 'en' }));
  const idsOf = ({ components = [] }: Reply): unknown[] =>
    components.flatMap((one) => flattenPart({ ...one })).flatMap(({ custom_id: id }) => id ?? []);

  it('stand in the menu of a member under a name in each language, for staff alone', () => {
    expect(toCommandBody(command)).toEqual({
      type: 2,
      name: 'Orders of this member',
      name_localizations: { de: 'Bestellungen dieses Mitglieds' },
    });
    expect(command.policy).toMatchObject({ permission: 'orders', ephemeral: true, defer: true });
  });

  it('list what the account of the member bought, with pages and a link to the panel', async () => {
    const orders = [anOrder({ id: 9, minecraftName: '`@here`', status: 'completed' })];
    const account = { id: 7, username: '*coal* & heart' };
    answer = { account, orders, total: 21, mayReadUsers: true };
    const reply = await open();
    expect(asked).toEqual([{ discordId: CALLER_ID, memberId: MEMBER, page: '1' }]);
    expect(reply.embeds?.[0]).toMatchObject({
      title: 'Bestellungen von \\*coal\\* & heart: 21',
      description: expect.stringMatching(/^\*\*#9\*\* .+ · Abgeschlossen · `ˋ@hereˋ`$/),
    });
    expect(JSON.stringify(reply.components)).toContain(`"${publicUrl}/admin?tab=users&open=7"`);
    expect(idsOf(reply)).toEqual([`1:member-orders:${MEMBER}:2`]);
    expect(idsOf(await turn(MEMBER, '2'))).toEqual([1, 3].map((page) => `1:member-orders:${MEMBER}:${page}`));
    expect(idsOf(await turn(MEMBER, '99'))).toEqual([`1:member-orders:${MEMBER}:2`]);
  });

  it('say that there is no account, or that it bought nothing', async () => {
    answer = { account: null, orders: [], total: 0, mayReadUsers: true };
    expect((await open()).content).toBe('Kein Konto des Shops gehört zu diesem Discord-Konto.');
    answer = { account: { id: 7, username: 'coalheart' }, orders: [], total: 0, mayReadUsers: false };
    const reply = await open();
    expect(reply.embeds?.[0]?.description).toBe('Noch keine Bestellungen.');
    // Without the right to accounts there is no link, and so no row, which Discord refuses when it is empty.
    expect(reply.components).toEqual([]);
  });

  it('are not asked for by forged arguments', async () => {
    asked.length = 0;
    for (const args of [
      [],
      [MEMBER],
      ['me', '1'],
      [MEMBER, '0'],
      [MEMBER, '1', '2'],
      [`${MEMBER}${MEMBER}`, '1'],
    ])
      await expect(turn(...args)).rejects.toBeInstanceOf(ZodError);
    expect(asked).toEqual([]);
  });
});
