import { until } from '@pax/local';
import type { Locator, Page } from 'playwright-core';

type Method = 'Card' | 'PayPal' | 'Crypto';

/** The checkout dialog, the payment provider's page, and the pages after it. */
export class CheckoutPages {
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Checkout' });
  }

  get gameName(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Game username' });
  }

  get chatName(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Discord username' });
  }

  /** Chooses the buyer's first 10 % discount code, and waits until the price includes it. */
  async useDiscountCode(): Promise<void> {
    await this.dialog.getByText('10% off this purchase').first().click();
    await this.dialog.getByText('Reward code 10%').waitFor();
  }

  /** Radio button of a payment method. */
  findMethodButton(name: Method): Locator {
    return this.dialog.getByRole('radio', { name: new RegExp(`^${name}`) });
  }

  /** Chooses a payment method by clicking its label, which covers the radio button. */
  async chooseMethod(name: Method): Promise<void> {
    await this.findMethodButton(name).check({ force: true });
  }

  /** Enters the names, agrees to the terms, and continues to the payment page. */
  async goPay(gameName: string, chatName: string, by: 'Card' | 'PayPal' = 'Card'): Promise<void> {
    await this.pressPay(gameName, chatName, by);
    await this.page.waitForURL(by === 'Card' ? '**/stripe/pay/**' : '**/paypal/**');
  }

  /** `goPay`, without waiting for the payment page: a question may come first. */
  async pressPay(gameName: string, chatName: string, by: 'Card' | 'PayPal' = 'Card'): Promise<void> {
    await this.chooseMethod(by);
    await this.enterNamesAndAgree(gameName, chatName);
    await this.dialog.getByRole('button', { name: /^Pay \$/ }).click();
  }

  /** Confirms by card the question whether to buy the same goods again. */
  async buyAgain(): Promise<void> {
    await this.dialog.getByText('Buy this again?').waitFor();
    await this.dialog.getByRole('button', { name: 'Buy it again' }).click();
    await this.page.waitForURL('**/stripe/pay/**');
  }

  /** Orders by crypto and waits for the shop's page. @returns the opened partner page */
  async orderByCrypto(gameName: string, chatName: string): Promise<Page> {
    await this.chooseMethod('Crypto');
    await this.enterNamesAndAgree(gameName, chatName);
    const pay = this.dialog.getByRole('button', { name: /^Pay \$/ });
    const [partner] = await Promise.all([this.page.waitForEvent('popup'), pay.click()]);
    await this.page.getByRole('heading', { name: 'Your order waits for your payment' }).waitFor();
    return partner;
  }

  /** Pays with store credit alone, and waits for the receipt. */
  async orderFree(gameName: string, chatName: string): Promise<void> {
    await this.dialog.getByRole('checkbox', { name: /store credit/i }).check();
    await this.enterNamesAndAgree(gameName, chatName);
    await this.dialog.getByRole('button', { name: 'Place order · $0.00' }).click();
    await this.page.getByRole('heading', { name: 'Thank you – it is paid' }).waitFor();
  }

  /** Enters the names, and ticks both boxes of consent. */
  private async enterNamesAndAgree(gameName: string, chatName: string): Promise<void> {
    await this.gameName.fill(gameName);
    await this.chatName.fill(chatName);
    await this.dialog.getByRole('checkbox', { name: /^Both names are right/ }).check();
    await this.dialog.getByRole('checkbox', { name: /^Deliver at once/ }).check();
  }

  /** Waits until the field for the game name is filled in automatically. */
  async waitForPrefilled(gameName: string): Promise<void> {
    const isFilled = async (): Promise<boolean> => (await this.gameName.inputValue()) === gameName;
    await until(isFilled, { deadlineMs: 10_000, what: `the game name ${gameName}` });
  }

  /** Pays, and waits for the receipt. @returns the reference of the checkout */
  async payAndWait(): Promise<string> {
    await this.page.getByRole('button', { name: 'Pay now' }).click();
    await this.page.getByRole('heading', { name: 'Thank you – it is paid' }).waitFor();
    return this.readReference();
  }

  /** Reference of the checkout that the page shows. */
  readReference(): string {
    return new URL(this.page.url()).searchParams.get('checkout') ?? '';
  }

  /** Cancels on the payment page. */
  async cancelPayment(): Promise<void> {
    await this.page.getByRole('button', { name: 'Back to the shop' }).click();
    await this.page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
  }

  /** Stays on the receipt instead of returning to the shop. */
  async stayOnReceipt(): Promise<void> {
    await this.page.getByRole('button', { name: 'Stay here' }).click();
  }
}
