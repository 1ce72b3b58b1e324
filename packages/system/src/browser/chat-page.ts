import type { Locator, Page } from 'playwright-core';
import type { WholeShop } from '../support/whole-shop.js';

/** A channel of the Discord stand-in, as a member sees it. */
export class ChatPage {
  constructor(readonly page: Page) {}

  static getChannelAddress(shop: WholeShop, channel: string, user: string): string {
    return `${shop.sandboxUrl}/discord?as=${user}&channel=${channel}`;
  }

  /** Finds the message with the post of an order. */
  findOrderPost(id: number): Locator {
    return this.page
      .getByRole('list', { name: 'Messages' })
      .getByRole('listitem')
      .filter({ hasText: `#${id} ·` });
  }

  async completeOrder(id: number): Promise<void> {
    await this.findOrderPost(id)
      .getByRole('button', { name: new RegExp(`#${id}$`) })
      .last()
      .click();
  }
}
