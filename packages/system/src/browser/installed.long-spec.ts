import { catalogCalls, order, pushAnswer, pushCalls } from '@pax/contracts';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { z } from 'zod';
import { until } from '@pax/local';
import type { Person } from '../support/person.js';
import { buyByCard, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { Visitor, type VisitorOptions } from './visitor.js';

jest.setTimeout(90_000);

const browserAnswer = z.object({
  id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
const browserMessages = z.object({ messages: z.array(z.object({ text: z.string() })) });
const notifications = z.array(
  z.object({ title: z.string(), body: z.string(), tag: z.string(), data: z.object({ url: z.string() }) }),
);
const manifestParts = z.object({
  name: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

describe('the installed shop', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
  }, 150_000);
  afterEach(() => visitor.close());

  /** Opens a page whose worker is in charge, and which has stored what it shows without a connection. */
  const open = async (options: VisitorOptions = {}): Promise<Page> => {
    visitor = await Visitor.open(browser, shop, {
      ...phone,
      language: 'en',
      serviceWorkers: 'allow',
      ...options,
    });
    const { page } = visitor;
    await page.goto('/');
    await page.waitForFunction(
      () => navigator.serviceWorker.controller && localStorage.getItem('pax-offline'),
    );
    return page;
  };
  const contextOf = (page: Page): BrowserContext => page.context();

  it('has a manifest with icons of our own, and shortcuts to the market, orders and support (OWN-1370)', async () => {
    const page = await open();
    const devTools = await contextOf(page).newCDPSession(page);
    const { data, errors } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons, shortcuts, ...manifest } = manifestParts.parse(JSON.parse(data ?? '{}'));
    expect(manifest).toEqual({ name: 'Pax Market', start_url: '/' });
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
        return `${width}x${height}`;
      }, src);
      expect([src, size]).toEqual([src, sizes]);
    }
    for (const { url } of shortcuts) expect((await page.request.get(url)).status()).toBe(200);
    expect(shortcuts.map(({ name }) => name)).toEqual(['Market', 'Orders', 'Support']);
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    visitor.assertNoErrors();
  });

  it.each([
    ['en', 'You are offline', 'Goods and prices when you were last online', 'Try again', 'Support Center'],
    ['de', 'Du bist offline', 'Produkte und Preise vom letzten Besuch', 'Nochmal versuchen', 'Hilfe'],
  ] as const)(
    'shows goods and prices of the last visit without a connection in %s, and the shop once there is one (OWN-1371)',
    async (language, title, heading, again, support) => {
      const page = await open({ language });
      const [good] = await page.evaluate(() => JSON.parse(localStorage.getItem('pax-offline') ?? '{}').goods);
      await contextOf(page).setOffline(true);
      await page.goto('/support');
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('heading', { name: heading }).waitFor();
      expect(await page.getByRole('listitem').first().innerText()).toContain(good.name);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      await page.getByRole('button', { name: again }).click();
      await page.getByRole('heading', { name: title }).waitFor();
      await contextOf(page).setOffline(false);
      await page.getByRole('heading', { name: support }).waitFor();
    },
  );

  it('shows stored names as text, and stays whole where the storage is broken (OWN-1371)', async () => {
    const page = await open();
    const store = (text: string) =>
      page.evaluate((value) => localStorage.setItem('pax-offline', value), text);
    const goods = [{ name: '<img src=x onerror="document.title=1">', price: '$1.00' }];
    await store(JSON.stringify({ title: 'Off', text: 'T', again: 'A', heading: 'H', goods }));
    await contextOf(page).setOffline(true);
    await page.goto('/');
    await page.getByText('<img src=x').waitFor();
    for (const broken of ['{', '5', '{"goods":5}', 'null']) {
      await store(broken);
      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await page.getByRole('list').count()).toBe(0);
    }
  });

  it('opens the shop again three times at most where it answers and its page does not (OWN-1371)', async () => {
    const page = await open();
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.clock.install();
    await page.goto('/offline.html');
    for (let tries = 1; tries <= 5; tries += 1) {
      await page.clock.fastForward(5_000);
      await page.waitForFunction((n) => sessionStorage.getItem('pax-offline-tries') === String(n), tries);
      await page.waitForLoadState();
    }
    expect(loads).toBe(4);
  });

  it('answers only for a network that failed, and stores no page and no call (OWN-1372)', async () => {
    const page = await open();
    await page.goto('/support');
    await page.goto('/account');
    expect((await page.goto('/no-such-page'))?.status()).toBe(404);
    const stored = await page.evaluate(async () => {
      const paths = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
      return paths;
    });
    expect(stored.toSorted()).toEqual(['/favicon.svg', '/offline.css', '/offline.html', '/offline.js']);
    await contextOf(page).setOffline(true);
    const isAnswered = await page.evaluate(
      (path) =>
        fetch(path).then(
          () => true,
          () => false,
        ),
      catalogCalls.products.path,
    );
    expect(isAnswered).toBe(false);
  });

  describe('is told by push', () => {
    const send = async (devTools: CDPSession, data: string): Promise<void> => {
      const registered = new Promise<string>((resolve) => {
        devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
          if (first) resolve(first.registrationId);
        });
      });
      await devTools.send('ServiceWorker.enable');
      const registrationId = await registered;
      await devTools.send('ServiceWorker.deliverPushMessage', { origin: shop.shopUrl, registrationId, data });
      await devTools.send('ServiceWorker.disable');
    };
    /** Records what the worker shows, since the headless browser has no place for notifications. */
    const recordShown = async (page: Page) => {
      const [worker] = contextOf(page).serviceWorkers();
      if (!worker) throw new Error('there is no worker');
      await worker.evaluate(() => {
        const shown: object[] = [];
        Reflect.set(self, 'shown', shown);
        Object.defineProperty(Reflect.get(self, 'registration'), 'showNotification', {
          value: (title: string, options: object) => Promise.resolve(shown.push({ title, ...options })),
        });
      });
      return async () => notifications.parse(await worker.evaluate(() => Reflect.get(self, 'shown')));
    };

    const openPushBrowser = async (buyer: Person) => {
      const { publicKey } = await buyer.get(pushCalls.push.path, pushAnswer);
      const subscribed = await fetch(`${shop.sandboxUrl}/push/browsers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ applicationServerKey: publicKey }),
      });
      return browserAnswer.parse(await subscribed.json());
    };
    /** Has the worker told that the push service gave the browser another address. */
    const changeAddress = async (page: Page, { endpoint, keys }: z.infer<typeof browserAnswer>) => {
      const [worker] = contextOf(page).serviceWorkers();
      await worker?.evaluate(
        async (subscription) => {
          const waits: Promise<unknown>[] = [];
          const event = Object.assign(new Event('pushsubscriptionchange'), {
            newSubscription: { toJSON: () => subscription },
            waitUntil: (wait: Promise<unknown>) => waits.push(wait),
          });
          self.dispatchEvent(event);
          await Promise.all(waits);
        },
        { endpoint, keys },
      );
    };

    it('of its order, once asked for on the success page, until switched off (OWN-1367, OWN-1379)', async () => {
      const buyer = await newCustomer(shop);
      const product = await productNamed(buyer, 'Totem of Return');
      const { checkout, orders } = await buyByCard(buyer, [{ id: product.id, quantity: 1 }]);
      const page = await open();
      await visitor.useSessionOf(buyer);
      const { endpoint, keys } = await openPushBrowser(buyer);
      // Chromium subscribes at a push service of the internet only.
      await page.addInitScript(
        (subscription) => {
          const fake = Object.assign(Object.create(PushSubscription.prototype), {
            toJSON: () => subscription,
          });
          PushManager.prototype.subscribe = () => Promise.resolve(fake);
          let permission: NotificationPermission = 'default';
          Object.defineProperty(Notification, 'permission', { get: () => permission });
          Notification.requestPermission = () => Promise.resolve((permission = 'granted'));
        },
        { endpoint, keys },
      );
      await page.goto(`/payment-success?checkout=${checkout}`);
      await page.getByRole('button', { name: 'Tell me when it is delivered' }).click();
      await page.getByText('This device tells you when something happens').waitFor();
      const renewed = await openPushBrowser(buyer);
      await changeAddress(page, renewed);
      const admin = await signInWithDiscord(shop, 'pax.operator');
      await admin.send('PATCH', `/api/admin/orders/${orders[0]}/process`, {}, order);
      await admin.send('PATCH', `/api/admin/orders/${orders[0]}/complete`, {}, order);
      const read = async () =>
        browserMessages.parse(await (await fetch(`${shop.sandboxUrl}/push/browsers/${renewed.id}`)).json())
          .messages;
      const messages = await until(
        async () => {
          const list = await read();
          return list.some(({ text }) => text.includes('was delivered')) ? list : undefined;
        },
        { deadlineMs: 45_000, what: 'the push message' },
      );
      const devTools = await contextOf(page).newCDPSession(page);
      const readShown = await recordShown(page);
      for (const { text } of messages) await send(devTools, text);
      const told = await until(
        async () => {
          const list = await readShown();
          return list.length === messages.length ? list : undefined;
        },
        { deadlineMs: 10_000, what: 'the notifications' },
      );
      expect(told.at(-1)).toMatchObject({
        title: `Order #${orders[0]} was delivered`,
        tag: `order:${orders[0]}`,
        data: { url: '/account?tab=orders' },
      });
      await page.goto('/account?tab=profile');
      await page.getByRole('checkbox', { name: 'Notifications on this device' }).click();
      await page.getByRole('checkbox', { name: 'Notifications on this device', checked: false }).waitFor();
      await until(async () => !(await buyer.get(pushCalls.push.path, pushAnswer)).isOn, {
        deadlineMs: 5_000,
        what: 'the end of the subscription',
      });
      await changeAddress(page, renewed);
      expect((await buyer.get(pushCalls.push.path, pushAnswer)).isOn).toBe(false);
    });

    it('with a click that opens the page of the shop, and no other (OWN-1367)', async () => {
      const page = await open();
      const [worker] = contextOf(page).serviceWorkers();
      const opened = await worker?.evaluate(async () => {
        const found: string[] = [];
        const waits: Promise<unknown>[] = [];
        Object.defineProperty(Reflect.get(self, 'clients'), 'openWindow', {
          value: (href: string) => Promise.resolve(found.push(href)),
        });
        for (const url of ['/account?tab=orders', 'https://evil.example/', '//evil.example/x']) {
          const event = Object.assign(new Event('notificationclick'), {
            notification: { close: () => undefined, data: { url } },
            waitUntil: (wait: Promise<unknown>) => waits.push(wait),
          });
          self.dispatchEvent(event);
        }
        await Promise.all(waits);
        return found;
      });
      expect(opened).toEqual([`${shop.shopUrl}/account?tab=orders`]);
    });
  });
});
