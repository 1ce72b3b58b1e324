import type { Locator, Page } from 'playwright-core';

/** The admin panel. */
export class PanelPage {
  constructor(readonly page: Page) {}

  /** Signs in with a one-time code, as the person at the server does. */
  async signInByCode(code: string): Promise<void> {
    await this.page.goto('/admin');
    await this.page.getByRole('button', { name: 'Admin-Schnellzugang' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Admin-Code' });
    await dialog.getByLabel('Code', { exact: true }).fill(code);
    await dialog.getByRole('button', { name: 'Anmelden' }).click();
    await this.page.getByRole('list', { name: 'Aktive Bestellungen' }).waitFor();
  }

  /** The row of an order, in whatever state. */
  row(id: number): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('button', { name: new RegExp(`^Bestellung ${id} öffnen`) }) });
  }

  /** Waits until the row of an order shows a state. */
  async shows(id: number, state: 'Ausstehend' | 'In Bearbeitung' | 'Abgeschlossen'): Promise<void> {
    await this.row(id).getByText(state, { exact: true }).waitFor();
  }

  /** Says in the order's sheet that its purchase was paid. */
  async confirmPayment(id: number): Promise<void> {
    await this.row(id)
      .getByRole('button', { name: new RegExp(`^Bestellung ${id} öffnen`) })
      .click();
    const sheet = this.page.getByRole('dialog', { name: `Bestellung #${id}` });
    await sheet.getByRole('button', { name: 'Zahlung bestätigen' }).click();
    await sheet.getByRole('button', { name: 'Ja, bestätigen' }).click();
    await sheet.getByRole('button', { name: 'Abschließen' }).waitFor();
    await this.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
  }

  async complete(id: number): Promise<void> {
    await this.row(id)
      .getByRole('button', { name: /^Abschließen/ })
      .click();
  }
}
