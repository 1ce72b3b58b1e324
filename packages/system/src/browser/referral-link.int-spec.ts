import { authAnswer, getReferralAddress, referralCodeAnswer } from '@pax/contracts';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { Person } from '../support/person.js';
import { newCustomer, PASSWORD } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { desktop, phone } from './appearances.js';
import { findOverflows } from './find-overflows.js';
import { waitUntilStable } from './wait-until-stable.js';
import { Visitor } from './visitor.js';

/** As much as the goods may be lower for the banner on a phone, px. */
const MAX_PX = 72;

jest.setTimeout(60_000);

describe('the market opened by a friend’s link', () => {
  let shop: WholeShop;
  let browser: Browser;
  let link: string;
  /** The longest name that an account may have. */
  const inviter = `w${Date.now()}`.padEnd(32, 'w');
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
    const person = new Person(shop.shopUrl);
    await person.send('POST', '/api/auth/register', { username: inviter, password: PASSWORD }, authAnswer);
    const code = await person.send('POST', '/api/referrals/generate-code', {}, referralCodeAnswer);
    link = getReferralAddress(code.referralCode);
  }, 150_000);

  const bannerOf = (page: Page, name = 'Invitation'): Locator =>
    page.getByRole('complementary', { name, exact: true });
  const goodsOf = (page: Page): Locator => page.getByRole('tabpanel').getByRole('article').first();
  const topOf = async (page: Page): Promise<number> => {
    await goodsOf(page).waitFor();
    // The letters of the page's own font are narrower than those drawn before it is loaded.
    await page.evaluate(async () => void (await document.fonts.ready));
    await waitUntilStable(page);
    return (await goodsOf(page).boundingBox())?.y ?? Number.NaN;
  };

  it.each([
    ['en', 390, 'Invitation'],
    ['en', 320, 'Invitation'],
    ['de', 390, 'Einladung'],
    ['de', 320, 'Einladung'],
  ] as const)(
    'says who invites in %s on %i px, above goods that are at most 72 px lower (OWN-1483)',
    async (language, width, name) => {
      const device = { ...phone, viewport: { width, height: 844 }, language };
      const returning = await Visitor.open(browser, shop, { ...device, isReturning: true });
      await returning.page.goto('/');
      const without = await topOf(returning.page);
      await returning.closeWithoutErrors();

      const friend = await Visitor.open(browser, shop, device);
      const { page } = friend;
      await page.goto(link);
      await bannerOf(page, name).getByText(inviter).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      const pushed = (await topOf(page)) - without;
      expect(await findOverflows(page)).toEqual([]);
      expect(pushed).toBeGreaterThan(20);
      expect(pushed).toBeLessThanOrEqual(MAX_PX);
      // At the next visit it has its place before its code is loaded.
      await page.goto('/', { waitUntil: 'commit' });
      const first = await topOf(page);
      await bannerOf(page, name).getByText(inviter).waitFor();
      expect((await topOf(page)) - first).toBe(0);
      await friend.closeWithoutErrors();
    },
  );

  it('is on one line on a desktop, and stays away once closed', async () => {
    const friend = await Visitor.open(browser, shop, desktop);
    const { page } = friend;
    await page.goto(link);
    await bannerOf(page).getByText(inviter).waitFor();
    expect((await bannerOf(page).boundingBox())?.height).toBeLessThan(60);
    await bannerOf(page).getByRole('button', { name: 'Close the invitation' }).click();
    await bannerOf(page).waitFor({ state: 'hidden' });
    await friend.closeWithoutErrors();
  });

  it('has no banner for somebody who signed in, whose own code is refused with one message (OWN-1485)', async () => {
    const friend = await Visitor.open(browser, shop, desktop);
    const { page } = friend;
    await friend.useSessionOf(await newCustomer(shop));
    await page.goto('/r/PAXNOBODY');
    await page.getByText('The invitation was not applied').waitFor();
    await page.getByText('There is no such referral code.').waitFor();
    expect(await bannerOf(page).count()).toBe(0);
    expect(friend.errors.splice(0)).toEqual([`${shop.shopUrl}/api/referrals/apply answered 404`]);
    await friend.closeWithoutErrors();
  });
});
