import type { Locator, Page } from 'playwright-core';

/** The support center, and the page of a visitor's ticket. */
export class SupportPage {
  constructor(readonly page: Page) {}

  /** Sends a ticket. @returns its number */
  async sendTicket(subject: string, message: string): Promise<number> {
    await this.page.goto('/support');
    const form = this.page.getByRole('form', { name: 'Write to us' });
    await form.getByLabel('Name').fill('Wanderer');
    await form.getByLabel('Email').fill('wanderer@example.org');
    await form.getByLabel('Subject').fill(subject);
    await form.getByLabel('Detailed message').fill(message);
    await form.getByRole('button', { name: 'Send ticket' }).click();
    const title = await this.page.getByRole('heading', { name: /^Ticket #\d+ is with us$/ }).textContent();
    return Number(/\d+/.exec(title ?? '')?.[0]);
  }

  /** Opens the secret link of the ticket that was just sent. @returns the ticket */
  async openSecretLink(id: number): Promise<Locator> {
    await this.page.getByRole('link', { name: 'Open the ticket' }).click();
    const ticket = this.page.getByRole('article', { name: `Ticket #${id}` });
    await ticket.waitFor();
    return ticket;
  }
}
