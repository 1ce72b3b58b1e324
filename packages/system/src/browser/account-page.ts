import type { Locator, Page } from 'playwright-core';

/** The orders on a buyer's account page. */
export class OrdersPage {
  constructor(readonly page: Page) {}

  order(id: number): Locator {
    return this.page.getByRole('article', { name: `Order ${id}`, exact: true });
  }

  /** Waits until an order is shown in a state, as the page labels it. */
  async shows(id: number, state: 'Ausstehend' | 'In Bearbeitung' | 'Abgeschlossen'): Promise<void> {
    await this.order(id).getByText(state, { exact: true }).waitFor();
  }

  /** Withdraws the newest purchase, in two steps, and waits until its refund is on the way. @returns an order of it */
  async withdraw(): Promise<number> {
    await this.page.getByRole('tab', { name: 'Orders' }).click();
    const button = this.page.getByRole('button', { name: /^Withdraw the purchase/ }).first();
    const id = Number(/\d+$/.exec((await button.getAttribute('aria-label')) ?? '')?.[0]);
    await button.click();
    const dialog = this.page.getByRole('dialog', { name: 'Withdraw this purchase?' });
    await dialog.getByText(`Order ${id} ·`).waitFor();
    await dialog.getByRole('button', { name: 'Withdraw now' }).click();
    await this.order(id).getByText('You withdrew it. Nothing will be delivered.').waitFor();
    await this.order(id)
      .getByText(/^Refund(ed| requested)$/)
      .waitFor();
    return id;
  }
}
