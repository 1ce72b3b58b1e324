import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accountProfile } from '@pax/contracts';
import type { Browser, Page } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import { newCustomer, PASSWORD } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { OwnAccountPage } from './account-page.js';
import { desktop, phone } from './appearances.js';
import { SignInPage } from './sign-in-page.js';
import { Visitor } from './visitor.js';

describe('the owner of an account', () => {
  let shop: WholeShop;
  let browser: Browser;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
  }, 150_000);
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.closeWithoutErrors();
  });
  afterAll(async () => assertConsistent(shop), 150_000);

  const open = async (options: Parameters<typeof Visitor.open>[2] = {}): Promise<Visitor> => {
    const visitor = await Visitor.open(browser, shop, { ...options, isWarm: true });
    visitors.push(visitor);
    return visitor;
  };
  const confirm = async (page: Page, buttonName: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: buttonName }).click();
  };

  it.each([
    ['phone', 'de', phone],
    ['desktop', 'en', desktop],
  ] as const)(
    'opens every tab of the account page cold on a %s in %s, refers a friend and joins the server (ADMIN-1.4, ADMIN-1.5)',
    async (_device, language, appearance) => {
      const [owner, friend] = [await newCustomer(shop), await newCustomer(shop)];
      const { referralCode } = await friend.get('/api/account/profile', accountProfile);
      const visitor = await open({ ...appearance, language, isReturning: true });
      await visitor.useSessionOf(owner);
      const account = new OwnAccountPage(visitor.page, language);
      expect(await account.openAll()).toEqual([]);
      await account.openTab('referrals', `&code=${referralCode}`);
      await account.applyCode(friend.username);
      expect(await account.openQr()).toMatch(/^<svg .*viewBox/);
      await account.openTab('profile');
      expect(await account.requestInvite()).toMatch(/\/invite\/\w+$/);
    },
    120_000,
  );

  it('links and unlinks Discord with the password (OWN-360)', async () => {
    const owner = await newCustomer(shop);
    const visitor = await open();
    await visitor.useSessionOf(owner);
    const { page } = visitor;
    await page.goto('/account?tab=profile');
    await page.getByRole('button', { name: 'Link Discord' }).click();
    const password = page.getByRole('dialog').getByRole('textbox', { name: 'Current password' });
    await password.fill(PASSWORD);
    await password.press('Enter');
    await page.getByRole('radio', { name: 'mira.staff' }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Linked', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
    await page.getByRole('button', { name: 'Unlink' }).click();
    await confirm(page, 'Unlink');
    await page.getByText('Not linked', { exact: true }).waitFor();
    await page.getByRole('tab', { name: /^Security/ }).click();
    const events = page.getByRole('tabpanel', { name: 'Security' }).getByRole('listitem');
    await events.filter({ hasText: 'Discord unlinked' }).waitFor();
  });

  it('sees a notice about a new browser on any page, and signs it out (OWN-364, OWN-366)', async () => {
    const owner = await newCustomer(shop);
    const [own, other] = [await open(), await open()];
    await own.useSessionOf(owner);
    await own.page.goto('/support');
    await own.page.getByRole('banner').getByRole('link', { name: owner.username }).waitFor();
    await other.page.goto('/login?next=/account');
    await new SignInPage(other.page).signIn(owner.username, PASSWORD);
    await own.page.getByText('Signed in with a new browser', { exact: true }).waitFor();
    await own.page.goto('/account?tab=security');
    await own.page.getByRole('button', { name: /^Sign out: Chrome/ }).click();
    await own.page.getByText('You are signed in nowhere else.').waitFor();
    // Its socket is cut, so that its page asks who is signed in, and learns that nobody is.
    await other.page
      .getByRole('banner')
      .getByRole('link', { name: owner.username })
      .waitFor({ state: 'detached' });
  });
});
