import type { Page } from 'playwright-core';

/** The page for signing in and registering. */
export class SignInPage {
  constructor(private readonly page: Page) {}

  /** Registers and comes back to where the person wanted to go. */
  async register(username: string, password: string): Promise<void> {
    await this.page.getByText('Register', { exact: true }).first().click();
    await this.fill(username, password);
    await this.page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
    await this.page.getByRole('button', { name: 'Register', exact: true }).click();
    await this.done(username);
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.fill(username, password);
    await this.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await this.done(username);
  }

  private async fill(username: string, password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Username' }).fill(username);
    await this.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  }

  /** The header greets the person by name. */
  private async done(username: string): Promise<void> {
    await this.page.getByRole('banner').getByText(username).waitFor();
  }
}
