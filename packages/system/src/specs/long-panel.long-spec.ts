import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { order } from '@pax/contracts';
import { until } from '@pax/local';
import pg from 'pg';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { commitChange, orderChange } from '../bench/load/commit-change.js';
import { OPTIMISED, startChromium } from '../browser/chromium.js';
import { computeQuantile } from '../bench/statistics.js';
import { measureLongestTaskMs } from '../browser/longest-task.js';
import { Visitor } from '../browser/visitor.js';
import type { Person } from '../support/person.js';
import { readDatabaseUrl } from '../support/run-record.js';
import { signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';

const ROWS = 2_000;
/** Rows of each further list, which uses the same component. */
const FEWER_ROWS = 500;
const DRAWN = 80;
const TASK_MS = 50;
/** Compilation and garbage collection lengthen single tasks. */
const TRIES = 3;
/** Processor time of `doFixedWork` in a browser on an idle machine, ms. */
const WORK_MS = 60;
/** Tickets in a shop with a twentieth of the content. */
const FEWEST = 400;
const CHANGES = 1_000;
const GROWTH_BYTES = 10_000_000;
/** Rows to go through; those of waiting orders are taken. */
const TAKEN_FROM = 20;
/** Time within which a key's effect is drawn at p95, ms. */
const DRAWN_MS = 100;
/** Factor by which the processor is slowed down for an own act. */
const SLOWED = 4;
/** Pause between letters typed fast, ms. */
const LETTER_MS = 80;

jest.setTimeout(240_000);

describe('the panel of a shop after years', () => {
  let shop: WholeShop;
  let browser: Browser;
  let admin: Person;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    shop = await startWholeShop();
    await shop.seedLarge(ROWS * 5);
    browser = await startChromium([OPTIMISED]);
    admin = await signInWithDiscord(shop, 'pax.operator');
    visitor = await Visitor.open(browser, shop);
    await visitor.useSessionOf(admin);
    page = visitor.page;
  });
  afterAll(async () => {
    await browser.close();
    await shop.stop();
  });

  it.each([
    ['orders', ROWS, '/admin', 'Aktive Bestellungen'],
    ['archive', FEWER_ROWS, '/admin?tab=archived', 'Archivierte Bestellungen'],
    ['users', FEWER_ROWS, '/admin?tab=users', 'Benutzer'],
    ['tickets', FEWER_ROWS, '/admin?tab=tickets&filter=all', 'Support-Tickets'],
  ] as const)(
    'scrolls through the %s, %i rows or all there are, with at most 80 in the page and without a long task (OWN-602)',
    async (_name, most, address, label) => {
      const first = page.getByRole('list', { name: label }).getByRole('listitem').first();
      let taskMs = Infinity;
      for (let tries = 0; tries < TRIES && taskMs > TASK_MS; tries += 1) {
        await page.goto(address);
        await first.waitFor();
        const rows = Math.min(most, Number(await first.getAttribute('aria-setsize')));
        expect(rows).toBeGreaterThanOrEqual(FEWEST);
        let drawn = 0;
        const longestMs = await measureLongestTaskMs(page, async () => {
          drawn = await scrollDown(page, rows);
        });
        expect(drawn).toBeLessThanOrEqual(DRAWN);
        const workMs = await measureLongestTaskMs(page, () => page.evaluate(doFixedWork));
        // A slower machine lengthens both.
        taskMs = longestMs / Math.max(1, workMs / WORK_MS);
      }
      expect(taskMs).toBeLessThanOrEqual(TASK_MS);
      visitor.assertNoErrors();
    },
  );

  it('holds no more after 1,000 live changes', async () => {
    const received = new Set<string>();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        for (const [id] of String(payload).matchAll(/[\da-f-]{36}/g)) received.add(id);
      }),
    );
    await page.goto('/admin');
    await page.getByRole('list', { name: 'Aktive Bestellungen' }).getByRole('listitem').first().waitFor();
    const orders = (await admin.get('/api/admin/orders', order.array())).slice(0, 20);
    const database = new pg.Client({ connectionString: readDatabaseUrl(shop.dataDir) });
    await database.connect();
    const changeOrders = async (times: number): Promise<void> => {
      let last = '';
      for (let n = 0; n < times; n += 1) {
        const change = await commitChange(
          database,
          (id) => orderChange(id, orders[n % orders.length]?.id ?? 0),
          {
            channel: 'outbox',
            withId: false,
          },
        );
        last = change.id;
      }
      await until(() => received.has(last), { deadlineMs: 100_000, what: 'the last change in the panel' });
    };
    const devtools = await page.context().newCDPSession(page);
    // Warm-up: the first changes load and compile code.
    await changeOrders(CHANGES / 10);
    const before = await measureHeapBytes(devtools);
    await changeOrders(CHANGES);
    const after = await measureHeapBytes(devtools);
    await database.end();
    expect(after - before).toBeLessThanOrEqual(GROWTH_BYTES);
    visitor.assertNoErrors();
  });

  it(`draws an own act within ${DRAWN_MS} ms on a machine slowed ${SLOWED} times (OWN-1472)`, async () => {
    await page.goto('/admin?filter=open');
    await page.locator('[data-row]').first().waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    const drawnMs: number[] = [];
    try {
      for (let row = 0; row < TAKEN_FROM; row += 1) {
        await page.keyboard.press('j');
        await page.evaluate(async () => await new Promise((idle) => requestIdleCallback(idle)));
        if (!(await page.evaluate(measureNextKey))) continue;
        await page.keyboard.press('t');
        drawnMs.push((await page.evaluate(() => window.drawnMs)) ?? Infinity);
      }
    } finally {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await devtools.detach();
    }
    expect(drawnMs.length).toBeGreaterThan(TAKEN_FROM / 2);
    expect(computeQuantile(drawnMs, 0.95)).toBeLessThanOrEqual(DRAWN_MS);
    visitor.assertNoErrors();
  });

  it(`draws typed letters within ${DRAWN_MS} ms while 1,000 live events arrive (OWN-1473)`, async () => {
    await page.goto('/admin?filter=open');
    await page.locator('[data-row]').first().waitFor();
    const orders = (await admin.get('/api/admin/orders?state=pending,processing', order.array())).slice(
      0,
      20,
    );
    const database = new pg.Client({ connectionString: readDatabaseUrl(shop.dataDir) });
    await database.connect();
    const arriving = new AbortController();
    const changeOrders = async (): Promise<void> => {
      for (let n = 0; n < CHANGES; n += 1)
        await commitChange(database, (id) => orderChange(id, orders[n % orders.length]?.id ?? 0), {
          channel: 'outbox',
          withId: false,
        });
      arriving.abort();
    };
    await page.keyboard.press('/');
    await page.evaluate(recordKeys);
    const changes = changeOrders();
    const text = 'elytra totem beacon ';
    for (let at = 0; !arriving.signal.aborted; at += 1) {
      const letter = text[at % text.length] ?? ' ';
      await page.keyboard.press(at % text.length === 0 && at > 0 ? 'ControlOrMeta+A' : letter, {
        delay: LETTER_MS,
      });
    }
    await changes;
    await database.end();
    const keysMs = await page.evaluate(() => window.keysMs ?? []);
    expect(computeQuantile(keysMs, 0.95)).toBeLessThanOrEqual(DRAWN_MS);
    visitor.assertNoErrors();
  });
});

