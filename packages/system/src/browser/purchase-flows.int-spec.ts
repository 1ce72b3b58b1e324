import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import { DiscordControl, type Message } from '../support/discord-control.js';
import type { Person } from '../support/person.js';
import { readOrderId, submitPayPage } from '../support/shopping.js';
import { PASSWORD, returningCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { OrdersPage } from './account-page.js';
import { CheckoutPages } from './checkout-pages.js';
import { Keyboard } from './keyboard.js';
import { desktopLight, phoneDark } from './appearances.js';
import { MarketPage } from './market-page.js';
import { PanelPage } from './panel-page.js';
import { SignInPage } from './sign-in-page.js';
import { Visitor } from './visitor.js';

describe('a customer walks through a purchase', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let market: MarketPage;
  let checkout: CheckoutPages;
  let signIn: SignInPage;

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
    signIn = new SignInPage(page);
    await market.openMarket();
  }

  it('signs in during the checkout, pays by card and is celebrated (SHOP-2.2, SHOP-2.9, SHOP-2.13, SHOP-2.59, SHOP-2.64, SHOP-2.66, SHOP-2.73, SHOP-4.24, SHOP-4.28, SHOP-4.30)', async () => {
    await open(phoneDark);
    await market.addToCart('10M Coins');
    await market.openCart();
    await market.toCheckout();
    await checkout.dialog.getByText('Sign in required').first().waitFor();
    await checkout.dialog.getByRole('link', { name: 'Sign In' }).click();
    await signIn.register('phone_dark', PASSWORD, checkout.dialog);
    await checkout.dialog.getByText('10M Coins').first().waitFor();
    await checkout.goPay('NewPlayer', 'new.player');
    await checkout.payAndWait();
    await page.getByText('LOYALTY POINTS!').waitFor();
    // $1.70 at ten points a dollar.
    await page.getByText('+17', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Back to Shop' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();
  }, 90_000);

  it('is paid elsewhere: the cart is emptied in every open page and at the next start, and the same again is asked about (OWN-928)', async () => {
    await open(desktopLight, await returningCustomer(shop, 'juno'));
    const isEmpty = (one: Page): Promise<void> =>
      one.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();
    const other = await visitor.newTab('/');
    const toPayPage = async (isRepeat: boolean): Promise<string> => {
      await market.showCategory('Items');
      await market.addToCart('Flight Rockets');
      await market.openCart();
      await market.toCheckout();
      if (isRepeat) {
        await checkout.pressPay('JunoSky', 'juno.sky');
        await checkout.buyAgain();
      } else await checkout.goPay('JunoSky', 'juno.sky');
      return page.url();
    };
    const first = await toPayPage(false);
    await page.goBack();
    await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 piece' }).waitFor();
    await submitPayPage(first, 'pay');
    await Promise.all([isEmpty(page), isEmpty(other)]);
    const second = await toPayPage(true);
    expect(() => visitor.assertNoErrors()).toThrow(/^\S+\/create-checkout-session answered 409$/);
    await other.close();
    await submitPayPage(second, 'pay');
    await page.goto(`${shop.shopUrl}/support`);
    await isEmpty(page);
  }, 90_000);

  it('withdraws a purchase that nobody took, and Discord is told not to deliver it (OWN-489, OWN-491)', async () => {
    await open(phoneDark, await returningCustomer(shop, 'finn'));
    await market.addToCart('10M Coins');
    await market.openCart();
    await market.toCheckout();
    await checkout.goPay('ChangedMind', 'changed.mind');
    const reference = await checkout.payAndWait();
    await page.getByRole('link', { name: 'My orders' }).click();
    const id = await new OrdersPage(page).withdrawNewestPurchase();
    await page.goto(`${shop.shopUrl}/payment-success?checkout=${reference}`);
    await page.getByRole('heading', { name: 'This order was refunded' }).waitFor();
    const isWithdrawn = (one: Message): boolean =>
      one.embeds.some(
        (embed) =>
          embed.title?.startsWith(`#${id} · `) === true &&
          JSON.stringify(embed).includes('Zurückgezogen, nicht liefern'),
      );
    await new DiscordControl(shop).waitFor('orders', 'the edited post', isWithdrawn);
  }, 90_000);

  it('pays an order with store credit alone, after changing the cart once more, and gets it back (SHOP-4.34, SHOP-9.15, OWN-402, OWN-876)', async () => {
    await open({ ...desktopLight, isReturning: true }, await returningCustomer(shop, 'juno'));
    await market.addToCart('10M Coins');
    await market.openCart();
    await market.toCheckout();
    await checkout.dialog.getByRole('button', { name: /^Pay \$/ }).waitFor();
    await page.keyboard.press('Escape');
    await checkout.dialog.waitFor({ state: 'hidden' });
    await market.openCart();
    await market.findCartLine('10M Coins').getByRole('button', { name: /more/i }).click();
    await market.findCartLine('10M Coins').getByText('$3.40').first().waitFor();
    await market.toCheckout();
    await checkout.orderFree('JunoBuilds', 'juno.sky');
    await checkout.stayOnReceipt();
    const operator = await Visitor.open(browser, shop, { ...desktopLight, isWarm: true });
    await operator.useSessionOf(await signInWithDiscord(shop, 'pax.operator'));
    const panel = new PanelPage(await operator.newTab('/admin'));
    await panel.closeSheet(await panel.completeAndRefund(await readOrderId(shop, checkout.readReference())));
    await operator.closeWithoutErrors();
    await page.reload();
    await page.getByRole('heading', { name: 'This order was refunded' }).waitFor();
    await page.getByRole('link', { name: 'Back to Shop' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();
  }, 90_000);

  it('buys with the keyboard alone (OWN-128)', async () => {
    await open();
    const keys = new Keyboard(page);
    await keys.pressElement(page.getByRole('banner').getByRole('link', { name: 'Sign In' }));
    await keys.writeInField(page.getByRole('textbox', { name: 'Username' }), 'nova');
    await keys.writeInField(page.getByRole('textbox', { name: 'Password', exact: true }), 'nova-demo');
    await keys.submitForm();
    await page.getByRole('banner').getByText('nova').waitFor();
    await keys.pressElement(
      market.findProductCard('10M Coins').getByRole('button', { name: /to the cart$/ }),
    );
    await keys.pressElement(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 piece' }));
    await keys.pressElement(market.cart.getByRole('button', { name: 'Checkout Now' }));
    await checkout.dialog.getByRole('button', { name: /^Pay \$/ }).waitFor();
    await market.cart.waitFor({ state: 'hidden' });
    await keys.writeInField(checkout.gameName, 'NovaPlays');
    await keys.writeInField(checkout.chatName, 'nova.plays');
    await keys.tickCheckbox(checkout.dialog.getByRole('checkbox', { name: /^Both names are right/ }));
    await keys.tickCheckbox(checkout.dialog.getByRole('checkbox', { name: /^Deliver at once/ }));
    await keys.tickCheckbox(checkout.findMethodButton('Card'));
    await keys.pressElement(checkout.dialog.getByRole('button', { name: /^Pay \$/ }));
    await page.waitForURL('**/stripe/pay/**');
    await keys.pressElement(page.getByRole('button', { name: 'Pay now' }));
    await page.getByRole('heading', { name: 'Thank you – it is paid' }).waitFor();
    await keys.pressElement(page.getByRole('link', { name: 'Back to Shop' }));
    await page.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();
  }, 120_000);
});
