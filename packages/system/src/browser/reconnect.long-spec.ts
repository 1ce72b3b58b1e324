import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTicketAnswer, order } from '@pax/contracts';
import { until } from '@pax/local';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { computeMedian } from '../bench/statistics.js';
import { assertConsistent } from '../check/consistency.js';
import type { Person } from '../support/person.js';
import { buyByCard, productNamed } from '../support/shopping.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import { estimateIdleMs } from '../support/idle-time.js';
import type { WholeShop } from '../support/whole-shop.js';
import { startChromium } from './chromium.js';
import { PanelPage } from './panel-page.js';
import { Visitor } from './visitor.js';

/** How long the line is away, ms: shorter and longer than the delays between two tries. */
const OUTAGES_MS = [200, 900, 2_500, 500, 4_000, 1_500, 3_000] as const;

const TICKET = { name: 'Mara', email: 'mara@example.org', subject: 'Lost', message: 'Where is it?' };
const TABS = ['products', 'orders', 'archived', 'users', 'tickets'] as const;
const LISTS_OF = {
  products: 'Produkte',
  orders: 'Aktive Bestellungen',
  archived: 'Archivierte Bestellungen',
  users: 'Benutzer',
  tickets: 'Support-Tickets',
} as const;

describe('a panel that lost its connection shows what a fresh one shows, without being loaded anew (OWN-125)', () => {
  let shop: WholeShop;
  let browser: Browser;
  let proxy: FaultyProxy;
  /** A browser whose line to the shop is the proxy. */
  let proxied: Browser;
  let admin: Person;
  let buyer: Person;
  let operator: Visitor;
  let panel: PanelPage;
  /** Somebody else's, which stays awake and connected. */
  let witness: Visitor;
  /** An order that the panel knows. */
  let known: number;

  beforeAll(async () => {
    shop = await sharedShop('panels');
    browser = await sharedBrowser();
    proxy = await FaultyProxy.start(shop.shopUrl);
    // The page's address stays the shop's, because sockets are accepted from there alone.
    const [near, far] = [shop.shopUrl, proxy.url].map((url) => new URL(url).host);
    proxied = await startChromium([`--host-resolver-rules=MAP ${near} ${far}`]);
    admin = await signInWithDiscord(shop, 'pax.operator');
    buyer = await newCustomer(shop);
  }, 150_000);
  beforeEach(async () => {
    operator = await Visitor.open(browser, shop);
    witness = await Visitor.open(browser, shop, { isWarm: true });
    for (const visitor of [operator, witness]) {
      await visitor.useSessionOf(admin);
      await visitor.page.goto('/admin');
    }
    panel = new PanelPage(operator.page);
    known = await newOrder();
    await panel.waitForOrderState(known, 'Ausstehend');
    await panel.page.evaluate(() => (document.body.dataset['untouched'] = 'yes'));
  }, 60_000);
  afterEach(async () => {
    await Promise.all([operator.close(), witness.close()]);
    await assertConsistent(shop);
  }, 90_000);
  afterAll(async () => {
    await proxied.close();
    proxy.close();
  }, 60_000);

  async function newOrder(): Promise<number> {
    const { id } = await productNamed(buyer, 'Flight Rockets');
    return (await buyByCard(buyer, [{ id, quantity: 1 }])).orders[0] ?? 0;
  }

  async function restartBackend(): Promise<void> {
    await shop.restart('backend');
    await until(
      async () => (await buyer.call('GET', '/api/health/ready').catch(() => undefined))?.status === 200,
      { deadlineMs: 30_000, everyMs: 100, what: 'the backend' },
    );
  }

  /** Two new orders, and one that moves. */
  async function changeOrders(): Promise<number> {
    await newOrder();
    await admin.send('PATCH', `/api/admin/orders/${known}/complete`, {}, order);
    return await newOrder();
  }

  /** The panel's text for each order. */
  async function rows(page: Page): Promise<string> {
    const texts = await page.getByRole('list', { name: 'Aktive Bestellungen' }).innerText();
    // How long ago something was, and how long it may take, goes on by itself.
    return texts.replaceAll(/\d+/g, (digits) => (digits.length < 3 ? 'n' : digits));
  }

  /** Waits until the panel that lost its connection and a fresh one show the same. */
  async function expectTheSameAsFresh(newest: number): Promise<void> {
    await panel.waitForOrderState(newest, 'Ausstehend');
    await panel.waitForOrderState(known, 'Abgeschlossen');
    const fresh = await operator.newTab('/admin');
    await new PanelPage(fresh).waitForOrderState(newest, 'Ausstehend');
    const same = async (): Promise<boolean> => (await rows(panel.page)) === (await rows(fresh));
    await until(same, { deadlineMs: 15_000, everyMs: 250, what: 'the same as a fresh panel' });
    expect(await panel.page.evaluate(() => document.body.dataset['untouched'])).toBe('yes');
  }

  it('offline for a minute, with the backend restarted meanwhile, in every tab (OWN-125)', async () => {
    const { page } = panel;
    const customer = await newCustomer(shop);
    const goods = await productNamed(buyer, 'Flight Rockets');
    const address = (tab: string): string => (tab === 'orders' ? '/admin' : `/admin?tab=${tab}`);
    const show = async (on: Page, tab: (typeof TABS)[number]): Promise<string> => {
      await on.locator(`nav a[href="${address(tab)}"]`).click();
      const list = on.getByRole('list', { name: LISTS_OF[tab], exact: true });
      await list.getByRole('listitem').first().waitFor();
      const fields = await list
        .locator('input')
        .evaluateAll((inputs) =>
          inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')),
        );
      return [await list.innerText(), ...fields].join('\n').replaceAll(/\b\d{1,2} \w+\.?$/gm, 'n');
    };
    await buyer.send('POST', '/api/support-tickets', TICKET, createTicketAnswer);
    for (const tab of TABS) await show(page, tab);
    const pool = page.locator('nav a[href="/admin?tab=coins"]');
    await pool.click();
    await page.getByLabel('Neuer Stand in Coins').waitFor();
    await page.clock.install();
    await page.context().setOffline(true);
    await page.clock.fastForward(60_000);
    const newest = await changeOrders();
    await admin.send('PATCH', `/api/admin/orders/${known}/archive`, {}, order);
    await admin.send('PATCH', `/api/admin/products/${goods.id}`, { stock: 321 }, z.unknown());
    await admin.send(
      'PATCH',
      `/api/admin/users/${customer.id}/store-credit`,
      { amount: '7.25' },
      z.unknown(),
    );
    await admin.send('PUT', '/api/admin/coin-stock', { coinStock: '654321000' }, z.unknown());
    await restartBackend();
    const answer = { response: 'At spawn.' };
    const { id } = await buyer.send('POST', '/api/support-tickets', TICKET, createTicketAnswer);
    await admin.send('POST', `/api/support-tickets/${id}/respond`, answer, z.unknown());
    await buyer.send('POST', '/api/support-tickets', { ...TICKET, subject: 'Later' }, createTicketAnswer);
    // The connection is really gone: a panel that knows would show it.
    expect(await page.getByText('654,321,000 Coins').count()).toBe(0);
    await page.context().setOffline(false);
    // The open tab and the number beside it, without a change of the tab.
    await page.getByText('654,321,000 Coins').first().waitFor();
    await pool.getByText('654.32M', { exact: true }).waitFor();
    await show(page, 'orders');
    await panel.waitForOrderState(newest, 'Ausstehend');
    const fresh = await operator.newTab('/admin');
    for (const tab of TABS) {
      const same = async (): Promise<boolean> => (await show(page, tab)) === (await show(fresh, tab));
      await until(same, { deadlineMs: 15_000, everyMs: 250, what: `the same ${tab} as a fresh panel` });
    }
    expect(await page.evaluate(() => document.body.dataset['untouched'])).toBe('yes');
  }, 150_000);

  it('behind a line that drops again and again, within a second of its return (OWN-705)', async () => {
    const behind = await Visitor.open(proxied, shop);
    await behind.useSessionOf(admin);
    await behind.page.goto('/admin');
    const [seen, light] = [new PanelPage(behind.page), behind.page.locator('[data-line]')];
    await seen.waitForOrderState(known, 'Ausstehend');
    await light.getByText('Live').waitFor();
    const times: number[] = [];
    for (const outageMs of OUTAGES_MS) {
      proxy.disconnect();
      await light.getByText(/^Offline seit/).waitFor();
      const lost = performance.now();
      const newest = await newOrder();
      await new PanelPage(witness.page).waitForOrderState(newest, 'Ausstehend');
      expect(await seen.findOrderRow(newest).count()).toBe(0);
      await pause(Math.max(0, outageMs - (performance.now() - lost)));
      const tookMs = await estimateIdleMs(async () => {
        proxy.restore();
        await seen.waitForOrderState(newest, 'Ausstehend');
        await light.getByText('Live').waitFor();
      });
      times.push(tookMs);
    }
    await behind.close();
    expect(computeMedian(times)).toBeLessThan(1_000);
    expect(Math.max(...times)).toBeLessThan(3_000);
  }, 90_000);

  it('suspended, and with the backend restarted', async () => {
    const { page } = panel;
    const devtools = await page.context().newCDPSession(page);
    const asleep = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
    // The page's scripts are paused from here, while its socket goes on filling.
    await devtools.send('Debugger.enable');
    await devtools.send('Debugger.pause');
    await asleep;
    const newest = await changeOrders();
    await new PanelPage(witness.page).waitForOrderState(newest, 'Ausstehend');
    await devtools.send('Debugger.disable');
    await expectTheSameAsFresh(newest);
    await restartBackend();
    await expectTheSameAsFresh(await newOrder());
  }, 90_000);
});
