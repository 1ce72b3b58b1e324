import type { SetPushRequest } from '@pax/contracts';

/** Whether this browser can take push messages; `denied` when its user refused notifications of the shop. */
export function readPushSupport(): 'unsupported' | 'denied' | 'possible' {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Registers the worker that shows push messages and the page without a connection. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/sw.js');

type BrowserSubscription = Omit<SetPushRequest, 'language'>;

function toRequest(subscription: PushSubscription): BrowserSubscription {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}

/**
 * Asks for permission and subscribes this browser. Call in a click, since browsers otherwise refuse to ask.
 * @returns undefined when the user refuses
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription with a former key of the shop has to end first.
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  });
  return toRequest(subscription);
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

/** Reads the subscription of this browser; undefined if it has none. */
export async function readBrowserSubscription(): Promise<BrowserSubscription | undefined> {
  const subscription = await findSubscription();
  return subscription ? toRequest(subscription) : undefined;
}

/** Ends the subscription of this browser, if it has one. */
export async function unsubscribeBrowser(): Promise<void> {
  if (readPushSupport() === 'unsupported') return;
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
}
