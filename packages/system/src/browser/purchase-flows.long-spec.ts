import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import { findCustomId, DiscordControl } from '../support/discord-control.js';
import type { Person } from '../support/person.js';
import { newCustomer, returningCustomer, signInWithDiscord } from '../support/sign-in.js';
import { readOrderId } from '../support/shopping.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { OrdersPage } from './account-page.js';
import { CheckoutPages } from './checkout-pages.js';
import { desktopLight, phoneDark } from './appearances.js';
import { LoyaltyPages } from './loyalty-pages.js';
import { MarketPage } from './market-page.js';
import { PanelPage } from './panel-page.js';
import { Visitor } from './visitor.js';

describe('a customer walks through a rarer purchase', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let market: MarketPage;
  let checkout: CheckoutPages;

  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
  }, 150_000);
  afterEach(async () => visitor.closeWithoutErrors());
  afterAll(async () => assertConsistent(shop), 150_000);

  async function open(options: Parameters<typeof Visitor.open>[2] = {}, person?: Person): Promise<void> {
    visitor = await Visitor.open(browser, shop, { ...options, isWarm: true });
    if (person) await visitor.useSessionOf(person);
    ({ page } = visitor);
    market = new MarketPage(page);
    checkout = new CheckoutPages(page);
    await market.openMarket();
  }

  it('redeems a reward, changes the mind on the card’s page, and uses the code at PayPal’s after all (SHOP-1.7, SHOP-2.10, SHOP-2.44, SHOP-2.46, SHOP-2.48, SHOP-2.61, SHOP-2.69, SHOP-4.15, SHOP-4.31, SHOP-6.2)', async () => {
    await open(desktopLight, await returningCustomer(shop, 'mara'));
    const loyalty = new LoyaltyPages(page);
    await loyalty.openLoyaltyDashboard();
    await loyalty.redeemReward('10% off next purchase', 500);
    await loyalty.backToShop();

    await market.showCategory('Items');
    await market.addToCart('Flight Rockets');
    await market.openCart();
    await market.toCheckout();
    await checkout.useDiscountCode();
    await checkout.goPay('SomePlayer', 'some.player');
    await checkout.cancelPayment();
    await page.getByText('No charges were made.').waitFor();
    await page.getByRole('link', { name: 'Back to Shop' }).click();
    await market.openCart();
    await market.toCheckout();
    await checkout.useDiscountCode();
    await checkout.goPay('SomePlayer', 'some.player', 'PayPal');
    await checkout.payAndWait();
    await page.getByRole('link', { name: 'Back to Shop' }).click();
    await loyalty.openLoyaltyDashboard();
    await loyalty.waitForUsed('10% off next purchase');
  }, 120_000);

  it('buys by PayPal’s form, and gets the money back from staff, who send it at PayPal (OWN-96, OWN-100, OWN-95)', async () => {
    const operator = await Visitor.open(browser, shop, { ...desktopLight, isWarm: true });
    await operator.useSessionOf(await signInWithDiscord(shop, 'pax.operator'));
    const panel = new PanelPage(await operator.newTab('/admin'));
    await open({ ...desktopLight, isReturning: true }, await returningCustomer(shop, 'oskar'));
    const orders = new OrdersPage(await visitor.newTab('/account?tab=orders'));
    await market.addToCart('10M Coins');
    await market.openCart();
    await market.toCheckout();
    await checkout.goPay('Oskar', 'oskar', 'PayPal');
    await checkout.payAndWait();
    const id = await readOrderId(shop, checkout.readReference());
    const sheet = await panel.completeAndRefund(id);
    await refundAtPaypal(operator, checkout.readReference());
    await sheet.getByText('erledigt', { exact: true }).first().waitFor();
    await panel.closeSheet(sheet);
    await orders.findOrder(id).getByText('Refunded', { exact: true }).waitFor();
    await page.goto(`/payment-success?checkout=${checkout.readReference()}`);
    await page.getByRole('heading', { name: 'This order was refunded' }).waitFor();
    await operator.closeWithoutErrors();
  }, 120_000);

  it('says what is so while the bank decides, when it refuses, and while it takes the money back (OWN-876)', async () => {
    await open({ ...phoneDark, isReturning: true }, await newCustomer(shop));
    const heading = (text: string) => page.getByRole('heading', { name: text }).waitFor();
    for (const action of ['fail', 'succeed']) {
      await market.addToCart('10M Coins');
      await market.openCart();
      await market.toCheckout();
      await checkout.goPay('LaterPlayer', 'later.player');
      await page.getByRole('button', { name: 'Pay with a delayed method' }).click();
      await heading('Your payment is being confirmed');
      await atStripe(shop, `sessions/${await sessionOf(shop, checkout.readReference())}/later`, { action });
      await heading(action === 'fail' ? 'This checkout was not paid' : 'Thank you – it is paid');
      if (action === 'fail') await page.goto('/');
    }
    const address = page.url();
    await atStripe(shop, `payments/${await paymentOf(shop, checkout.readReference())}/dispute`);
    await page.goto(address);
    await heading('This payment is under review');
    await atStripe(shop, `disputes/${await disputeOf(shop, checkout.readReference())}/close`, {
      outcome: 'won',
    });
    await page.goto(address);
    await heading('Thank you – it is paid');
  }, 150_000);

  it('claims free coins once; who is not on the server gets the invite (SHOP-7.15, SHOP-8.15, SHOP-8.16)', async () => {
    const member = await signInWithDiscord(shop, 'lumen_oak');
    await open();
    await visitor.useSessionOf(member);
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Free Coins' }).click();
    const freeCoins = (): Locator => page.getByRole('dialog', { name: 'Free Coins' });
    await freeCoins().getByRole('button', { name: 'Claim 1M Coins' }).click();
    await page.getByText('Welcome! You received 1M Coins! Invite friends for even more rewards!').waitFor();
    await freeCoins().waitFor({ state: 'detached' });
    await visitor.close();

    const stranger = await signInWithDiscord(shop, 'passer_by');
    await open();
    await visitor.useSessionOf(stranger);
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Free Coins' }).click();
    const claim = freeCoins().getByRole('button', { name: 'Claim 1M Coins' });
    await Promise.all([page.waitForEvent('popup'), claim.click()]);
    await page
      .getByText('Discord opening: Join the server and come back for your rewards!')
      .first()
      .waitFor();
  }, 90_000);

  it('pays what was chosen in Discord, after signing in with it, once (OWN-781, OWN-786)', async () => {
    const link = await chosenInDiscord('coalheart');
    await open();
    await page.goto(link);
    await page.getByRole('link', { name: 'Sign in with Discord' }).click();
    await page.locator('label.person', { hasText: 'coalheart' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await checkout.dialog.getByText('2 ×').first().waitFor();
    await checkout.goPay('CoalHeart', 'coalheart');
    await checkout.payAndWait();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link was used already' }).waitFor();
    // The refusal is what is expected, and nothing else.
    expect(visitor.errors.splice(0)).toEqual([expect.stringMatching(/pay-links\/open answered 409$/)]);
  }, 120_000);

  /** Two pieces of the first product of `/shop`. @returns the address that the bot answers */
  async function chosenInDiscord(user: string): Promise<string> {
    const discord = new DiscordControl(shop);
    const list = await discord.typeCommand(user, 'shop');
    const message = list.message?.id ?? '';
    const card = await discord.pressButton(user, 'general', message, findCustomId(list, '1:shop-product:'));
    const asked = await discord.pressButton(user, 'general', message, findCustomId(card, '1:shop-amount:'));
    const priced = await discord.fillModal(user, asked.interaction, { amount: '2' });
    return /"url":"([^"]+\/pay\/[^"]+)"/.exec(JSON.stringify(priced))?.[1] ?? '';
  }
});

