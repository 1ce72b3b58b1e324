import { adminProduct, createTicketAnswer, order } from '@pax/contracts';
import { until } from '@pax/local';
import type { Locator, Page } from 'playwright-core';
import { ChatPage } from '../browser/chat-page.js';
import { findCustomId, DiscordControl, mentionsOrder, type Outcome } from '../support/discord-control.js';
import { Person } from '../support/person.js';
import { buyByCard, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import type { Scene } from './scene.js';
import type { ScreensShop } from './screens-shop.js';

const STAFF = 'mira.staff';
const CUSTOMER = 'coalheart';
const SCARCE = 'Totem of Return';
const SUMMARY = 'Viele Meldungen auf einmal';

/**
 * Content that is created once per shop, so that each channel has messages; its value is the id of a ticket's thread.
 */
const prepared = new WeakMap<WholeShop, Promise<string>>();

function prepareContent(screensShop: ScreensShop): Promise<string> {
  const known = prepared.get(screensShop.shop);
  if (known) return known;
  const begun = createContent(screensShop);
  prepared.set(screensShop.shop, begun);
  return begun;
}

/**
 * Creates content: a Discord customer buys, gets half of the money back and opens a ticket; staff answer in its thread.
 */
async function createContent({ shop, people }: ScreensShop): Promise<string> {
  const discord = new DiscordControl(shop);
  const customer = await signInWithDiscord(shop, CUSTOMER);
  const goods = await Promise.all(['Elytra', 'Totem of Return'].map((name) => productNamed(customer, name)));
  const items = goods.map(({ id }) => ({ id, quantity: 1 }));
  const { orders } = await buyByCard(customer, items);
  for (const id of orders) await people.operator.send('PATCH', `/api/admin/orders/${id}/process`, {}, order);
  await people.operator.send('PATCH', `/api/admin/orders/${orders[0] ?? 0}/complete`, {}, order);
  const question = {
    name: 'Coalheart',
    email: 'coal@example.org',
    subject: 'Where is the totem?',
    message: 'I wait at spawn.',
    priority: 'high',
  };
  await customer.send('POST', '/api/support-tickets', question, createTicketAnswer);
  await new Person(shop.shopUrl).call('POST', '/api/auth/admin-login', {
    adminCode: 'not-a-code-of-this-shop',
  });
  const { id: thread } = await discord.waitFor('tickets', 'the ticket', (message) =>
    JSON.stringify(message).includes(question.subject),
  );
  await discord.writeInThread(STAFF, thread, 'I am on my way to spawn.');
  await discord.waitFor('history', 'the delivery', (message) =>
    JSON.stringify(message).includes(`#${orders[0] ?? 0} ·`),
  );
  return thread;
}

/** Creates a scene that shows the chat page of the Discord stand-in. */
const discordScene = (name: string, title: string, show: Scene['show']): Scene => ({
  name: `discord-${name}`,
  title: `Stand-in Discord: ${title}`,
  darkOnly: true,
  viewer: 'operator',
  show,
});

const channelScene = (name: string, title: string, viewer: string): Scene =>
  discordScene(name, title, async (page, screensShop) => {
    await prepareContent(screensShop);
    await page.goto(ChatPage.getChannelAddress(screensShop.shop, name, viewer));
    await listMessages(page).last().waitFor();
  });

/** Creates a scene with the reply to a command, button or modal, as the person who used it sees the reply. */
const answerScene = (
  name: string,
  title: string,
  act: (discord: DiscordControl, shop: WholeShop) => Promise<Outcome>,
  viewer = CUSTOMER,
): Scene =>
  discordScene(name, title, async (page, screensShop) => {
    await prepareContent(screensShop);
    const { message } = await act(new DiscordControl(screensShop.shop), screensShop.shop);
    await page.goto(ChatPage.getChannelAddress(screensShop.shop, 'general', viewer));
    await page.locator(`#m-${message?.id ?? ''}`).evaluate(scrollToTop);
  });

/**
 * Creates a scene with one message at the top.
 * @param createMessage makes the bot send the message, and returns a text in it
 */
const messageScene = (
  name: string,
  title: string,
  at: { channel: string; viewer: string },
  createMessage: (screensShop: ScreensShop) => Promise<string>,
): Scene =>
  discordScene(name, title, async (page, screensShop) => {
    await prepareContent(screensShop);
    const hasText = await createMessage(screensShop);
    await page.goto(ChatPage.getChannelAddress(screensShop.shop, at.channel, at.viewer));
    await listMessages(page).filter({ hasText }).last().evaluate(scrollToTop);
  });

/** Raises so many alerts that they are posted as a summary. @returns a text in the message */
async function raiseManyAlerts({ shop }: ScreensShop): Promise<string> {
  await shop.database.query(
    `INSERT INTO posts (event_id, type, channel, content, occurred_at, fold_key, alone)
     SELECT gen_random_uuid(), 'alert.raised', 'error', jsonb_build_object('kind', 'alert', 'count', 1, 'alert',
              jsonb_build_object('kind', 'failure', 'title', 'Mail an Käufer ' || n || ' nicht gesendet', 'detail', 'Der Server für Mail antwortet nicht.')),
            now(), 'picture:' || n, false
       FROM generate_series(1, 120) AS n`,
  );
  await new DiscordControl(shop).waitFor('error', 'the summary', (one) =>
    JSON.stringify(one).includes(SUMMARY),
  );
  return SUMMARY;
}

/** Lowers the stock of a product below its warning threshold. @returns a text in the message */
async function lowerStock({ shop, people }: ScreensShop): Promise<string> {
  const { id } = await productNamed(people.operator, SCARCE);
  for (const stock of [25, 4])
    await people.operator.send('PATCH', `/api/admin/products/${id}`, { stock }, adminProduct);
  await new DiscordControl(shop).waitFor('stock', 'the threshold', (one) =>
    one.embeds.some(({ title = '' }) => title.includes(SCARCE)),
  );
  return `${SCARCE} ×`;
}

/** Buys one product. @returns a text in the message about the order */
async function buyOneProduct({ shop }: ScreensShop): Promise<string> {
  const customer = await newCustomer(shop);
  const { orders } = await buyByCard(customer, [
    { id: (await productNamed(customer, 'Elytra')).id, quantity: 1 },
  ]);
  const [id = 0] = orders;
  await new DiscordControl(shop).waitFor('orders', 'the order', mentionsOrder(id));
  return `#${id} ·`;
}

/** Requests a quote with the button on a product's card. */
async function requestQuote(discord: DiscordControl): Promise<Outcome> {
  const pressButton = (one: Outcome, wanted: string): Promise<Outcome> =>
    discord.pressButton(
      CUSTOMER,
      'general',
      one.message?.id ?? '',
      findCustomId(one.message, `1:${wanted}:`),
    );
  const requestQuoteAgain = async (): Promise<Outcome | undefined> => {
    const found = await discord.typeCommand(CUSTOMER, 'product', { product: 'Elytra' });
    return JSON.stringify(found.message).includes('shop-open') ? found : undefined;
  };
  // The command is repeated, since a second call within the cooldown is refused.
  const found = await until(requestQuoteAgain, {
    deadlineMs: 15_000,
    everyMs: 1_000,
    what: 'the card of a product',
  });
  const card = await pressButton(found, 'shop-open');
  const { interaction } = await pressButton(card, 'shop-amount');
  return discord.fillModal(CUSTOMER, interaction, { amount: '2' });
}

/** Runs `/queue`, again where a second picture comes within the cooldown. */
const openQueue = (discord: DiscordControl): Promise<Outcome> =>
  until(
    async () => {
      const answer = await discord.typeCommand(STAFF, 'queue');
      return JSON.stringify(answer.message).includes('1:queue:') ? answer : undefined;
    },
    { deadlineMs: 15_000, everyMs: 1_000, what: 'the queue' },
  );

const scrollToTop = (one: Element): void => one.scrollIntoView({ block: 'start' });
const listMessages = (page: Page): Locator =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

/** Scenes of every kind of message that the bot sends, as the stand-in shows them. */
export const discordScenes: readonly Scene[] = [
  discordScene('orders', 'orders', async (page, { shop, openOrder }) => {
    await page.goto(ChatPage.getChannelAddress(shop, 'orders', STAFF));
    await new ChatPage(page).findOrderPost(openOrder).evaluate(scrollToTop);
  }),
  channelScene('history', 'history', STAFF),
  messageScene('stock', 'stock board', { channel: 'stock', viewer: STAFF }, async () => 'Bestandstafel'),
  messageScene('error', 'errors', { channel: 'error', viewer: STAFF }, async () => 'A wrong admin code'),
  channelScene('tickets', 'tickets', STAFF),
  discordScene('thread', 'thread of a ticket', async (page, screensShop) => {
    const thread = await prepareContent(screensShop);
    await page.goto(ChatPage.getChannelAddress(screensShop.shop, thread, STAFF));
    await listMessages(page).filter({ hasText: 'on my way' }).waitFor();
  }),
  channelScene('dm', 'direct messages', CUSTOMER),
  discordScene('welcome', 'welcome', async (page, { shop }) => {
    await page.goto(ChatPage.getChannelAddress(shop, 'general', CUSTOMER));
    await listMessages(page).filter({ hasText: 'Willkommen' }).first().evaluate(scrollToTop);
  }),
  answerScene('shop', '/shop', (discord) => discord.typeCommand(CUSTOMER, 'shop')),
  answerScene('product', '/product', (discord) =>
    discord.typeCommand(CUSTOMER, 'product', { product: 'Elytra' }),
  ),
  answerScene('my-orders', '/orders', (discord) => discord.typeCommand(CUSTOMER, 'orders')),
  answerScene('quote', 'price and link to pay', requestQuote),
  answerScene('queue', '/queue', openQueue, STAFF),
  messageScene('receipt', 'receipt', { channel: 'dm', viewer: CUSTOMER }, async () => 'Payment received'),
  messageScene('order', 'an order with its buttons', { channel: 'orders', viewer: STAFF }, buyOneProduct),
  messageScene('threshold', 'a threshold of stock', { channel: 'stock', viewer: STAFF }, lowerStock),
  messageScene('summary', 'a summary', { channel: 'error', viewer: STAFF }, raiseManyAlerts),
];
