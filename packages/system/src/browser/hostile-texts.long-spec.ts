import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getTicketAddress } from '@pax/contracts';
import type { Page } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import type { Person } from '../support/person.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { findTextFaults, writeHostileTexts, type HostileTexts } from './hostile-texts.js';
import { Visitor } from './visitor.js';
import { waitUntilStable } from './wait-until-stable.js';

const WIDTHS = [1280, 320] as const;

describe('what somebody wrote is text wherever it is shown', () => {
  let shop: WholeShop;
  let buyer: Person;
  let texts: HostileTexts;
  let atPanel: Visitor;
  let atShop: Visitor;

  beforeAll(async () => {
    shop = await sharedShop('panels');
    const browser = await sharedBrowser();
    const admin = await signInWithDiscord(shop, 'pax.operator');
    buyer = await newCustomer(shop);
    texts = await writeHostileTexts(buyer, admin);
    const open = async (person: Person): Promise<Visitor> => {
      const visitor = await Visitor.open(browser, shop, {
        reducedMotion: 'reduce',
        isReturning: true,
        isWarm: true,
      });
      await visitor.useSessionOf(person);
      return visitor;
    };
    [atPanel, atShop] = await Promise.all([open(admin), open(buyer)]);
  }, 150_000);
  afterAll(async () => {
    await Promise.all([atPanel.closeWithoutErrors(), atShop.closeWithoutErrors()]);
  });

  /** @returns what is wrong with the page at an address, in both widths */
  const judge = async (page: Page, address: string): Promise<string[]> => {
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await page.goto(address);
    const faults: string[] = [];
    await page
      .getByText('evil.example')
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => faults.push(`${address} does not show the text`));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await waitUntilStable(page);
      faults.push(...(await findTextFaults(page)).map((fault) => `${address} at ${width} px: ${fault}`));
    }
    return faults;
  };

  it('in every tab and sheet of the panel (OWN-31)', async () => {
    const { product, open, cancelled, ticket } = texts;
    const addresses = [
      `/admin?tab=products&q=evil.example&open=${product.id}`,
      `/admin?q=${open}&open=${open}`,
      `/admin?tab=archived&q=${cancelled}&open=${cancelled}`,
      `/admin?tab=users&q=${buyer.username}&open=${buyer.id}`,
      `/admin?tab=tickets&filter=all&q=evil.example&open=${ticket}`,
      `/admin?transcript=${ticket}`,
    ];
    const faults: string[] = [];
    for (const address of addresses) faults.push(...(await judge(atPanel.page, address)));
    expect(faults).toEqual([]);
  }, 120_000);

  it('on the pages of a buyer and of a visitor (OWN-31)', async () => {
    const { product, checkout, token } = texts;
    const addresses = [
      `/?product=${product.id}`,
      '/account?tab=orders',
      '/account?tab=support',
      `/receipt?checkout=${checkout}`,
      `/payment-success?checkout=${checkout}`,
      getTicketAddress(token),
    ];
    const faults: string[] = [];
    for (const address of addresses) faults.push(...(await judge(atShop.page, address)));
    expect(faults).toEqual([]);
  }, 120_000);

  it('in the posts, which agree with the shop (OWN-31)', async () => {
    await expect(assertConsistent(shop)).resolves.toBeUndefined();
  }, 90_000);
});