/** A control call of the card stand-in. */
async function atStripe({ sandboxUrl }: WholeShop, path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/stripe/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
}

const refOf = async ({ database }: WholeShop, query: string, checkout: string): Promise<string> =>
  (await database.query<{ ref: string }>(query, [checkout])).rows[0]?.ref ?? '';

const sessionOf = (shop: WholeShop, checkout: string) =>
  refOf(shop, 'SELECT provider_session_id AS ref FROM checkouts WHERE ref = $1', checkout);

const paymentOf = (shop: WholeShop, checkout: string) =>
  refOf(
    shop,
    'SELECT p.provider_ref AS ref FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1',
    checkout,
  );

const disputeOf = (shop: WholeShop, checkout: string) =>
  refOf(
    shop,
    `SELECT d.provider_ref AS ref FROM disputes d JOIN payments p ON p.id = d.payment_id
       JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
    checkout,
  );

/** Sends the money of a checkout back as the shop's owner does at PayPal, which has no call for it. */
async function refundAtPaypal(operator: Visitor, checkout: string): Promise<void> {
  const dashboard = await operator.newTab(`${operator.shop.sandboxUrl}/paypal`);
  const payment = dashboard.locator('.card').filter({ hasText: checkout });
  await payment.getByRole('button', { name: 'Refund the rest' }).click();
  await payment.getByText('sent back').waitFor();
  await dashboard.close();
}