/** Does a fixed amount of work. */
function doFixedWork(): number {
  let sum = 0;
  for (let n = 0; n < 2e7; n += 1) sum = (sum * 31 + n) % 65_521;
  return sum;
}

/** Scrolls the page's list until `rows` rows were shown. @returns the highest number of rows in the page at once */
async function scrollDown(page: Page, rows: number): Promise<number> {
  return await page.evaluate(async (wanted) => {
    const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('li[aria-posinset]')];
    const scroller = items()[0]?.closest('ul')?.parentElement;
    if (!scroller) throw new Error('there is no list');
    let drawn = 0;
    let place = 0;
    while (place < wanted) {
      scroller.scrollTop += scroller.clientHeight;
      await new Promise(requestAnimationFrame);
      drawn = Math.max(drawn, items().length);
      place = Math.max(...items().map((item) => Number(item.ariaPosInSet)));
    }
    // The last scroll is rendered in one frame, and its time is known in the next.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return drawn;
  }, rows);
}

/** Measures the scripts' heap after garbage collection, bytes. */
async function measureHeapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

declare global {
  interface Window {
    /** Time from the pressed key until the marked row was drawn as taken, ms. */
    drawnMs?: Promise<number>;
    /** Times from each pressed key to the next drawn frame, ms. */
    keysMs?: number[];
  }
}

/**
 * Measures the time from the next pressed key until the marked row was drawn as taken, ms, in the page.
 * @returns false if the marked row can't be taken
 */
function measureNextKey(): boolean {
  const marked = document.querySelector('[data-row][data-selected]');
  const buttons = [...(marked?.querySelectorAll('button') ?? [])];
  if (!buttons.some(({ textContent }) => textContent === 'Übernehmen')) return false;
  const row = `[data-row="${marked?.getAttribute('data-row')}"]`;
  window.drawnMs = new Promise((resolve) => {
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector(row)?.textContent.includes('In Bearbeitung') !== true) return;
          observer.disconnect();
          // A task that is queued by the frame runs after it was drawn.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      },
      { capture: true, once: true },
    );
  });
  return true;
}

/** Records the time from each pressed key to the next drawn frame, in the page. */
function recordKeys(): void {
  const keysMs: number[] = [];
  window.keysMs = keysMs;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => keysMs.push(performance.now() - timeStamp)));
    },
    { capture: true },
  );
}
