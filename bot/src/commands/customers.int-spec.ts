import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot, type Outcome } from '../../test/live-bot.js';
import { NOON, NOON_TOKEN, anOrder } from '../../test/samples.js';
import { TICKET_TOKEN } from '../../test/fake-shop-people.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const BUYER = 'coalheart';
const STRANGER = 'lumen_oak';
/** Another buyer, so that no cooldown of the first one is met. */
const OTHER = 'tinkerfox';
const idOf = (name: string): string => discordWorld.users.find(({ username }) => username === name)?.id ?? '';
const textOf = ({ message, followups }: Outcome): string => JSON.stringify([message, ...followups]);
const idsOf = ({ message }: Outcome): string[] =>
  [...JSON.stringify(message?.components ?? []).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = '']) => id);

describe.each(['en', 'de'] as const)('customers in Discord, by the real library, in %s', (language) => {
  const bot = new LiveBot(50);
  const { people } = bot.shop;
  beforeAll(async () => {
    for (const name of [BUYER, OTHER]) people.accounts.set(idOf(name), { username: name, isBlocked: false });
    people.orders.push(...Array.from({ length: 12 }, (_, index) => anOrder({ id: 40 + index })));
    people.products.push({ id: 1, name: 'Elytra', category: 'items', price: '17.99', stock: 3 });
    // The stand-in's people have an English Discord: what they chose comes before it (OWN-621).
    for (const name of [BUYER, STRANGER, OTHER])
      people.choices.set(idOf(name), { language, directMessages: true });
    await bot.open();
    await bot.start();
    await bot.waitUntilRegistered();
  });
  afterAll(() => bot.close());
  const said = (en: string, de: string): string => (language === 'en' ? en : de);

  it('read their orders page by page, alone (OWN-615)', async () => {
    const first = await bot.command('orders');
    expect(first.ephemeral).toBe(true);
    expect(textOf(first)).toContain(said('page 1 of 2', 'Seite 1 von 2'));
    const [older = ''] = idsOf(first);
    const second = await bot.press(first.message?.id ?? '', older);
    expect(second.state).toBe('updated');
    expect(await bot.command('order', { options: { reference: '41' } })).toMatchObject({
      ephemeral: true,
      message: {
        embeds: [{ title: expect.stringMatching(/^#41 · /), description: expect.stringContaining('🟡 **') }],
      },
    });
    const proposed = await bot.readProposals('order', 'reference', '#51');
    expect(proposed.map(({ value }) => value)).toEqual(['51']);
    expect(await bot.readProposals('order', 'reference', '', STRANGER)).toEqual([]);
    const none = await bot.command('orders', { user: STRANGER });
    expect(textOf(none)).toContain(said('No orders yet', 'Noch keine Bestellungen'));
  });

  it('read orders, write tickets and find the commands in direct messages as well (OWN-1511)', async () => {
    bot.endCooldowns();
    const there = { user: BUYER, channel: 'dm' };
    const first = await bot.command('orders', there);
    const [older = ''] = idsOf(first);
    const second = await bot.press(first.message?.id ?? '', older, there);
    expect([first.ephemeral, second.state]).toEqual([true, 'updated']);
    expect(textOf(second)).toContain(said('page 2 of 2', 'Seite 2 von 2'));
    expect(textOf(await bot.command('order', { ...there, options: { reference: '41' } }))).toContain('#41');
    const opened = await bot.command('ticket', there);
    const values = { priority: ['low'], subject: 'From there', message: 'Where is it?' };
    expect(textOf(await bot.fill(opened.interaction, values, BUYER))).toContain('/account?tab=support');
    const helped = textOf(await bot.command('help', there));
    const ids = z
      .array(z.object({ id: z.string(), name: z.string() }))
      .parse(JSON.parse(await bot.callAsBot('GET', `/applications/${discordWorld.applicationId}/commands`)));
    for (const { id, name } of ids) expect(helped).toContain(`</${name}:${id}>`);
    expect(helped).not.toContain('/stock');
    bot.endCooldowns();
    expect(textOf(await bot.command('help'))).toMatch(/<\/stock:\d+>/);
    bot.endCooldowns();
  });

  it('see products, with proposals while they type (OWN-786)', async () => {
    const proposed = await bot.readProposals('product', 'product', 'ely');
    expect(proposed).toMatchObject([{ name: 'Elytra', value: 'Elytra' }]);
    const card = await bot.command('product', { options: { product: 'Elytra' } });
    expect(card.ephemeral).toBe(false);
    expect(textOf(card)).toContain(said('3 in stock', '3 auf Lager'));
    expect(await bot.readProposals('stock', 'product', 'sword')).toEqual([]);
  });

  it('browse, choose an amount and get a link to the checkout, in a message of components (OWN-786, OWN-168)', async () => {
    const shop = await bot.command('shop');
    expect(shop).toMatchObject({ state: 'answered', ephemeral: true });
    expect((shop.message?.flags ?? 0) & (1 << 15)).not.toBe(0);
    const message = shop.message?.id ?? '';
    const items = await bot.choose(message, '1:shop-category', ['items']);
    expect(textOf(items)).toContain(
      `**Elytra**\\n${said('$17.99 · 3 in stock', '17,99\u00a0$ · 3 auf Lager')}`,
    );
    const card = await bot.press(message, '1:shop-product:1');
    expect(card.state).toBe('updated');
    const opened = await bot.press(message, '1:shop-amount:1:pieces');
    expect(opened.modal?.title).toBe(said('How many?', 'Wie viele?'));
    const priced = await bot.fill(opened.interaction, { amount: '2' });
    expect(people.payLinks.at(-1)).toEqual({ discordId: idOf(BUYER), items: [{ id: 1, quantity: 2 }] });
    expect(textOf(priced)).toMatch(/"url":"http:[^"]+\/pay\/[\w-]{22}"/);
    const tooMany = await bot.fill((await bot.press(message, '1:shop-amount:1:pieces')).interaction, {
      amount: '4',
    });
    expect(textOf(tooMany)).toContain(said('no more than 3', 'Mehr als 3'));
    const product = await bot.command('product', { user: STRANGER, options: { product: 'Elytra' } });
    const fromPost = await bot.press(product.message?.id ?? '', '1:shop-open:1');
    expect(fromPost).toMatchObject({ state: 'answered', ephemeral: true });
    expect(textOf(fromPost)).toContain('1:shop-amount:1:pieces');
  });

  it('redeem a reward once, however often they press (OWN-615, OWN-255)', async () => {
    expect(textOf(await bot.command('rewards'))).toContain(said('Rewards', 'Prämien'));
    const asked = await bot.command('redeem', { options: { reward: 'ten-percent-off' } });
    expect(asked.ephemeral).toBe(true);
    const before = people.points;
    const [yes = ''] = idsOf(asked);
    const message = asked.message?.id ?? '';
    const presses = await Promise.allSettled([bot.press(message, yes), bot.press(message, yes)]);
    expect(JSON.stringify(presses)).toContain('CODE-1');
    expect(people.redeemedRewards.size).toBe(1);
    expect(people.points).toBe(before - 500);
    const stranger = await bot.command('redeem', { user: STRANGER, options: { reward: 'ten-percent-off' } });
    expect(textOf(stranger)).toContain(said('No account of the shop', 'noch kein Konto im Shop'));
    expect(people.redeemedRewards.size).toBe(1);
  });

  it('write tickets, with or without an account (OWN-619)', async () => {
    for (const [user, address] of [
      [BUYER, '/account?tab=support'],
      [STRANGER, `/support-ticket#${TICKET_TOKEN}`],
    ] as const) {
      const opened = await bot.command('ticket', { user });
      expect(opened).toMatchObject({
        state: 'modal',
        modal: { title: said('Ask the staff', 'Frag das Team') },
      });
      const values = { priority: ['urgent'], subject: 'Where?', message: '@everyone **help**' };
      const sent = await bot.fill(opened.interaction, values, user);
      expect(sent.ephemeral).toBe(true);
      expect(textOf(sent)).toContain(address);
      expect(people.tickets.at(-1)).toEqual({
        discordId: idOf(user),
        requestId: expect.stringMatching(/^\d{17,20}$/),
        name: user,
        priority: 'urgent',
        subject: 'Where?',
        message: '@everyone **help**',
      });
    }
  });

  it('add pictures to a ticket, which the shop fetches itself (OWN-619)', async () => {
    bot.endCooldowns();
    const opened = await bot.command('ticket', { user: BUYER });
    const values = { priority: ['low'], subject: 'See there', message: 'It looks like this.' };
    const picture = { name: 'a b.png', contentType: 'image/png', base64: 'iVBORw0KGgo=' };
    const sent = await bot.fill(opened.interaction, values, BUYER, undefined, {
      pictures: [picture, picture],
    });
    expect(textOf(sent)).toContain('/account?tab=support');
    const { pictures = [] } = people.tickets.at(-1) ?? {};
    expect(pictures).toHaveLength(2);
    for (const address of pictures) {
      expect(address).toMatch(
        /^http:\/\/127\.0\.0\.1:\d+\/discord\/cdn\/ephemeral-attachments\/\d+\/\d+\/a_b\.png$/,
      );
      expect(Buffer.from(await (await fetch(address)).arrayBuffer()).toString('base64')).toBe(picture.base64);
    }
    bot.endCooldowns();
    const again = await bot.command('ticket', { user: BUYER });
    await expect(
      bot.fill(again.interaction, values, BUYER, undefined, {
        pictures: Array.from({ length: 4 }, () => picture),
      }),
    ).rejects.toThrow('0 to 3 files');
  });

  it('say in direct messages what is wrong with an order (OWN-619)', async () => {
    const told = bot.shop.directMessages.add(
      idOf(BUYER),
      {
        kind: 'order',
        order: {
          id: 41,
          productName: 'Elytra',
          quantity: 1,
          status: 'completed',
          minecraftName: 'CoalHeart',
          createdAt: NOON,
        },
      },
      { language },
    );
    await waitUntil(() => told.outcomes.length > 0, 'the message is sent');
    const [outcome] = told.outcomes;
    const messageId = outcome?.kind === 'sent' ? outcome.messageId : '';
    const opened = await bot.press(messageId, `1:problem:41:${NOON_TOKEN}`, { channel: 'dm' });
    expect(opened.modal?.title).toBe(said('Problem with order #41', 'Problem mit Bestellung #41'));
    const sent = await bot.fill(opened.interaction, { message: 'One is missing.' });
    expect(textOf(sent)).toContain('Ticket #');
    expect(people.tickets.at(-1)).toMatchObject({
      orderId: 41,
      message: 'One is missing.',
      priority: 'high',
    });
  });

  it('choose language and messages, and see their link (OWN-621, OWN-622, OWN-615)', async () => {
    expect(textOf(await bot.command('link'))).toContain(said('is linked to', 'verknüpft'));
    expect(textOf(await bot.command('link', { user: STRANGER }))).toContain('/login');
    await bot.command('notifications', { options: { messages: 'off' } });
    expect(people.choices.get(idOf(BUYER))).toMatchObject({ language, directMessages: false });
    // The footer of a direct message names the command, so it is offered there too.
    const there = await bot.command('notifications', {
      user: STRANGER,
      channel: 'dm',
      options: { messages: 'on' },
    });
    expect(textOf(there)).toContain(said('I write to you', 'Ich schreibe dir'));
    // The stand-in's people have an English Discord (OWN-621).
    const told = () => people.choices.get(idOf(BUYER))?.clientLanguage === 'en';
    await waitUntil(told, 'the language of their Discord is told');
    const other = language === 'en' ? 'de' : 'en';
    const chosen = await bot.command('language', { options: { language: other } });
    expect(chosen.ephemeral).toBe(true);
    expect(textOf(chosen)).toContain(said('Ab jetzt spreche ich Deutsch', 'From now on I speak English'));
    const help = textOf(await bot.command('help'));
    expect(help).toContain(said('Das kann ich', 'What I can do'));
    for (const name of ['orders', 'product', 'rewards', 'redeem', 'ticket', 'link', 'language'])
      expect(help).toContain(`/${name}`);
  });

  it('see nothing of an old page beside what took its place (OWN-626, OWN-146)', async () => {
    const first = await bot.command('orders', { user: OTHER });
    const [older = ''] = idsOf(first);
    const orders = people.orders.splice(0);
    const emptied = await bot.press(first.message?.id ?? '', older, { user: OTHER });
    people.orders.push(...orders);
    expect(emptied.message).toMatchObject({ embeds: [], components: [] });
    expect(textOf(emptied)).toContain(said('No orders yet', 'Noch keine Bestellungen'));
  });

  it('get their answer although Discord fails at first to take it (OWN-146)', async () => {
    bot.faults.arm({
      faultPoint: 'discord.rest',
      match: '@original$',
      fault: { kind: 'fail', status: 502 },
      times: 2,
    });
    expect(textOf(await bot.command('pool'))).toContain('750M');
  });

  it.each(['callback$', '@original$'])(
    'get their answer although Discord limits the bot at %s (OWN-136)',
    async (match) => {
      for (const scope of ['user', 'global'] as const)
        bot.faults.arm({
          faultPoint: 'discord.rest',
          match,
          fault: { kind: 'rate-limit', retryAfter: 0.2, scope },
          times: 1,
        });
      bot.endCooldowns();
      expect(textOf(await bot.command('pool'))).toContain('750M');
    },
  );

  it('send one ticket although its answer is lost, and read its secret (OWN-826)', async () => {
    const before = people.tickets.length;
    bot.shop.lostAnswers.set('tickets', 1);
    bot.endCooldowns();
    const opened = await bot.command('ticket', { user: STRANGER });
    const values = { priority: ['low'], subject: 'Slow', message: 'Is it there?' };
    const sent = await bot.fill(opened.interaction, values, STRANGER);
    expect(textOf(sent)).toContain(TICKET_TOKEN);
    expect(people.tickets.slice(before)).toHaveLength(1);
  });

  it('send one ticket although they send it again by hand, when no answer came at all (OWN-826)', async () => {
    const before = people.tickets.length;
    const values = { priority: ['low'], subject: 'Slower', message: 'Is it there by now?' };
    const send = async (message = values.message) => {
      bot.endCooldowns();
      const opened = await bot.command('ticket', { user: STRANGER });
      return bot.fill(opened.interaction, { ...values, message }, STRANGER);
    };
    bot.shop.lostAnswers.set('tickets', 2);
    expect(textOf(await send())).toContain(said('does not answer right now', 'antwortet gerade nicht'));
    expect(textOf(await send())).toContain(TICKET_TOKEN);
    expect(people.tickets.slice(before)).toHaveLength(1);
    await send('Something else.');
    expect(people.tickets.slice(before)).toHaveLength(2);
  });

  it('get back what they wrote when the shop does not take it, also when asked again (OWN-174)', async () => {
    bot.shop.failingCalls.set('tickets', 2);
    bot.endCooldowns();
    const opened = await bot.command('ticket', { user: OTHER });
    const message = 'It was a long story, *with* two\nlines.';
    const values = { priority: ['low'], subject: 'A long subject', message };
    const failed = await bot.fill(opened.interaction, values, OTHER);
    expect(failed.ephemeral).toBe(true);
    expect(textOf(failed)).toContain(said('This is what you wrote', 'Das hast du geschrieben'));
    expect(failed.message?.embeds).toMatchObject([
      { description: '```\nA long subject\n```' },
      { description: `\`\`\`\n${message}\n\`\`\`` },
    ]);
  });

  it('get a private answer while the shop does not answer', async () => {
    bot.shop.failingCalls.set('rewards', 1);
    const away = await bot.command('rewards', { user: STRANGER });
    expect(away.ephemeral).toBe(true);
    expect(textOf(away)).toContain(said('does not answer right now', 'antwortet gerade nicht'));
  });
});
