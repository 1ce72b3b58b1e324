import { describe, expect, it } from '@jest/globals';
import {
  type CallAnswer,
  botCalls,
  staffCalls,
  type BotStatusAnswer,
  DISCORD_PROBLEMS,
  ERROR_STATUS,
  type BotUsersAnswer,
  type ErrorCode,
} from '@pax/contracts';
import { aCall, CALLER_ID } from '../../test/samples.js';
import { ProblemError } from '../shop-client.js';
import { UserFacingError } from './command.js';
import {
  createPanelLinkCommands,
  statusCommand,
  stockSetCommand,
  userCommand,
  type StaffCommandDeps,
} from './staff.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const publicUrl = 'https://shop.test';
const refused = (code: ErrorCode) =>
  new ProblemError({ type: '', title: '', status: ERROR_STATUS[code], code, message: '' });
const account: BotUsersAnswer['users'][number] = {
  id: 7,
  username: '@everyone [x](https://evil.example)',
  discordUsername: '`juergen`',
  discordId: CALLER_ID,
  minecraftName: null,
  loyaltyPoints: null,
  membershipTier: 'gold',
  blocked: true,
  blockReason: '**fraud**',
  createdAt: '2026-03-01T12:00:00.000Z',
};

const STATUS: BotStatusAnswer = {
  openOrders: 4,
  tickets: 2,
  waitingPosts: 1_200,
  parkedPosts: 0,
  problems: ['BOT_AWAY'],
};

/** The shop's answers, and what it was asked. */
function aShop({
  failure,
  users = [account],
  status = STATUS,
}: { failure?: Error; users?: BotUsersAnswer['users']; status?: BotStatusAnswer } = {}) {
  const asked: unknown[] = [];
  const deps: StaffCommandDeps = {
    publicUrl,
    shop: new StubShop(
      stubCall(botCalls.botStock, (): CallAnswer<typeof botCalls.botStock> => ({
        coinStock: 0,
        products: [
          { id: 3, name: 'Elytra', price: '17.99', stock: 2, category: 'items', onHand: 3, stockVersion: 17 },
          { id: 4, name: '50M Coins', price: '8.50', stock: 9, category: 'coins' },
        ],
      })),
      stubCall(staffCalls.botSetStock, ({ params, body }) => {
        const id = Number(params.id);
        asked.push([id, body]);
        if (failure) throw failure;
        return { id, name: 'Elytra', onHand: body.stock, free: body.stock - 1, before: 3 };
      }),
      stubCall(staffCalls.botUsers, () => ({ users, total: users.length })),
      stubCall(staffCalls.botStatus, () => status),
    ),
  };
  return { deps, asked };
}

describe('/stock-set (OWN-148)', () => {
  const run = ({ deps }: ReturnType<typeof aShop>, product: string) =>
    stockSetCommand(deps).execute(aCall({ options: { product, pieces: 5 } }));

  it('proposes what has pieces of its own', async () => {
    const [product] = stockSetCommand(aShop().deps).options;
    const choices = await product?.complete?.({ userId: CALLER_ID, language: 'en', text: 'e' });
    expect(choices).toEqual([{ name: 'Elytra · 3', value: '3:17' }]);
  });

  it.each(['3', 'Elytra', ' elytra '])('sets what is on hand of %j', async (product) => {
    const shop = aShop();
    expect((await run(shop, product)).content).toBe('Elytra: 5 on hand (before: 3), 4 of them free.');
    expect(shop.asked).toEqual([[3, { discordId: CALLER_ID, stock: 5 }]]);
  });

  it('names the version that was proposed, and says what it is now when that is not so any more (OWN-195)', async () => {
    const shop = aShop();
    await run(shop, '3:17');
    expect(shop.asked).toEqual([[3, { discordId: CALLER_ID, stock: 5, stockVersion: 17 }]]);
    const current = { onHand: 1_200, stock: 1_100 };
    const stale = new ProblemError({ ...refused('STALE').problem, current });
    await expect(run(aShop({ failure: stale }), '3:17')).rejects.toEqual(
      new UserFacingError(
        'Somebody changed this meanwhile: 1,200 on hand, 1,100 of them free. Nothing was set.',
      ),
    );
    for (const forged of ['3:x', '3:17:1', ':17'])
      await expect(run(aShop(), forged)).rejects.toBeInstanceOf(UserFacingError);
  });

  it('sets nothing of what is not a whole name, and says so', async () => {
    for (const product of ['Ely', '', '0', '9'.repeat(40)])
      await expect(run(aShop(), product)).rejects.toBeInstanceOf(UserFacingError);
    const gone = aShop({ failure: refused('PRODUCT_NOT_FOUND') });
    await expect(run(gone, '3')).rejects.toBeInstanceOf(UserFacingError);
  });
});

describe('/user and /status (OWN-148)', () => {
  it('show accounts without a ping or a link of theirs', async () => {
    const run = (users?: BotUsersAnswer['users']) =>
      userCommand(aShop(users ? { users } : {}).deps).execute(aCall({ options: { name: 'x' } }));
    const text = (await run()).embeds?.[0]?.description ?? '';
    expect(text).toContain('blocked: \\*\\*fraud\\*\\*');
    expect(text).toContain(`${publicUrl}/admin?tab=users&open=7`);
    expect(text).not.toMatch(/(?<!\\)@everyone|(?<!\\)\[/);
    const long = 'x'.repeat(4_097);
    const many = Array.from({ length: 5 }, () => ({ ...account, username: long, blockReason: long }));
    expect((await run(many)).embeds?.[0]?.description?.length).toBeLessThanOrEqual(4_096);
    expect((await run([])).content).toBe('No account is called that.');
  });

  it('tell what waits and what is wrong', async () => {
    const { embeds } = await statusCommand(aShop().deps).execute(aCall({ language: 'de' }));
    expect(embeds?.[0]?.description).toContain('1.200 warten');
    expect(embeds?.[0]?.description).toContain('kein Bot hat sich gemeldet');
  });

  it.each(['en', 'de'] as const)('tell every problem in words, in %s, and no code', async (language) => {
    const none = { openOrders: null, tickets: null, waitingPosts: 0, parkedPosts: 0 };
    const { deps } = aShop({ status: { ...none, problems: [...DISCORD_PROBLEMS] } });
    const { embeds } = await statusCommand(deps).execute(aCall({ language }));
    const text = embeds?.[0]?.description ?? '';
    expect(text.match(/^- .{10,}$/gm)).toHaveLength(DISCORD_PROBLEMS.length);
    expect(text).not.toMatch(/[A-Z]_[A-Z]/);
  });
});

describe('/pool-set and /block (OWN-740)', () => {
  it('lead admins to the panel, and nobody else', async () => {
    const asked: string[] = [];
    const shop = new StubShop(stubCall(staffCalls.botPanelAct, ({ body: { act } }) => void asked.push(act)));
    const links = await Promise.all(
      createPanelLinkCommands({ shop, publicUrl }).map((command) => command.execute(aCall())),
    );
    expect(links.map(({ content }) => /https:.*/.exec(content ?? '')?.[0])).toEqual([
      `${publicUrl}/admin?tab=coins`,
      `${publicUrl}/admin?tab=users`,
    ]);
    expect(asked).toEqual(['pool', 'block']);
    const no = new StubShop(stubCall(staffCalls.botPanelAct, () => Promise.reject(refused('FORBIDDEN'))));
    for (const command of createPanelLinkCommands({ shop: no, publicUrl }))
      await expect(command.execute(aCall())).rejects.toBeInstanceOf(ProblemError);
  });
});
