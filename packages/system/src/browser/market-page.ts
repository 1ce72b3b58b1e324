import type { Locator, Page } from 'playwright-core';

/** The home page, with its products and the cart. */
export class MarketPage {
  readonly cart: Locator;

  constructor(private readonly page: Page) {
    this.cart = page.getByRole('dialog', { name: 'Your cart' });
  }

  async openMarket(): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('heading', { name: 'Trading market' }).waitFor();
  }

  async showCategory(name: 'Money' | 'Items' | 'Bases' | 'Armor'): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await this.page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor();
    await this.page.locator('[role=tabpanel] [aria-busy]').first().waitFor({ state: 'detached' });
    await this.page.getByRole('tabpanel').getByRole('article').first().waitFor();
  }

  /** Puts a product of the shown category into the cart. */
  async addToCart(product: string): Promise<void> {
    await this.findProductCard(product)
      .getByRole('button', { name: /to the cart$/ })
      .click();
  }

  /** Opens the dialog of a product. */
  async openProduct(product: string): Promise<Locator> {
    await this.findProductCard(product).getByRole('heading').getByRole('button').click();
    const dialog = this.page.getByRole('dialog', { name: new RegExp(`^${product}`) });
    await dialog.waitFor();
    return dialog;
  }

  async openCart(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
    await this.cart.waitFor();
  }

  /** Line of a product in the cart. */
  findCartLine(product: string): Locator {
    return this.cart.getByRole('listitem').filter({ hasText: product });
  }

  async toCheckout(): Promise<void> {
    await this.cart.getByRole('button', { name: 'Checkout Now' }).click();
  }

  async sortBy(order: string): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Sort by' });
    // On a phone, the sort orders are behind a button.
    if (await button.isVisible()) await button.click();
    await this.page.getByRole('combobox', { name: 'Sort by' }).selectOption(order);
  }

  /** Chooses the language in the footer. */
  async chooseLanguage(language: 'Pax mix' | 'English' | 'Deutsch'): Promise<void> {
    await this.page.getByRole('contentinfo').getByRole('combobox').selectOption(language);
  }

  findProductCard(product: string): Locator {
    return this.page.getByRole('article').filter({ has: this.page.getByRole('heading', { name: product }) });
  }
}
