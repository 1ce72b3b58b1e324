import { ServerClock } from '../shop-client.js';
import { type Call, UserFacingError } from './command.js';
import { describe, expect, it } from '@jest/globals';
import {
  botCalls,
  staffCalls,
  type BotRightsAnswer,
  JOIN_REWARD_REASONS,
  type JoinRewardAnswer,
  type BotProduct,
} from '@pax/contracts';
import { aCall, anOrder, CALLER_ID, NOON, NOON_TOKEN } from '../../test/samples.js';
import { LanguageCache } from './language-cache.js';
import { createActions, helpCommand } from './registry.js';
import { claimCommand } from './loyalty.js';
import { createOrderMoveCommands, createOrderMoveButton } from './staff-orders.js';
import { adminCodeCommand, createPanelLinkCommands } from './staff.js';
import { stockCommand } from './products.js';
import { createBotActions } from '../../test/bot-actions.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';
import { RequestIds } from '../request-ids.js';

describe('/stock', () => {
  const product: BotProduct = { id: 1, name: 'Elytra', category: 'items', price: '17.99', stock: 3 };
  const searched: (string | undefined)[] = [];
  const stockOf = (...products: BotProduct[]) =>
    stockCommand(
      new StubShop(
        stubCall(botCalls.botStock, ({ query: { q } }) => {
          searched.push(q);
          return { coinStock: 750_000_000, products };
        }),
      ),
    );

  it('shows pool and products with what is left', async () => {
    const { embeds } = await stockOf(product, { ...product, name: 'Totem', stock: 0 }).execute(aCall());
    expect(embeds?.[0]?.description).toBe(
      'Coins: 750M\n**Elytra** · $17.99 · 3 in stock\n**Totem** · $17.99 · sold out',
    );
    expect(searched.at(-1)).toBeUndefined();
  });

  it('searches, and tells the caller alone when nothing was found, so that nobody makes it say their words', async () => {
    const found = stockOf().execute(aCall({ options: { product: ' @here ' } }));
    await expect(found).rejects.toEqual(new UserFacingError('Nothing found for "\\@here".'));
    expect(searched.at(-1)).toBe('@here');
  });

  it('stays within one embed for a long list', async () => {
    const long = Array.from({ length: 500 }, () => ({ ...product, name: '*'.repeat(200) }));
    const { embeds } = await stockOf(...long).execute(aCall());
    expect(embeds?.[0]?.description?.length).toBeLessThanOrEqual(4_096);
    expect(embeds?.[0]?.description).toMatch(/and \d+ more in the shop$/);
  });
});

describe('/claim', () => {
  const claimed: (string | undefined)[][] = [];
  const answering = (given: JoinRewardAnswer) =>
    claimCommand({
      publicUrl: 'https://shop.example',
      shop: new StubShop(
        stubCall(botCalls.botJoinReward, ({ body: { discordId, inGameName } }) => {
          claimed.push([discordId, inGameName]);
          return given;
        }),
      ),
    });
  const given: JoinRewardAnswer = { success: true, message: '', coins: 1_000_000, order: 42 };

  it('claims for the caller alone, under the name that was given', async () => {
    const command = answering(given);
    expect(command.policy).toMatchObject({ defer: true, ephemeral: true, permission: 'everyone' });
    expect((await command.execute(aCall())).content).toContain('order #42');
    expect(claimed.at(-1)).toEqual([CALLER_ID, undefined]);
    await command.execute(aCall({ options: { 'game-name': ' .Mining Fan 77 ' } }));
    expect(claimed.at(-1)).toEqual([CALLER_ID, '.Mining Fan 77']);
  });

  it('asks the shop nothing about a name that is none', async () => {
    const before = claimed.length;
    const { content } = await answering(given).execute(aCall({ options: { 'game-name': '@everyone' } }));
    expect(content).toMatch(/no Java or Bedrock player name/);
    expect(claimed).toHaveLength(before);
  });

  it.each(JOIN_REWARD_REASONS)(
    'answers the reason and the next step in both languages: %s',
    async (reason) => {
      const command = answering({ success: false, reason, message: '', inviteUrl: '' });
      const [en, de] = [await command.execute(aCall()), await command.execute(aCall({ language: 'de' }))];
      expect(en.content).toMatch(/\.$|https:\/\/shop\.example$/);
      expect(de.content).toMatch(/\.$|https:\/\/shop\.example$/);
      expect(en.content).not.toBe(de.content);
    },
  );

  it('says from when one is old enough, as each reader’s Discord writes times (OWN-756)', async () => {
    const refusal = { success: false, message: '', inviteUrl: '' } as const;
    for (const reason of ['ACCOUNT_TOO_NEW', 'MEMBER_TOO_NEW'] as const) {
      const command = answering({ ...refusal, reason, availableAt: '2026-01-01T00:00:00.500Z' });
      for (const language of ['en', 'de'] as const)
        expect((await command.execute(aCall({ language }))).content).toContain(' <t:1767225601:R>');
    }
  });

  it('is not there when the reward is switched off (OWN-756)', () => {
    const deps = {
      shop: new StubShop(),
      requestIds: new RequestIds(),
      languages: new LanguageCache(new StubShop()),
      commandIds: { server: new Map(), direct: new Map() },
      clock: new ServerClock(),
      publicUrl: 'https://shop.example',
    };
    const names = (joinReward: boolean) =>
      createActions({ ...deps, joinReward }).commands.map(({ name }) => name);
    expect(names(true)).toContain('claim');
    expect(names(false)).not.toContain('claim');
  });
});

