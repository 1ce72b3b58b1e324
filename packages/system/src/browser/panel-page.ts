import type { Locator, Page } from 'playwright-core';

/** The admin panel, as specs use it. */
export class PanelPage {
  constructor(readonly page: Page) {}

  /** Signs in with a one-time admin code, as the person at the server does. */
  async signInByCode(code: string): Promise<void> {
    await this.page.goto('/admin');
    await this.page.getByRole('button', { name: 'Admin-Schnellzugang' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Admin-Code' });
    await dialog.getByLabel('Code', { exact: true }).fill(code);
    await dialog.getByRole('button', { name: 'Anmelden' }).click();
    await this.page.getByRole('list', { name: 'Aktive Bestellungen' }).waitFor();
  }

  /** Row of an order in the list, whatever its state. */
  findOrderRow(id: number): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('button', { name: new RegExp(`^Bestellung #${id} öffnen`) }) });
  }

  /** Waits until the row of an order shows a state. */
  async waitForOrderState(
    id: number,
    state: 'Ausstehend' | 'In Bearbeitung' | 'Abgeschlossen',
  ): Promise<void> {
    await this.findOrderRow(id).getByText(state, { exact: true }).waitFor();
  }

  /** Opens the details of an order. */
  async openOrderSheet(id: number): Promise<Locator> {
    await this.findOrderRow(id)
      .getByRole('button', { name: new RegExp(`^Bestellung #${id} öffnen`) })
      .click();
    return this.page.getByRole('dialog', { name: `Bestellung #${id}` });
  }

  /** Opens the list of tickets without loading the page again. */
  async showTickets(): Promise<void> {
    await this.page.getByRole('link', { name: /Support-Tickets/ }).click();
    await this.page.getByRole('heading', { level: 2, name: 'Support-Tickets' }).waitFor();
  }

  /** Button that opens a ticket. */
  findTicketButton(id: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Ticket #${id} öffnen`) });
  }

  /** Answers a ticket, which makes it resolved. */
  async answerTicket(id: number, text: string): Promise<void> {
    await this.findTicketButton(id).click();
    const sheet = this.page.getByRole('dialog', { name: `Ticket #${id}` });
    await sheet.getByRole('button', { name: 'Antworten' }).click();
    await sheet.getByLabel('Antwort', { exact: true }).fill(text);
    await sheet.getByRole('button', { name: 'Senden und erledigen' }).click();
    await sheet.getByText('Beantwortet').waitFor();
    await this.closeSheet(sheet);
  }

  async closeSheet(sheet: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
  }

  /** Confirms the payment in the details of an order. */
  async confirmPayment(id: number): Promise<void> {
    const sheet = await this.openOrderSheet(id);
    await sheet.getByRole('button', { name: 'Zahlung bestätigen' }).click();
    await sheet.getByRole('button', { name: 'Ja, bestätigen' }).click();
    await sheet.getByRole('button', { name: 'Abschließen' }).waitFor();
    await this.closeSheet(sheet);
  }

  /**
   * Completes an order and refunds it: first `amount`, if given, then all that is left.
   * @returns the open details, which show the refund's state
   */
  async completeAndRefund(id: number, amount?: string): Promise<Locator> {
    const sheet = await this.openOrderSheet(id);
    await sheet.getByRole('button', { name: 'Abschließen' }).click();
    if (amount !== undefined) {
      await sheet.getByRole('button', { name: 'Erstatten', exact: true }).click();
      await sheet.getByLabel('Betrag').fill(amount);
      await sheet.getByRole('button', { name: 'Ja, erstatten' }).click();
      await sheet.getByText('Teils erstattet').waitFor();
      await sheet.getByText('erledigt', { exact: true }).waitFor();
    }
    await sheet.getByRole('button', { name: 'Erstatten', exact: true }).click();
    await sheet.getByRole('button', { name: 'Ja, erstatten' }).click();
    await sheet.getByText('Erstattet', { exact: true }).first().waitFor();
    return sheet;
  }

  async completeOrder(id: number): Promise<void> {
    await this.findOrderRow(id)
      .getByRole('button', { name: /^Abschließen/ })
      .click();
  }
}
