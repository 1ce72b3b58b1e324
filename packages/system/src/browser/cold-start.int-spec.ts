import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { desktop } from './appearances.js';
import { coldAddressesFor, openAsAll, signInViewers, walkTabs, type ColdPeople } from './cold-pages.js';

/** In English and German, and not each page for each viewer: `cold-start.long-spec.ts` opens all of them. */
describe('every page opens cold', () => {
  let shop: WholeShop;
  let browser: Browser;
  let people: ColdPeople;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
    people = await signInViewers(shop);
  }, 150_000);

  it.each(['en', 'de'] as const)(
    'in %s on a phone: heading and content are there, nothing went wrong',
    async (language) => {
      expect(await openAsAll(browser, shop, { language, people, choose: coldAddressesFor })).toEqual([]);
    },
    120_000,
  );

  it.each([
    ['en', '/admin?tab=orders'],
    ['de', '/admin?tab=products'],
  ] as const)(
    'in %s the panel by %s, and the other tabs by a click: heading and content are there',
    async (language, first) => {
      const profile = { language, viewer: 'admin', person: people.admin, device: desktop } as const;
      expect(await walkTabs(browser, shop, profile, first)).toEqual([]);
    },
    120_000,
  );
});
