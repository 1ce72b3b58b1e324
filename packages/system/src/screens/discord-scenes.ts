import { adminProduct, createTicketAnswer, order } from '@pax/contracts';
import { until } from '@pax/local';
import type { Locator, Page } from 'playwright-core';
import { ChatPage } from '../browser/chat-page.js';
import { customIdIn, Discord, mentionsOrder, type Outcome } from '../support/discord.js';
import { Person } from '../support/person.js';
import { buy, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import type { Scene } from './scene.js';
import type { ScreensShop } from './screens-shop.js';

const STAFF = 'mira.staff';
const CUSTOMER = 'coalheart';
const SCARCE = 'Totem of Return';
const SUMMARY = 'Viele Meldungen auf einmal';

/** What was done once in a shop, so that each channel has something to show: the id of a ticket's thread. */
const prepared = new WeakMap<WholeShop, Promise<string>>();

function prepare(screensShop: ScreensShop): Promise<string> {
  const known = prepared.get(screensShop.shop);
  if (known) return known;
  const begun = liveOn(screensShop);
  prepared.set(screensShop.shop, begun);
  return begun;
}

/** A customer of Discord buys, gets half of it and asks; staff answer in the thread. */
async function liveOn({ shop, people }: ScreensShop): Promise<string> {
  const discord = new Discord(shop);
  const customer = await signInWithDiscord(shop, CUSTOMER);
  const goods = await Promise.all(['Elytra', 'Totem of Return'].map((name) => productNamed(customer, name)));
  const items = goods.map(({ id }) => ({ id, quantity: 1 }));
  const { orders } = await buy(customer, items);
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
  await discord.sayInThread(STAFF, thread, 'I am on my way to spawn.');
  await discord.waitFor('history', 'the delivery', (message) =>
    JSON.stringify(message).includes(`#${orders[0] ?? 0} ·`),
  );
  return thread;
}

/** A picture of the stand-in's page. */
const scene = (name: string, title: string, show: Scene['show']): Scene => ({
  name: `discord-${name}`,
  title: `Stand-in Discord: ${title}`,
  darkOnly: true,
  viewer: 'operator',
  show,
});

const channel = (name: string, title: string, viewer: string): Scene =>
  scene(name, title, async (page, screensShop) => {
    await prepare(screensShop);
    await page.goto(ChatPage.address(screensShop.shop, name, viewer));
    await messages(page).last().waitFor();
  });

/** What a command, button or window answers, as the person who used it sees it. */
const answered = (
  name: string,
  title: string,
  act: (discord: Discord, shop: WholeShop) => Promise<Outcome>,
  viewer = CUSTOMER,
): Scene =>
  scene(name, title, async (page, screensShop) => {
    await prepare(screensShop);
    const { message } = await act(new Discord(screensShop.shop), screensShop.shop);
    await page.goto(ChatPage.address(screensShop.shop, 'general', viewer));
    await page.locator(`#m-${message?.id ?? ''}`).evaluate(toTop);
  });

/** One message of a channel at the top. @param stage makes it; its result is what it says */
const oneMessage = (
  name: string,
  title: string,
  at: { channel: string; viewer: string },
  stage: (screensShop: ScreensShop) => Promise<string>,
): Scene =>
  scene(name, title, async (page, screensShop) => {
    await prepare(screensShop);
    const hasText = await stage(screensShop);
    await page.goto(ChatPage.address(screensShop.shop, at.channel, at.viewer));
    await messages(page).filter({ hasText }).last().evaluate(toTop);
  });

/** More alerts at once than are posted each. */
async function alertOften({ shop }: ScreensShop): Promise<string> {
  await shop.database.query(
    `INSERT INTO posts (event_id, type, channel, content, occurred_at, fold_key, alone)
     SELECT gen_random_uuid(), 'alert.raised', 'error', jsonb_build_object('kind', 'alert', 'count', 1, 'alert',
              jsonb_build_object('kind', 'failure', 'title', 'Mail an Käufer ' || n || ' nicht gesendet', 'detail', 'Der Server für Mail antwortet nicht.')),
            now(), 'picture:' || n, false
       FROM generate_series(1, 120) AS n`,
  );
  await new Discord(shop).waitFor('error', 'the summary', (one) => JSON.stringify(one).includes(SUMMARY));
  return SUMMARY;
}

/** A product that is nearly sold out. */
async function sellOut({ shop, people }: ScreensShop): Promise<string> {
  const { id } = await productNamed(people.operator, SCARCE);
  for (const stock of [25, 4])
    await people.operator.send('PATCH', `/api/admin/products/${id}`, { stock }, adminProduct);
  await new Discord(shop).waitFor('stock', 'the threshold', (one) =>
    one.embeds.some(({ title = '' }) => title.includes(SCARCE)),
  );
  return `${SCARCE} ×`;
}

/** An order that comes alone. */
async function buyOne({ shop }: ScreensShop): Promise<string> {
  const customer = await newCustomer(shop);
  const { orders } = await buy(customer, [{ id: (await productNamed(customer, 'Elytra')).id, quantity: 1 }]);
  const [id = 0] = orders;
  await new Discord(shop).waitFor('orders', 'the order', mentionsOrder(id));
  return `#${id} ·`;
}

/** From the product's card to its price. */
async function quoted(discord: Discord): Promise<Outcome> {
  const press = (one: Outcome, wanted: string): Promise<Outcome> =>
    discord.press(CUSTOMER, 'general', one.message?.id ?? '', customIdIn(one.message, `1:${wanted}:`));
  const asked = async (): Promise<Outcome | undefined> => {
    const found = await discord.type(CUSTOMER, 'product', { product: 'Elytra' });
    return JSON.stringify(found.message).includes('shop-open') ? found : undefined;
  };
  // Who asks twice in a moment is told to wait.
  const found = await until(asked, { deadlineMs: 15_000, everyMs: 1_000, what: 'the card of a product' });
  const card = await press(found, 'shop-open');
  const { interaction } = await press(card, 'shop-amount');
  return discord.fill(CUSTOMER, interaction, { amount: '2' });
}

const toTop = (one: Element): void => one.scrollIntoView({ block: 'start' });
const messages = (page: Page): Locator => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

/** Each kind of message that the bot makes, as the stand-in draws it. */
export const discordScenes: readonly Scene[] = [
  scene('orders', 'orders', async (page, { shop, openOrder }) => {
    await page.goto(ChatPage.address(shop, 'orders', STAFF));
    await new ChatPage(page).post(openOrder).evaluate(toTop);
  }),
  channel('history', 'history', STAFF),
  oneMessage('stock', 'stock board', { channel: 'stock', viewer: STAFF }, async () => 'Bestandstafel'),
  oneMessage('error', 'errors', { channel: 'error', viewer: STAFF }, async () => 'A wrong admin code'),
  channel('tickets', 'tickets', STAFF),
  scene('thread', 'thread of a ticket', async (page, screensShop) => {
    const thread = await prepare(screensShop);
    await page.goto(ChatPage.address(screensShop.shop, thread, STAFF));
    await messages(page).filter({ hasText: 'on my way' }).waitFor();
  }),
  channel('dm', 'direct messages', CUSTOMER),
  scene('welcome', 'welcome', async (page, { shop }) => {
    await page.goto(ChatPage.address(shop, 'general', CUSTOMER));
    await messages(page).filter({ hasText: 'Willkommen' }).first().evaluate(toTop);
  }),
  answered('shop', '/shop', (discord) => discord.type(CUSTOMER, 'shop')),
  answered('product', '/product', (discord) => discord.type(CUSTOMER, 'product', { product: 'Elytra' })),
  answered('my-orders', '/orders', (discord) => discord.type(CUSTOMER, 'orders')),
  answered('quote', 'price and link to pay', quoted),
  answered('queue', '/queue', (discord) => discord.type(STAFF, 'queue'), STAFF),
  oneMessage('receipt', 'receipt', { channel: 'dm', viewer: CUSTOMER }, async () => 'Payment received'),
  oneMessage('order', 'an order with its buttons', { channel: 'orders', viewer: STAFF }, buyOne),
  oneMessage('threshold', 'a threshold of stock', { channel: 'stock', viewer: STAFF }, sellOut),
  oneMessage('summary', 'a summary', { channel: 'error', viewer: STAFF }, alertOften),
];
