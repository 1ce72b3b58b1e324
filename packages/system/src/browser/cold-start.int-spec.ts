import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Person } from '../support/person.js';
import { returningCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import {
  coldAddressesFor,
  coldViewers,
  CONCURRENCY,
  languages,
  openInProfile,
  walkTabs,
  tabAddresses,
  type ColdViewer,
} from './cold-pages.js';
import { desktop, phone } from './appearances.js';

describe('every page opens cold', () => {
  let shop: WholeShop;
  let browser: Browser;
  const people: Partial<Record<ColdViewer, Person>> = {};
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
    people.customer = await returningCustomer(shop, 'finn');
    people.admin = await signInWithDiscord(shop, 'pax.operator');
  }, 150_000);

  const walks = languages.flatMap((language) => coldViewers.map((viewer) => [language, viewer] as const));

  it.each(walks)(
    'in %s for a %s, on a phone: heading and content are there, nothing went wrong',
    async (language, viewer) => {
      const profile = { language, viewer, person: people[viewer], device: phone };
      const addresses = coldAddressesFor(language, viewer);
      const lanes = Array.from({ length: CONCURRENCY }, (_, lane) =>
        addresses.filter((__, place) => place % CONCURRENCY === lane),
      );
      const errors = await Promise.all(
        lanes.map(async (lane) => openInProfile(browser, shop, profile, lane)),
      );
      expect(errors.flat()).toEqual([]);
    },
    120_000,
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
