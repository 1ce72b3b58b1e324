import type { Locator, Page } from 'playwright-core';

/** The page for signing in and registering. */
export class SignInPage {
  constructor(private readonly page: Page) {}

  /** Registers and comes back to where the person wanted to go: the header, or what lies over the page then. */
  async register(username: string, password: string, backAt = this.nameOf(username)): Promise<void> {
    await this.page.getByText('Register', { exact: true }).first().click();
    await this.fill(username, password);
    await this.page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
    await this.page.getByRole('button', { name: 'Register', exact: true }).click();
    await backAt.waitFor();
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.fill(username, password);
    await this.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await this.nameOf(username).waitFor();
  }

  private async fill(username: string, password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Username' }).fill(username);
    await this.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  }

  /** The header's way to the account carries the account's name, also where a phone leaves the name out. */
  private nameOf(username: string): Locator {
    return this.page.getByRole('banner').getByRole('link', { name: username });
  }
}
