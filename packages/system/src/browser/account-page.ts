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
}
