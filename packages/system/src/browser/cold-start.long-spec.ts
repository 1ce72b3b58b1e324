import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { desktop } from './appearances.js';
import {
  coldAddresses,
  languages,
  openAsAll,
  signInViewers,
  tabAddresses,
  walkTabs,
  type ColdPeople,
} from './cold-pages.js';

describe('every page opens cold in every language for every viewer', () => {
  let shop: WholeShop;
  let browser: Browser;
  let people: ColdPeople;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
    people = await signInViewers(shop);
  }, 150_000);

  it.each(languages)(
    'in %s on a phone: heading and content are there, nothing went wrong',
    async (language) => {
      const choose = () => coldAddresses;
      expect(await openAsAll(browser, shop, { language, people, choose })).toEqual([]);
    },
    240_000,
  );

  it.each(
    languages.map((language, place) => [language, tabAddresses[place] ?? '/admin?tab=orders'] as const),
  )(
    'in %s the panel by %s, and the other tabs by a click: heading and content are there',
    async (language, first) => {
      const profile = { language, viewer: 'admin', person: people.admin, device: desktop } as const;
      expect(await walkTabs(browser, shop, profile, first)).toEqual([]);
    },
    120_000,
  );
});
