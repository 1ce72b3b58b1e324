import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import { DiscordControl, type Message } from '../support/discord-control.js';
import { readOrderId, readOrderIds } from '../support/shopping.js';
import { PASSWORD } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { OrdersPage } from './account-page.js';
import { phoneDark } from './appearances.js';
import { ChatPage } from './chat-page.js';
import { CheckoutPages } from './checkout-pages.js';
import { startChromium } from './chromium.js';
import { MarketPage } from './market-page.js';
import { PanelPage } from './panel-page.js';
import { SignInPage } from './sign-in-page.js';
import { SupportPage } from './support-page.js';
import { Visitor } from './visitor.js';

describe('buying in the browser', () => {
  let shop: WholeShop;
  let browser: Browser;
  let operator: Visitor;
  let panel: PanelPage;
  let orders: ChatPage;
  let history: ChatPage;
  let buyer: Visitor;

  beforeAll(async () => {
    shop = await startWholeShop({ PAYPAL_MODE: 'orders' });
    browser = await startChromium();
    operator = await Visitor.open(browser, shop);
    panel = new PanelPage(operator.page);
    await panel.signInByCode(shop.adminCode);
    orders = new ChatPage(await operator.newTab(ChatPage.getChannelAddress(shop, 'orders', 'mira.staff')));
    history = new ChatPage(await operator.newTab(ChatPage.getChannelAddress(shop, 'history', 'mira.staff')));
    for (const { page } of [panel, orders, history])
      await page.evaluate(() => (document.body.dataset['untouched'] = 'yes'));
  }, 150_000);
  afterEach(async () => {
    await buyer.close();
    await assertConsistent(shop);
  }, 150_000);
  afterAll(async () => {
    await browser.close();
    await shop.stop();
  }, 60_000);

  async function open(
    appearance: Parameters<typeof Visitor.open>[2] = {},
  ): Promise<{ market: MarketPage; checkout: CheckoutPages; signIn: SignInPage }> {
    buyer = await Visitor.open(browser, shop, { ...appearance, isWarm: true });
    const { page } = buyer;
    const market = new MarketPage(page);
    await market.openMarket();
    return { market, checkout: new CheckoutPages(page), signIn: new SignInPage(page) };
  }

  /** What went wrong on any page so far; also when an open page was loaded anew. */
  async function errors(): Promise<string[]> {
    const titles = await Promise.all(
      [panel, orders, history].map(({ page }) => page.evaluate(() => document.body.dataset)),
    );
    const reloaded = titles
      .filter(({ untouched }) => untouched !== 'yes')
      .map(() => 'a page was loaded anew');
    return [...buyer.errors, ...operator.errors, ...reloaded];
  }

  it('a new customer registers and buys by card; completed in the panel, all pages follow (SHOP-1.9, SHOP-2.6, OWN-128, OWN-129)', async () => {
    const { market, checkout, signIn } = await open();
    const { page } = buyer;
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await signIn.register('newcomer_1', PASSWORD);
    await market.showCategory('Items');
    await market.addToCart('Elytra');
    await market.openCart();
    await market.findCartLine('Elytra').waitFor();
    await market.toCheckout();
    await checkout.goPay('.Bedrock Player', 'new.player');
    const id = await readOrderId(shop, await checkout.payAndWait());

    await panel.waitForOrderState(id, 'Ausstehend');
    await orders.findOrderPost(id).getByText('.Bedrock Player').waitFor();
    await page.getByRole('link', { name: 'My orders' }).click();
    await page.getByRole('tab', { name: 'Orders' }).click();
    const mine = new OrdersPage(page);
    await mine.waitForOrderState(id, 'Ausstehend');

    await panel.completeOrder(id);
    await panel.waitForOrderState(id, 'Abgeschlossen');
    await mine.waitForOrderState(id, 'Abgeschlossen');
    await history.findOrderPost(id).waitFor();
    await orders.findOrderPost(id).getByRole('button').first().waitFor({ state: 'detached' });
    expect(await errors()).toEqual([]);
  }, 150_000);

  it('a returning customer signs in and buys; completed by the button in Discord, all pages follow (OWN-128, OWN-148)', async () => {
    const { market, checkout, signIn } = await open();
    const { page } = buyer;
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await signIn.signIn('mara', 'mara-demo');
    await market.showCategory('Armor');
    await market.addToCart('PvP Kit');
    await market.openCart();
    await market.toCheckout();
    await checkout.waitForPrefilled('MaraRedstone');
    await checkout.goPay('MaraRedstone', 'mara.redstone');
    const id = await readOrderId(shop, await checkout.payAndWait());
    await checkout.stayOnReceipt();
    const mine = new OrdersPage(await buyer.newTab('/account?tab=orders'));
    await mine.waitForOrderState(id, 'Ausstehend');

    await panel.waitForOrderState(id, 'Ausstehend');
    await orders.completeOrder(id);
    await panel.waitForOrderState(id, 'Abgeschlossen');
    await mine.waitForOrderState(id, 'Abgeschlossen');
    await page.getByText('Delivered. Have fun!').waitFor();
    await history.findOrderPost(id).waitFor();
    expect(await errors()).toEqual([]);
  }, 150_000);

  it('a customer agrees on PayPal’s page; the shop takes the money, staff send it back, all pages follow (OWN-497, OWN-97, OWN-77)', async () => {
    const { market, checkout, signIn } = await open(phoneDark);
    const { page } = buyer;
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await signIn.signIn('finn', 'finn-demo');
    await market.addToCart('10M Coins');
    await market.openCart();
    await market.toCheckout();
    await checkout.goPay('FinnPlays', 'finn.plays', 'PayPal');
    const reference = await checkout.payAndWait();
    const id = await readOrderId(shop, reference);
    const mine = new OrdersPage(await buyer.newTab('/account?tab=orders'));
    await mine.waitForOrderState(id, 'Ausstehend');

    await panel.waitForOrderState(id, 'Ausstehend');
    const sheet = await panel.completeAndRefund(id, '0,50');
    await sheet.getByText('erledigt', { exact: true }).first().waitFor();
    await panel.closeSheet(sheet);
    await mine.findOrder(id).getByText('Refunded', { exact: true }).waitFor();
    await page.goto(`/payment-success?checkout=${reference}`);
    await page.getByRole('heading', { name: 'This order was refunded' }).waitFor();
    expect(await errors()).toEqual([]);
  }, 150_000);

  it('a customer orders by crypto at the partner’s; staff confirm the purchase, all pages follow (OWN-94, OWN-95, SHOP-4.27, SHOP-4.33)', async () => {
    const { market, checkout, signIn } = await open();
    const { page } = buyer;
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await signIn.register('chain_link_1', PASSWORD);
    await market.addToCart('10M Coins');
    await market.showCategory('Items');
    await market.addToCart('Elytra');
    await market.openCart();
    await market.toCheckout();
    const partner = await checkout.orderByCrypto('ChainLink', 'chain.link');
    await page.getByText('Bestellung aufgegeben').first().waitFor();
    const reference = checkout.readReference();
    await partner.getByText(reference).waitFor();
    const [first = 0, second = 0] = await readOrderIds(shop, reference);
    expect(second).toBeGreaterThan(first);

    for (const id of [first, second]) {
      await panel.findOrderRow(id).getByText('Zahlung offen').waitFor();
      await orders.findOrderPost(id).getByText('Zahlung unbestätigt').first().waitFor();
    }
    const mine = new OrdersPage(await buyer.newTab('/account?tab=orders'));
    await mine.findOrder(first).getByText('Waiting for your payment to be confirmed.').waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();

    await panel.confirmPayment(second);
    await page.getByRole('heading', { name: 'Thank you – it is paid' }).waitFor();
    await checkout.stayOnReceipt();
    for (const id of [first, second]) {
      await panel.findOrderRow(id).getByText('Zahlung offen').waitFor({ state: 'detached' });
      await orders.findOrderPost(id).getByText('Zahlung unbestätigt').waitFor({ state: 'detached' });
      await panel.completeOrder(id);
      await mine.waitForOrderState(id, 'Abgeschlossen');
    }
    expect(await errors()).toEqual([]);
  }, 150_000);

  it('a buyer who cancels keeps the cart, and the goods are free again (OWN-114)', async () => {
    const { market, checkout, signIn } = await open();
    const { page } = buyer;
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await signIn.signIn('oskar', 'oskar-demo');
    await market.showCategory('Items');
    await market.addToCart('Beacon Core');
    await market.openCart();
    await market.toCheckout();
    await checkout.goPay('OskarDerGrosse', 'oskar_gross');
    await checkout.cancelPayment();
    await page.getByText('No charges were made. Your items are still in your cart.').waitFor();
    await page.getByRole('button', { name: 'Open cart' }).click();
    await market.findCartLine('Beacon Core').waitFor();
    const { rows } = await shop.database.query<{ held: string }>(
      `SELECT sum(balance) AS held FROM ledger_balances WHERE account LIKE 'held:%'`,
    );
    expect(Number(rows[0]?.held)).toBe(0);
    expect(await errors()).toEqual([]);
  }, 150_000);

  it('a visitor asks support: staff see it within a second, the answer reaches the page of the secret link (ADMIN-1.6, OWN-162, OWN-145)', async () => {
    await open();
    await panel.showTickets();
    const support = new SupportPage(buyer.page);
    const id = await support.sendTicket('No elytra yet', 'I was online all evening.');
    await panel.findTicketButton(id).waitFor({ timeout: 1_000 });
    const isPosted = (one: Message): boolean =>
      one.embeds.some(({ title }) => title === `Ticket #${id} · No elytra yet`);
    await new DiscordControl(shop).waitFor('tickets', 'the ticket', isPosted);
    const ticket = await support.openSecretLink(id);
    await panel.answerTicket(id, 'It waits for you at spawn.');
    await ticket.getByText('It waits for you at spawn.').waitFor();
    await panel.findTicketButton(id).waitFor({ state: 'detached' });
    expect(await errors()).toEqual([]);
  }, 90_000);
});
