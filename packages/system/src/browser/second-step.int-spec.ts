import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findFreePort } from '@pax/local';
import type { Browser, Page } from 'playwright-core';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { startChromium } from './chromium.js';
import { Visitor } from './visitor.js';

jest.setTimeout(150_000);

/** A device of its own that keeps passkeys and verifies its person without being touched. */
const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

describe('an admin with a passkey', () => {
  let shop: WholeShop;
  let browser: Browser;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    const port = String(await findFreePort());
    // Browsers take passkeys for a name, not for numbers.
    const environment = { PORT: port, PUBLIC_URL: `http://localhost:${port}` };
    [shop, browser] = await Promise.all([startWholeShop(environment), startChromium()]);
  });
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.closeWithoutErrors();
  });
  afterAll(async () => {
    await browser.close();
    await shop.stop();
  });

  const signIn = async (page: Page): Promise<void> => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Mit Discord anmelden' }).click();
    await page.getByRole('radio', { name: 'pax.operator' }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
  };

  it('sets it up, opens the panel with it, and is asked again before the pool is set (OWN-567)', async () => {
    const visitor = await Visitor.open(browser, shop);
    visitors.push(visitor);
    const { page } = visitor;
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    await signIn(page);
    const panel = page.getByRole('list', { name: 'Aktive Bestellungen' });
    await panel.waitFor();

    await page.goto('/account?tab=security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Spec key');
    await page.getByRole('button', { name: 'Continue' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.getByRole('listitem').nth(9).waitFor();
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Remove: Spec key' }).waitFor();

    // A later sign-in has to pass it.
    await page.context().clearCookies();
    await signIn(page);
    await page.getByRole('heading', { name: 'Zweiter Schritt' }).waitFor();
    expect(await panel.count()).toBe(0);
    // The account's pages show nothing before, and lead there and back (OWN-566).
    await page.goto('/account?tab=orders');
    await page.waitForURL('**/admin?next=%2Faccount%3Ftab%3Dorders');
    await page.getByRole('heading', { name: 'Zweiter Schritt' }).waitFor();
    expect(visitor.errors.splice(0).filter((error) => !error.endsWith(' answered 403'))).toEqual([]);
    await page.getByRole('button', { name: 'Passkey verwenden' }).click();
    await page.waitForURL('**/account?tab=orders');
    await page.getByRole('heading', { name: /^Hello, / }).waitFor();

    await shop.database.query(`UPDATE sessions SET second_step_at = now() - interval '11 minutes'
                                WHERE second_step_at IS NOT NULL`);
    await page.goto('/admin?tab=coins');
    await page.getByLabel('Neuer Stand in Coins').fill('123000000');
    await page.getByRole('button', { name: 'Pool aktualisieren' }).click();
    const prompt = page.getByRole('dialog', { name: 'Bist du es?' });
    await prompt.getByRole('button', { name: 'Passkey verwenden' }).click();
    await prompt.waitFor({ state: 'detached' });
    await page.getByText('123,000,000 Coins').first().waitFor();
    // The refusal that asked for the step is the only one.
    expect(visitor.errors.splice(0)).toEqual([
      expect.stringMatching(/\/api\/admin\/coin-stock answered 403$/),
    ]);
  });
});
