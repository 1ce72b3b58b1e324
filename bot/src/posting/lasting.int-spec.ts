import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BotProduct } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { MessageFlags } from 'discord.js';
import { z } from 'zod';
import { LiveBot, type Outcome } from '../../test/live-bot.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const { stock } = discordWorld.channels;
const STAFF = 'mira.staff';
const BUYER = 'coalheart';
const GENERAL = '1184303579969069076';
const idOf = (name: string): string => discordWorld.users.find(({ username }) => username === name)?.id ?? '';

const messages = z.array(
  z.object({
    id: z.string(),
    pinned: z.boolean(),
    edited_timestamp: z.string().nullable(),
    flags: z.number(),
    embeds: z.array(
      z.object({ description: z.string().optional(), footer: z.object({ text: z.string() }).optional() }),
    ),
    components: z.array(z.unknown()),
  }),
);
type Message = z.output<typeof messages>[number];

/** The texts of a message of components, as one, without the time. */
const boardText = ({ components }: Message): string =>
  [...JSON.stringify(components).matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => z.string().parse(JSON.parse(`"${text}"`)))
    .map((text) => text.replace(/\nStand: <t:\d+:f>/, ''))
    .join('\n');

describe('lasting messages, by the real library', () => {
  const bot = new LiveBot(50);
  const { lasting, people, alerts } = bot.shop;
  const elytra: BotProduct = { id: 1, name: 'Elytra', category: 'items', price: '17.99', stock: 3 };
  beforeAll(async () => {
    people.products.push(elytra, { ...elytra, id: 2, name: 'Totem @everyone', stock: 0 });
    await bot.open();
  });
  afterAll(() => bot.close());

  const standing = async (footer: string, channel = stock) =>
    messages
      .parse(JSON.parse(await bot.readMessagesById(channel)))
      .filter(
        (message) =>
          message.embeds.some((embed) => embed.footer?.text === footer) ||
          boardText(message).endsWith(`-# ${footer}`),
      );
  const boards = () => standing('Bestandstafel');
  const textOf = async (): Promise<string> => (await boards()).map(boardText)[0] ?? '';
  const happened = (...kinds: string[]): Promise<void> =>
    waitUntil(() => lasting.outcomeKinds('stock-board').join(' ') === kinds.join(' '), kinds.join(' '));
  const sold = async (left: number): Promise<void> => {
    elytra.stock = left;
    await waitUntil(
      async () => (await textOf()).includes(`Items\n17,99\u00a0$ · noch ${left}\n`),
      `the board says ${left}`,
    );
  };

  /** So many more rounds of the board have begun, so that those before them are over. */
  const rounds = async (count: number): Promise<void> => {
    const begun = () =>
      bot.shop.calls.filter(
        ({ path, body }) => path.endsWith('/lasting-messages/claim') && !isOfWelcome(body),
      );
    const before = begun().length;
    await waitUntil(() => begun().length >= before + count, `${count} rounds`);
  };

  describe('the stock board (OWN-759)', () => {
    beforeAll(async () => {
      lasting.wantedKeys.add('stock-board');
      await bot.start();
    });
    afterAll(() => bot.stop());

    it('is one pinned message with all stock and the pool, edited when they change', async () => {
      await happened('sent', 'pinned');
      expect(await boards()).toMatchObject([{ pinned: true, edited_timestamp: null }]);
      expect(await textOf()).toBe(
        '## Bestand\n**Coins**: 750M frei\n**Elytra** · Items\n17,99\u00a0$ · noch 3\n**Totem \\@everyone** · Items\n17,99\u00a0$ · ausverkauft\n-# Bestandstafel',
      );
      await sold(2);
      await happened('sent', 'pinned', 'edited');
      expect(await boards()).toMatchObject([{ pinned: true }]);
    });

    it('leads from each product into `/shop`, for who presses alone (OWN-759)', async () => {
      const [board] = await boards();
      const opened = await bot.press(board?.id ?? '', '1:shop-open:1', { user: STAFF, channel: stock });
      expect(opened).toMatchObject({ state: 'answered', ephemeral: true });
      expect(JSON.stringify(opened.message)).toContain('## Elytra');
    });

    it('has its new words also where Discord did not take them at first', async () => {
      const edit = { faultPoint: 'discord.rest', match: 'PATCH /channels' } as const;
      bot.faults.arm({ ...edit, fault: { kind: 'fail', status: 500 }, times: 4 });
      await sold(5);
      expect(lasting.outcomeKinds('stock-board').at(-1)).toBe('edited');
    });

    it('is sent and pinned anew when it was deleted, also when nothing changed', async () => {
      const [board] = await boards();
      await bot.performAction('delete-message', { user: STAFF, channel: stock, message: board?.id });
      await happened('sent', 'pinned', 'edited', 'edited', 'gone', 'sent', 'pinned');
      const [again, ...more] = await boards();
      expect([again?.pinned, more]).toEqual([true, []]);
      expect(again?.id).not.toBe(board?.id);
    });

    it('stays out of the pins when somebody took it from them', async () => {
      const [board] = await boards();
      const pins = lasting.outcomeKinds('stock-board').filter((kind) => kind === 'pinned').length;
      await bot.callAsBot('DELETE', `/channels/${stock}/messages/pins/${board?.id}`);
      await sold(1);
      // The round after the edit would pin it as well.
      await waitUntil(() => lasting.outcomeKinds('stock-board').at(-1) === 'edited', 'the edit is reported');
      await rounds(2);
      expect(await boards()).toMatchObject([{ id: board?.id, pinned: false }]);
      expect(lasting.outcomeKinds('stock-board').filter((kind) => kind === 'pinned')).toHaveLength(pins);
    });
  });

  it.each([
    ['soon', 0],
    ['after the history has to be searched', 130_000],
  ])('is one when nobody knows whether it was sent, %s', async (_, ageMs) => {
    lasting.reset();
    for (const { id } of await boards())
      await bot.performAction('delete-message', { user: STAFF, channel: stock, message: id });
    bot.shop.failingCalls.set('report', 1_000);
    lasting.wantedKeys.add('stock-board');
    await bot.start();
    await waitUntil(async () => (await boards()).length > 0, 'it stands');
    await bot.stop();
    // Another bot goes on, with other words by now.
    lasting.setAttemptAge(ageMs);
    elytra.stock = 7;
    bot.shop.failingCalls.delete('report');
    bot.shop.fence += 1;
    await bot.start({ BOT_INSTANCE_ID: 'another-bot-of-this-spec' });
    await waitUntil(async () => (await textOf()).includes('noch 7'), 'the newest words');
    expect(await boards()).toHaveLength(1);
    await bot.stop();
  });

  it('is refused where Discord answers a new one as missing, which is said once and tried seldom (OWN-140)', async () => {
    lasting.reset();
    lasting.wantedKeys.add('stock-board');
    const faultPoint = { faultPoint: 'discord.rest', match: `POST /channels/${stock}/messages` } as const;
    const body = { code: 10_008, message: 'Unknown Message' };
    bot.faults.arm({ ...faultPoint, fault: { kind: 'fail', status: 404, body }, times: 100 });
    const calls = (await bot.discordCalls()).length;
    await bot.start();
    await waitUntil(() => alerts.length > 0, 'an alert');
    const polls = () => bot.shop.calls.filter(({ path }) => path.endsWith('/posts/claim')).length;
    const before = polls();
    await waitUntil(() => polls() >= before + 50, 'others poll on');
    await bot.stop();
    bot.faults.clear();
    const tries = (await bot.discordCalls()).slice(calls).filter(({ fault }) => fault === 'fail');
    // The bot has all permissions, for which it tries once more.
    expect([1, 2]).toContain(tries.length);
    expect(alerts.splice(0).map(({ title }) => title)).toEqual(['Bestandstafel nicht möglich']);
    expect(lasting.outcomeKinds('stock-board')).toEqual([]);
  });

  it('becomes one of components where an earlier bot left one of an embed (OWN-759)', async () => {
    lasting.reset();
    for (const { id } of await boards())
      await bot.performAction('delete-message', { user: STAFF, channel: stock, message: id });
    const embed = { title: 'Bestand', description: 'Elytra: 3', footer: { text: 'Bestandstafel' } };
    const written = () => bot.callAsBot('POST', `/channels/${stock}/messages`, { embeds: [embed] });
    // Discord takes five messages in five seconds.
    await waitUntil(() => written().then(Boolean, () => false), 'the earlier board stands');
    const [before] = await boards();
    lasting.storeMessage('stock-board', before?.id ?? '', bot.shop.fence);
    lasting.wantedKeys.add('stock-board');
    await bot.start();
    await waitUntil(() => lasting.outcomeKinds('stock-board').includes('edited'), 'it is edited');
    const [after, ...more] = await boards();
    expect([after?.id, after?.embeds, more]).toEqual([before?.id, [], []]);
    expect((after?.flags ?? 0) & MessageFlags.IsComponentsV2).not.toBe(0);
    expect(await textOf()).toContain('**Elytra** · Items');
    await bot.stop();
  });

  it('stand unpinned without the right to pin, which is said once, until it is granted (OWN-140)', async () => {
    lasting.reset();
    lasting.wantedKeys.add('stock-board');
    await bot.performAction('permission', { channel: 'stock', permission: 'PIN_MESSAGES', allowed: false });
    await bot.start();
    await waitUntil(() => alerts.length > 0, 'an alert');
    await sold(5);
    // A first try that met a limit leaves open what was sent, so that it is edited once more.
    await waitUntil(() => lasting.outcomeKinds('stock-board').at(-1) === 'edited', 'the edit is reported');
    expect(new Set(lasting.outcomeKinds('stock-board'))).toEqual(new Set(['sent', 'edited']));
    expect((await boards())[0]?.pinned).toBe(false);
    expect(alerts.map(({ title }) => title)).toEqual(['Bestandstafel nicht anpinnbar']);
    const lacks = bot.lastReport?.doctor?.channels.find(({ channel }) => channel === 'stock')?.lacks;
    expect(lacks).toEqual(['PinMessages']);
    await bot.performAction('permission', { channel: 'stock', permission: 'PIN_MESSAGES', allowed: true });
    await waitUntil(() => lasting.outcomeKinds('stock-board').at(-1) === 'pinned', 'the pin is reported');
    expect((await boards())[0]?.pinned).toBe(true);
    expect(alerts).toHaveLength(1);
    await bot.stop();
  });

  describe('the welcome (OWN-757)', () => {
    const pressed = (user: string): Promise<Outcome> => press(user);
    let press: (user: string) => Promise<Outcome>;
    beforeAll(() => lasting.reset());
    afterAll(() => bot.stop());

    it('is not there without its channel', async () => {
      lasting.wantedKeys.add('welcome');
      await bot.start();
      await rounds(1);
      await bot.stop();
      const asked = bot.shop.calls.filter(({ path, body }) => path.includes('lasting') && isOfWelcome(body));
      expect(asked).toEqual([]);
    });

    it('is pinned in both languages, and its button claims as `/claim` does, for the caller alone', async () => {
      await bot.start({ DISCORD_CHANNEL_WELCOME: GENERAL });
      await waitUntil(() => lasting.outcomeKinds('welcome').join(' ') === 'sent pinned', 'it is pinned');
      const [welcome] = await standing('Willkommensnachricht', GENERAL);
      expect(welcome?.pinned).toBe(true);
      expect(welcome?.embeds[0]?.description).toMatch(
        /Shop mit diesem Discord-Konto an(.|\n)*press the button/,
      );
      press = (user) => bot.press(welcome?.id ?? '', '1:claim-reward', { user });
      people.accounts.set(idOf(BUYER), { username: BUYER, isBlocked: false });
      people.choices.set(idOf('lumen_oak'), { language: 'de', directMessages: true });
      const [first, stranger] = [await pressed(BUYER), await pressed('lumen_oak')];
      expect(first).toMatchObject({ state: 'answered', ephemeral: true });
      expect(first.message?.content).toContain('order #900');
      expect(stranger).toMatchObject({ state: 'answered', ephemeral: true });
      expect(stranger.message?.content).toContain('Melde dich zuerst mit diesem Discord-Konto');
      const claims = await bot.command('claim', { user: BUYER });
      expect(claims.message?.content).toContain('already received');
      const again = await pressed(BUYER);
      expect(again).toMatchObject({ state: 'answered', ephemeral: true });
      expect(people.joinRewards).toEqual([idOf(BUYER)]);
    });
  });
});

const isOfWelcome = (body: unknown): boolean => JSON.stringify(body).includes('"welcome"');