describe('/help', () => {
  const help = helpCommand({
    publicUrl: 'https://shop.example',
    shop: new StubShop(stubCall(staffCalls.botRights, () => holder())),
    commandIds: { server: new Map([['help', '71']]), direct: new Map([['help', '72']]) },
    groups: () => [
      { name: 'support', commands: [help] },
      { name: 'staff', commands: LISTED },
    ],
  });
  const LISTED = [
    adminCodeCommand(new StubShop()),
    ...createOrderMoveCommands({ shop: new StubShop(), publicUrl: '' }),
    ...createPanelLinkCommands({ shop: new StubShop(), publicUrl: '' }),
  ];
  let holder: () => BotRightsAnswer;
  const listed = async (rights: () => BotRightsAnswer): Promise<string[]> => {
    holder = rights;
    const text = (await help.execute(aCall())).embeds?.[0]?.description ?? '';
    expect(text).toContain('https://shop.example');
    return [...text.matchAll(/[`<]\/([a-z-]+)/g)].map(([, name = '']) => name);
  };

  it('lists to each what their rights let them do', async () => {
    const MOVES = ['process', 'complete', 'release'];
    expect(await listed(() => ({ role: 'customer', rights: [] }))).toEqual(['help']);
    expect(await listed(() => ({ role: 'staff', rights: [] }))).toEqual(['help', 'admin-code']);
    const move = await listed(() => ({ role: 'staff', rights: ['orders', 'move'] }));
    expect(move).toEqual(['help', 'admin-code', ...MOVES]);
    const refund = await listed(() => ({ role: 'staff', rights: ['refund'] }));
    expect(refund).toEqual(['help', 'admin-code', 'cancel']);
    const all = await listed(() => ({ role: 'admin', rights: [] }));
    expect(all).toEqual(['help', 'admin-code', ...MOVES, 'cancel', 'pool-set', 'block']);
    const away = (): BotRightsAnswer => {
      throw new Error('away');
    };
    expect(await listed(away)).toEqual(['help']);
  });

  it('groups them, to be clicked once their ids are known, and lists in direct messages those of there (OWN-1511)', async () => {
    holder = () => ({ role: 'admin', rights: [] });
    const read = async (call: Partial<Call>) =>
      (await help.execute(aCall(call))).embeds?.[0]?.description?.split('\n') ?? [];
    const onServer = await read({});
    expect(onServer.slice(0, 4)).toEqual([
      '**Help and settings**',
      '</help:71> – What the bot can do',
      '',
      '**Staff**',
    ]);
    expect(onServer).toContain('`/process [order]` – Take an order (staff)');
    expect(await read({ isDirectMessage: true, language: 'de' })).toEqual([
      '**Hilfe und Einstellungen**',
      '</help:72> – Was der Bot kann',
      '',
      'Auf dem Server kann ich mehr.',
      'Zum Shop: https://shop.example',
    ]);
  });

  it('stays within one embed for those who may do everything', async () => {
    const shop = new StubShop(
      stubCall(staffCalls.botRights, (): BotRightsAnswer => ({ role: 'admin', rights: [] })),
    );
    const { commands, commandIds } = createBotActions(shop);
    commandIds.server = new Map(commands.map(({ name }) => [name, '1184303412795904099']));
    const all = commands.find(({ name }) => name === 'help');
    for (const language of ['en', 'de'] as const) {
      const text = (await all?.execute(aCall({ language })))?.embeds?.[0]?.description ?? '';
      expect(text.length).toBeLessThanOrEqual(4_096);
      expect(text.match(/<\/[a-z-]+:\d+>/g)).toHaveLength(commands.length);
    }
  });
});

describe('/admin-code', () => {
  it('lets the shop answer in private, and never reads the code (OWN-906)', async () => {
    const asked: string[][] = [];
    const command = adminCodeCommand(
      new StubShop(
        stubCall(
          botCalls.botAdminCode,
          ({ body }) => void asked.push([body.interactionToken, body.language]),
        ),
      ),
    );
    expect(command.policy).toMatchObject({ defer: true, ephemeral: true, permission: 'staff' });
    const call = aCall({ token: 'the-token', language: 'de' });
    expect(await command.execute(call)).toEqual({ isAnswered: true });
    expect(asked).toEqual([['the-token', 'de']]);
  });
});

describe('order buttons', () => {
  it('make the move on behalf of whoever pressed (OWN-148)', async () => {
    const moves: unknown[] = [];
    const asked: unknown[] = [];
    const shop = new StubShop(
      stubCall(botCalls.botTransitionOrder, ({ params: { id, move }, body: { discordId, madeAt } }) => {
        moves.push([id, move, discordId, madeAt]);
        return anOrder();
      }),
      stubCall(staffCalls.botPanelAct, ({ body: { discordId, act, orderId } }) => {
        asked.push(discordId, act, orderId);
      }),
    );
    const button = createOrderMoveButton({ shop, publicUrl: 'https://shop.example' });
    const { content } = await button.execute(aCall({ args: ['complete', '9', NOON_TOKEN], language: 'de' }));
    expect(moves).toEqual([[9, 'complete', CALLER_ID, Date.parse(NOON)]]);
    expect(content).toBe('Bestellung #9 ist abgeschlossen.');
    const refused = await button.execute(aCall({ args: ['cancel', '9', NOON_TOKEN] }));
    expect(refused.content).toContain('https://shop.example/admin?q=9');
    expect(asked).toEqual([CALLER_ID, 'cancel', 9]);
    expect(moves).toHaveLength(1);
  });
});
