import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** A setting with which a shop of a spec sends push messages. */
export const PUSH_SETTINGS = { VAPID_PRIVATE_KEY: '3f'.repeat(16) + '7a'.repeat(16) };

export interface PushBrowser {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Subscribes a browser of the stand-in with the shop's key. */
export async function openPushBrowser(shop: Shop, { agent }: SignedIn): Promise<PushBrowser> {
  const { publicKey } = (await agent.get('/api/account/push').expect(200)).body;
  const answer = await fetch(`${shop.peers.url}/push/browsers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationServerKey: publicKey }),
  });
  return JSON.parse(await answer.text());
}

/** Reads the messages that a browser was shown, oldest first. */
export async function readPushMessages(
  shop: Shop,
  { id }: PushBrowser,
): Promise<{ title: string; body: string; url: string; tag: string }[]> {
  const answer = await fetch(`${shop.peers.url}/push/browsers/${id}`);
  const { messages }: { messages: { text: string }[] } = JSON.parse(await answer.text());
  return messages.map(({ text }) => JSON.parse(text));
}
