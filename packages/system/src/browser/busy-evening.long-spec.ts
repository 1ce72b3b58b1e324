import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { order } from '@pax/contracts';
import { until } from '@pax/local';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { assertConsistent } from '../check/consistency.js';
import { computeQuantile } from '../bench/statistics.js';
import { Person } from '../support/person.js';
import { buyByCard, CART_LINES, stockCart } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { OPTIMISED, startChromium } from './chromium.js';
import { Visitor } from './visitor.js';

const BUYERS = 20;
const ORDERS = BUYERS * CART_LINES;
/** An order takes two keys, and one more for each order to skip because somebody else took it at the same moment. */
const KEYS_PER_ORDER = 5;
/** Time within which everybody sees what another has done, ms. */
const SEEN_MS = 1_000;
/** Longest time for a delivery in the game, ms; without it, all three would always reach the same row at once. */
const DELIVERY_MS = 600;
/** Rows between the places at which the people begin. */
const APART = 10;
/** Open orders, the first that fall due on top. */
const OPEN_ORDERS = '/admin?filter=open';

jest.setTimeout(900_000);

/** Order of the marked row, as the row shows it. */
interface MarkedRow {
  readonly id: number;
  readonly isFree: boolean;
  /** Name of the person who has the order; undefined until the server's answer is shown. */
  readonly owner: string | undefined;
}

/** Reads the marked row, in the page. */
function readMarkedRow(): MarkedRow | undefined {
  const row = document.querySelector('[data-row][data-selected]');
  if (!row) return undefined;
  const buttons = [...row.querySelectorAll('button')].map(({ textContent }) => textContent);
  const owner = [...row.querySelectorAll('span')]
    .map(({ textContent }) => /^Bearbeitet von (.+)$/.exec(textContent)?.[1])
    .find((found) => found !== undefined);
  return { id: Number(row.getAttribute('data-row')), isFree: buttons.includes('Übernehmen'), owner };
}

/** A person who delivers orders with the keyboard alone. */
class Worker {
  keys = 0;
  loads = 0;

  /** @param name as the panel shows it */
  constructor(
    readonly page: Page,
    private readonly name: string,
  ) {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.loads += 1;
    });
  }

  /** Delivers orders until none is left, beginning with the one at a place in the list. */
  async deliverAll(place: number): Promise<void> {
    for (let at = 0; at < place; at += 1) await this.press('j');
    while ((await this.page.locator('[data-row]').count()) > 0) {
      const row = await this.page.evaluate(readMarkedRow);
      if (row === undefined) await this.press('j');
      else if (row.isFree) await this.press('t');
      else if (row.owner === this.name) {
        await setTimeout(DELIVERY_MS * Math.random());
        await this.press('e');
      } else if (row.owner !== undefined) {
        await this.press('j');
      }
      await this.waitForChange(row);
    }
  }

  private async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Waits until the marked row shows something else; goes on after a second, as people do. */
  private async waitForChange(row: MarkedRow | undefined): Promise<void> {
    const shown = JSON.stringify(row);
    const isChanged = async (): Promise<boolean> =>
      JSON.stringify(await this.page.evaluate(readMarkedRow)) !== shown;
    await until(isChanged, { deadlineMs: SEEN_MS, everyMs: 10, what: 'a change' }).catch(() => undefined);
  }
}

describe('a busy evening', () => {
  let shop: WholeShop;
  let browser: Browser;
  let admin: Person;
  let workers: Worker[];
  let visitors: Visitor[];

  beforeAll(async () => {
    // Another account than usual is the admin, so that the usual one and a second are staff.
    shop = await startWholeShop({ ADMIN_DISCORD_IDS: '516830472295546880' });
    browser = await startChromium([OPTIMISED]);
    admin = await signInWithDiscord(shop, 'coalheart');
    const team = [
      ['operator', admin],
      ['mira.staff', await signInWithDiscord(shop, 'mira.staff')],
      ['pax.operator', await signInWithDiscord(shop, 'pax.operator')],
    ] as const;
    visitors = [];
    workers = [];
    for (const [name, person] of team) {
      const visitor = await Visitor.open(browser, shop);
      visitors.push(visitor);
      await visitor.useSessionOf(person);
      workers.push(new Worker(visitor.page, name));
    }
  });
  afterAll(async () => {
    for (const visitor of visitors) await visitor.close();
    await browser.close();
    await shop.stop();
  });

  const countOpen = async (): Promise<number> => {
    const { rows } = await shop.database.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM orders WHERE status IN ('pending', 'processing')`,
    );
    return rows[0]?.open ?? -1;
  };

  it('is delivered by three people with the keyboard alone, each order once and seen within a second (OWN-1471)', async () => {
    for (const { id } of await admin.get(
      '/api/admin/orders?state=pending,processing&limit=100',
      order.array(),
    ))
      await admin.send('PATCH', `/api/admin/orders/${id}/complete`, {}, order);
    const cart = await stockCart(admin, BUYERS);
    for (let buyer = 0; buyer < BUYERS; buyer += 1) await buyByCard(await newCustomer(shop), cart);
    expect(await countOpen()).toBe(ORDERS);
    for (const { page } of workers) {
      await page.goto(OPEN_ORDERS);
      await page.locator('[data-row]').first().waitFor();
      await page.evaluate(recordOpenCount);
    }
    const loads = workers.map((worker) => worker.loads);
    const began = Date.now();
    await Promise.all(workers.map(async (worker, at) => await worker.deliverAll(1 + at * APART)));
    expect(await countOpen()).toBe(0);
    // Nobody reloaded a page, and every order was completed once.
    expect(workers.map((worker) => worker.loads)).toEqual(loads);
    const { rows } = await shop.database.query<{ id: number; at: Date }>(
      `SELECT order_id AS id, created_at AS at FROM order_history
        WHERE to_status = 'completed' AND created_at > to_timestamp($1) ORDER BY created_at`,
      [began / 1_000],
    );
    expect(rows).toHaveLength(ORDERS);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(ORDERS);
    const delays = (
      await Promise.all(
        workers.map(async ({ page }) => {
          const seen = await page.evaluate(() => window.openCounts ?? []);
          return rows.map(({ at }, index) => {
            const first = seen.find(([count]) => count <= ORDERS - 1 - index)?.[1];
            return (first ?? Infinity) - at.getTime();
          });
        }),
      )
    ).flat();
    const keys = workers.reduce((sum, worker) => sum + worker.keys, 0);
    expect(computeQuantile(delays, 1)).toBeLessThan(SEEN_MS);
    expect(keys / ORDERS).toBeLessThan(KEYS_PER_ORDER);
    await assertConsistent(shop);
  });
});

declare global {
  interface Window {
    /** Numbers of open orders that the page showed, each with its time, ms. */
    openCounts?: [count: number, at: number][];
  }
}

/** Records in the page each number of open orders that it shows. */
function recordOpenCount(): void {
  const counts: [number, number][] = [];
  window.openCounts = counts;
  const read = (): void => {
    const tab = [...document.querySelectorAll('label, [role=radio], button, a')].find((element) =>
      element.textContent.startsWith('Ausstehend'),
    );
    const count = Number(/\d+/.exec(tab?.textContent ?? '')?.[0] ?? NaN);
    if (!Number.isNaN(count) && count !== counts.at(-1)?.[0]) counts.push([count, Date.now()]);
  };
  read();
  new MutationObserver(read).observe(document.body, { childList: true, characterData: true, subtree: true });
}
