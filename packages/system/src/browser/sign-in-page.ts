import type { Locator, Page } from 'playwright-core';

/** The page for signing in and registering. */
export class SignInPage {
  constructor(private readonly page: Page) {}

  /** Registers, and waits for `backAt`, the element of the page to which the person returns; default: the header. */
  async register(username: string, password: string, backAt = this.accountLink(username)): Promise<void> {
    await this.page.getByText('Register', { exact: true }).first().click();
    await this.fillInForm(username, password);
    await this.page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
    await this.page.getByRole('button', { name: 'Register', exact: true }).click();
    await backAt.waitFor();
  }

  /** Registers on the opened form by typing key by key and tapping, as a person does. */
  async typeRegistration(username: string, password: string): Promise<void> {
    for (const [name, text] of [
      ['Username', username],
      ['Password', password],
      ['Confirm password', password],
    ] as const)
      await this.page.getByRole('textbox', { name, exact: true }).pressSequentially(text);
    await this.page.getByRole('button', { name: 'Register', exact: true }).tap();
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.fillInForm(username, password);
    await this.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await this.accountLink(username).waitFor();
  }

  private async fillInForm(username: string, password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Username' }).fill(username);
    await this.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  }

  /** Link to the account in the header; its name is the username, even if a phone hides the text. */
  private accountLink(username: string): Locator {
    return this.page.getByRole('banner').getByRole('link', { name: username });
  }
}
