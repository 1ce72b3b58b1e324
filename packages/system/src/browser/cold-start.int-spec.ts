import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Person } from '../support/person.js';
import { returningCustomer, signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { startChromium } from './chromium.js';
import { coldAddresses, coldViewers, languages, openAllCold, type ColdViewer } from './cold-pages.js';
import { phone } from './appearances.js';

describe('every page opens cold (OWN-300)', () => {
  let shop: WholeShop;
  let browser: Browser;
  const people: Partial<Record<ColdViewer, Person>> = {};
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startWholeShop(), startChromium()]);
    people.customer = await returningCustomer(shop, 'finn');
    people.admin = await signInWithDiscord(shop, 'pax.operator');
  }, 150_000);
  afterAll(async () => {
    await browser.close();
    await shop.stop();
  }, 60_000);

  const walks = languages.flatMap((language) => coldViewers.map((viewer) => [language, viewer] as const));

  it.each(walks)(
    'in %s for a %s, on a phone: heading and content are there, nothing went wrong',
    async (language, viewer) => {
      const person = people[viewer];
      const loads = coldAddresses.map((address) => ({ address, language, viewer, person, device: phone }));
      const errors = await openAllCold(browser, shop, loads);
      expect(errors).toEqual([]);
    },
    120_000,
  );
});
