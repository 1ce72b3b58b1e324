import type { Locator, Page } from 'playwright-core';

/** The dashboard of points and rewards. */
export class LoyaltyPages {
  constructor(private readonly page: Page) {}

  /** Opens the dashboard of points and rewards from the header. */
  async openLoyaltyDashboard(): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: /^Loyalty:/ })
      .click();
    // The button is searched in the header, since a card below the products has the same button.
    await this.page
      .getByRole('banner')
      .getByRole('dialog')
      .getByRole('button', { name: 'View Rewards' })
      .click();
    await this.page.getByRole('tab', { name: 'My Rewards' }).waitFor();
  }

  /** Redeems points for a reward. @param cost number of points */
  async redeemReward(reward: string, cost: number): Promise<void> {
    await this.page.getByRole('tab', { name: 'Reward Shop' }).click();
    await this.page.getByRole('button', { name: `Redeem ${reward}` }).click();
    await this.page.getByRole('button', { name: `Redeem for ${cost} points` }).click();
    const done = this.page.getByRole('dialog', { name: `Yours: ${reward}` });
    await done.getByRole('button', { name: 'Done' }).click();
    await done.waitFor({ state: 'detached' });
  }

  /** Waits until a reward is listed as used. */
  async waitForUsed(reward: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'My Rewards' }).click();
    await this.used.getByText(reward).first().waitFor();
  }

  async backToShop(): Promise<void> {
    await this.page.getByRole('button', { name: 'Back to Shop' }).click();
    await this.page.getByRole('heading', { name: 'Trading market' }).waitFor();
  }

  private get used(): Locator {
    const heading = this.page.getByRole('heading', { name: 'Used', exact: true });
    return this.page.locator('section').filter({ has: heading });
  }
}
