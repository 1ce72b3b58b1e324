import { Relay } from '../src/platform/outbox/relay.js';
import { runJob } from './jobs.js';
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
export async function openPushBrowser(shop: Shop, { agent }: Pick<SignedIn, 'agent'>): Promise<PushBrowser> {
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

/** Subscribes a browser of the stand-in in the person's session. */
export async function subscribePush(
  shop: Shop,
  person: Pick<SignedIn, 'agent'>,
  language = 'en',
): Promise<PushBrowser> {
  const browser = await openPushBrowser(shop, person);
  const { endpoint, keys } = browser;
  await person.agent.put('/api/account/push').send({ endpoint, keys, language }).expect(200);
  return browser;
}

/** Relays what is waiting, and sends the push messages that are due. */
export async function sendPushes({ app }: Shop): Promise<void> {
  await app.get(Relay).drain();
  await runJob(app, 'send-pushes');
}

/** Reads kind and state of an account's push messages, oldest first. */
export async function readPushStates({ database }: Shop, userId: number): Promise<string[]> {
  const rows: { state: string }[] = await database.query(
    `SELECT n.kind || ' ' || p.state AS state FROM push_sends p JOIN notices n ON n.id = p.notice_id
      WHERE n.user_id = $1 ORDER BY p.id`,
    [userId],
  );
  return rows.map(({ state }) => state);
}
