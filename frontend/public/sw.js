/**
 * Worker of the shop: shows push messages, and a page of ours where a page can't be fetched. It stores nothing but that
 * page, and answers only after the network failed, so that nobody sees an old shop.
 */
const CACHE = 'offline-2';
const FILES = ['/offline.html', '/offline.css', '/offline.js', '/favicon.svg'];
const ICON = '/icon-192.png';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((path) => new Request(path, { cache: 'reload' })))),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const deleteOld = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(deleteOld());
});

const isPage = ({ mode, method, url }) =>
  mode === 'navigate' && method === 'GET' && !/^\/(api|socket\.io)\//.test(new URL(url).pathname);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const stored = isPage(request) ? '/offline.html' : FILES.find((path) => path === pathname);
  if (origin !== self.location.origin || stored === undefined) return;
  event.respondWith(
    fetch(request).catch(async (error) => {
      const answer = await caches.match(stored);
      if (answer === undefined) throw error;
      return answer;
    }),
  );
});

self.addEventListener('push', (event) => {
  const show = async () => {
    const { title, body, url, tag } = event.data.json();
    // A later message with the same tag replaces the shown one, and is announced again.
    await self.registration.showNotification(title, { body, tag, renotify: true, icon: ICON, data: { url } });
  };
  event.waitUntil(show());
});

const PUSH = '/api/account/push';

self.addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const answer = await fetch(PUSH);
    // A browser in which nobody asked for push, or somebody else has signed in since, is not subscribed again.
    const { publicKey, isOn = false, language } = answer.ok ? await answer.json() : {};
    if (!isOn) return;
    const { pushManager } = self.registration;
    const subscription =
      event.newSubscription ??
      (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
    const { endpoint, keys } = subscription.toJSON();
    const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, language });
    await fetch(PUSH, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  };
  event.waitUntil(renew());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const open = async () => {
    const { href, origin } = new URL(event.notification.data.url, self.location.origin);
    if (origin !== self.location.origin) return;
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const tab = tabs.find(({ url }) => url === href);
    await (tab ? tab.focus() : self.clients.openWindow(href));
  };
  event.waitUntil(open());
});
