import type { Locator, Page } from 'playwright-core';

/** List of orders on a buyer's account page. */
export class OrdersPage {
  constructor(readonly page: Page) {}

  findOrder(id: number): Locator {
    return this.page.getByRole('article', { name: `Order #${id}`, exact: true });
  }

  /** Waits until an order shows a state, named by its label on the page. */
  async waitForOrderState(
    id: number,
    state: 'Ausstehend' | 'In Bearbeitung' | 'Abgeschlossen',
  ): Promise<void> {
    await this.findOrder(id).getByText(state, { exact: true }).waitFor();
  }

  /** Withdraws the newest purchase, in two steps, and waits for the refund. @returns the id of one of its orders */
  async withdrawNewestPurchase(): Promise<number> {
    await this.page.getByRole('tab', { name: 'Orders' }).click();
    const button = this.page.getByRole('button', { name: /^Withdraw the purchase/ }).first();
    const id = Number(/\d+$/.exec((await button.getAttribute('aria-label')) ?? '')?.[0]);
    await button.click();
    const dialog = this.page.getByRole('dialog', { name: 'Withdraw this purchase?' });
    await dialog.getByText(`Order #${id} ·`).waitFor();
    await dialog.getByRole('button', { name: 'Withdraw now' }).click();
    await this.findOrder(id).getByText('You withdrew it. Nothing will be delivered.').waitFor();
    await this.findOrder(id)
      .getByText(/^Refund(ed| requested)$/)
      .waitFor();
    return id;
  }
}

/** Tabs of the account page, each with a text that a new account sees, in English and German. */
const TAB_WORDS = {
  profile: ['Your details', 'Deine Angaben'],
  security: ['Where you are signed in', 'Wo du angemeldet bist'],
  achievements: ['Next achievement', 'Nächster Erfolg'],
  referrals: ['Latest referrals', 'Letzte Empfehlungen'],
  orders: ['No orders yet', 'Noch keine Bestellungen'],
  loyalty: ['Points history', 'Punkteverlauf'],
  history: ['Nothing booked yet', 'Noch nichts gebucht'],
  support: ['No tickets yet', 'Noch keine Tickets'],
} as const;
type Tab = keyof typeof TAB_WORDS;
const isTab = (name: string): name is Tab => name in TAB_WORDS;

/** Account page of a new customer, in English or German. */
export class OwnAccountPage {
  constructor(
    private readonly page: Page,
    private readonly language: 'en' | 'de',
  ) {}

  /** Opens each tab by its address. @returns tabs whose content is wider than the window */
  async openAll(): Promise<string[]> {
    const tooWideTabs: string[] = [];
    for (const tab of Object.keys(TAB_WORDS).filter(isTab)) {
      await this.openTab(tab);
      const isFitting = await this.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      if (!isFitting) tooWideTabs.push(tab);
    }
    return tooWideTabs;
  }

  /** Opens a tab by its address. */
  async openTab(tab: Tab, query = ''): Promise<void> {
    const [english, german] = TAB_WORDS[tab];
    await this.page.goto(`/account?tab=${tab}${query}`);
    await this.page
      .getByRole('tabpanel')
      .getByText(this.chooseWords(english, german), { exact: true })
      .first()
      .waitFor();
  }

  /** Applies the referral code from the address, and waits until the friend's name is shown. */
  async applyCode(friend: string): Promise<void> {
    await this.page.getByRole('button', { name: this.chooseWords('Apply code', 'Code einlösen') }).click();
    const said = this.chooseWords(`You came through ${friend}.`, `Du bist durch ${friend} hier.`);
    await this.page.getByRole('tabpanel').getByText(said).waitFor();
  }

  /** Opens the QR code in a new tab. @returns the markup of the picture */
  async openQr(): Promise<string> {
    const [tab] = await Promise.all([
      this.page.waitForEvent('popup'),
      this.page.getByRole('link', { name: this.chooseWords('Open the QR code', 'QR-Code öffnen') }).click(),
    ]);
    await tab.locator('svg path').waitFor({ state: 'attached' });
    const drawn = await tab.locator('svg').evaluate((svg) => svg.outerHTML);
    await tab.close();
    return drawn;
  }

  /** Requests an invite to the Discord server. @returns the address of the invite */
  async requestInvite(): Promise<string | null> {
    await this.page
      .getByRole('button', { name: this.chooseWords('Join the server', 'Server beitreten') })
      .click();
    const name = this.chooseWords('Open my invite', 'Meine Einladung öffnen');
    return await this.page.getByRole('link', { name }).getAttribute('href');
  }

  private chooseWords(english: string, german: string): string {
    return this.language === 'de' ? german : english;
  }
}
