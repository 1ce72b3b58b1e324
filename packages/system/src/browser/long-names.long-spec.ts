import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { authAnswer, currentUser, order, placeCheckoutAnswer } from '@pax/contracts';
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { Person } from '../support/person.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import { productNamed, submitPayPage, tryToPlace, waitForCheckout } from '../support/shopping.js';
import { PASSWORD, signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { desktop, phone } from './appearances.js';
import { MarketPage } from './market-page.js';
import { Visitor, type Language } from './visitor.js';
import { waitUntilStable } from './wait-until-stable.js';

const NARROW = { ...phone, viewport: { width: 320, height: 844 } };
/** As long as the shop and Discord let a name be. */
const LONGEST = 32;

describe('the longest names', () => {
  let shop: WholeShop;
  let browser: Browser;
  let person: Person;
  let visitor: Visitor;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
    person = await buyerOfLongName(shop);
  }, 150_000);
  afterEach(async () => await visitor.closeWithoutErrors());

  const open = async (device: object, language: Language, signedIn = true): Promise<Page> => {
    visitor = await Visitor.open(browser, shop, { ...device, language, isReturning: true, isWarm: true });
    if (signedIn) await visitor.useSessionOf(person);
    return visitor.page;
  };

  it("stand in one line of the header, cut where they don't fit (OWN-181)", async () => {
    const page = await open(desktop, 'de');
    await page.goto('/support');
    const link = page.getByRole('link', { name: `Konto von ${person.username}` });
    await link.waitFor();
    const name = link.getByText(person.username);
    const { lines, isCut } = await name.evaluate((element) => ({
      lines: Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
      isCut: element.scrollWidth > element.clientWidth,
    }));
    expect({ lines, isCut }).toEqual({ lines: 1, isCut: true });
  });

  it.each(['mix', 'de'] as const)(
    'make no account page wider than 320 px, and no line of it begins with a dot, in %s (OWN-181)',
    async (language) => {
      const page = await open(NARROW, language);
      for (const tab of ['orders', 'history']) {
        await page.goto(`/account?tab=${tab}`);
        await page.getByRole('tabpanel').locator('a[href^="/receipt"]').first().waitFor();
        await waitUntilStable(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        expect(await linesThatBeginWithDot(page)).toEqual([]);
      }
    },
  );

  it.each(['mix', 'de'] as const)(
    'leave what one buys with inside its card on 320 px, in %s (OWN-181)',
    async (language) => {
      const page = await open(NARROW, language, false);
      const market = new MarketPage(page);
      await page.goto('/');
      await page.getByRole('tab').nth(1).click();
      await market.findProductCard('Librarian’s Books').waitFor();
      await waitUntilStable(page);
      const outside = await page
        .getByRole('article')
        .evaluateAll((cards) =>
          cards.flatMap((card) =>
            [...card.querySelectorAll('button, input, p, span, h3')]
              .filter((part) => part.getBoundingClientRect().right > card.getBoundingClientRect().right)
              .map((part) => `${part.tagName} ${part.textContent} of ${card.textContent}`),
          ),
        );
      expect(outside).toEqual([]);
      const figures = page.getByRole('main').locator('dl').first();
      expect(await figures.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    },
  );

  it.each([375, 390])(
    'and both buttons of the loyalty card keep one line on %i px (OWN-181)',
    async (width) => {
      const page = await open({ ...phone, viewport: { width, height: 844 } }, 'mix', false);
      await page.goto('/');
      const button = page.getByRole('main').getByRole('button', { name: 'View Rewards' });
      await button.waitFor();
      await page.evaluate(async () => void (await document.fonts.ready));
      await waitUntilStable(page);
      const beside = page.getByRole('main').getByRole('button', { name: 'Dashboard' });
      const [one, other] = [await button.boundingBox(), await beside.boundingBox()];
      expect(one?.y).toBe(other?.y);
      const lines = await button.evaluate((element) => {
        const range = document.createRange();
        const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        if (words) range.selectNodeContents(words);
        return range.getClientRects().length;
      });
      expect(lines).toBe(1);
    },
  );
});

/** Somebody with a delivered order, since points count from then on, whose names are as long as names can be. */
async function buyerOfLongName(shop: WholeShop): Promise<Person> {
  const person = new Person(shop.shopUrl);
  const username = `Wolkenschloss_${randomBytes(9).toString('hex')}`.padEnd(LONGEST, 'w');
  await person.send('POST', '/api/auth/register', { username, password: PASSWORD }, authAnswer);
  person.username = (await person.get('/api/auth/me', currentUser)).username;
  const { id } = await productNamed(person, 'Flight Rockets');
  const names = { inGameName: 'WolkenSchloss_16', discordName: 'w'.repeat(LONGEST) };
  const { url, checkout } = placeCheckoutAnswer.parse(
    (await tryToPlace(person, [{ id, quantity: 1 }], names)).body,
  );
  await submitPayPage(url, 'pay');
  const { orders } = await waitForCheckout(person, checkout, 'paid');
  const staff = await signInWithDiscord(shop, 'pax.operator');
  await staff.send('PATCH', `/api/admin/orders/${orders[0]}/complete`, {}, order);
  return person;
}

/** The texts in which a separating dot is the first of its line. */
async function linesThatBeginWithDot(page: Page): Promise<string[]> {
  return await page.getByRole('tabpanel').evaluate((panel) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf('·');
      const line = node.parentElement;
      if (at < 0 || !line) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      if (range.getBoundingClientRect().left < line.getBoundingClientRect().left + 2)
        found.push(line.innerText);
    }
    return found;
  });
}
