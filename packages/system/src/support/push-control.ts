import { z } from 'zod';
import type { WholeShop } from './whole-shop.js';

const subscription = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

/** Subscribes a browser of the push stand-in with the shop's public key. @returns what the browser hands to the shop */
export async function subscribeBrowser(
  { sandboxUrl }: Pick<WholeShop, 'sandboxUrl'>,
  applicationServerKey: string | null,
): Promise<z.output<typeof subscription>> {
  const answer = await fetch(`${sandboxUrl}/push/browsers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationServerKey }),
  });
  return subscription.parse(await answer.json());
}

/** Reads the messages that the browser at an endpoint decrypted, oldest first. */
export async function readShownPushes(endpoint: string): Promise<string[]> {
  const answer = await fetch(endpoint.replace('/push/send/', '/push/browsers/'));
  const { messages } = z
    .object({ messages: z.array(z.object({ text: z.string() })) })
    .parse(await answer.json());
  return messages.map(({ text }) => text);
}
