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

/**
 * Asks for permission and subscribes this browser. Call in a click, since browsers otherwise refuse to ask.
 * @returns undefined when the user refuses
 */
export async function subscribeBrowser(
  publicKey: string,
): Promise<Omit<SetPushRequest, 'language'> | undefined> {
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
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}

/** Ends the subscription of this browser, if it has one. */
export async function unsubscribeBrowser(): Promise<void> {
  if (readPushSupport() === 'unsupported') return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
