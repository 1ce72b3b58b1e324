import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Person } from '../support/person.js';
import { returningCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import {
  coldAddresses,
  coldViewers,
  CONCURRENCY,
  languages,
  openInProfile,
  tabAddresses,
  type ColdViewer,
} from './cold-pages.js';
import { phone } from './appearances.js';

describe('every page opens cold (OWN-300)', () => {
  let shop: WholeShop;
  let browser: Browser;
  const people: Partial<Record<ColdViewer, Person>> = {};
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
    people.customer = await returningCustomer(shop, 'finn');
    people.admin = await signInWithDiscord(shop, 'pax.operator');
  }, 150_000);

  /** Every address comes first, in a profile that knows no file of the shop, once in each language. */
  const lanesOf = (viewer: ColdViewer) => {
    const from = coldViewers.indexOf(viewer) * CONCURRENCY;
    const inTurn = [...coldAddresses.slice(from), ...coldAddresses.slice(0, from)];
    const lanes = Math.min(CONCURRENCY, coldAddresses.length - from);
    return Array.from({ length: lanes }, (_, lane) => inTurn.filter((__, place) => place % lanes === lane));
  };
  const walks = languages.flatMap((language) => coldViewers.map((viewer) => [language, viewer] as const));

  it('is first in a new profile once in each language', () => {
    const first = coldViewers.flatMap((viewer) => lanesOf(viewer).map(([address]) => address));
    expect(new Set(first)).toEqual(new Set(coldAddresses));
    expect(first.length).toBe(coldAddresses.length);
  });

  it.each(walks)(
    'in %s for a %s, on a phone: heading and content are there, nothing went wrong',
    async (language, viewer) => {
      const profile = { language, viewer, person: people[viewer], device: phone };
      const errors = await Promise.all(
        lanesOf(viewer).map(async (addresses) => openInProfile(browser, shop, profile, addresses)),
      );
      expect(errors.flat()).toEqual([]);
    },
    120_000,
  );

  it.each(languages)(
    'in %s each tab of the panel by its address, in a profile of its own: its heading and content are there',
    async (language) => {
      const profile = { language, viewer: 'admin', person: people.admin, device: phone } as const;
      const errors: string[] = [];
      for (const address of tabAddresses)
        errors.push(...(await openInProfile(browser, shop, profile, [address])));
      expect(errors).toEqual([]);
    },
    120_000,
  );
});
