import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn } from '../../../test/sign-in.js';

const STAFF = '310457829164282001';

describe('a code for the panel (OWN-906)', () => {
  const peer = new DiscordPeer();
  let shop: DiscordShop;
  let staffId: number;
  beforeAll(async () => {
    await peer.listen();
    shop = await startDiscordShop(peer.settings());
    peer.members.set(STAFF, [PEER_STAFF_ROLE]);
    staffId = (await signIn(shop, { discordId: STAFF })).userId;
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  let tokens = 0;
  /** Uses `/admin-code`; the bot hands its token over. @returns also what was written in Discord */
  const askForCode = async (answer: { userId: string; name?: string; flags?: number }, language = 'en') => {
    tokens += 1;
    const interactionToken = `aW50-token_${tokens}`;
    peer.answers.set(interactionToken, answer);
    const asked = await shop.call('/admin-codes', { interactionToken, language });
    return { ...asked, interactionToken, content: peer.answers.get(interactionToken)?.content };
  };

  const codes = (): Promise<unknown> =>
    shop.database.query('SELECT user_id, code_hash FROM admin_codes ORDER BY code_hash');

  it('is written by the shop into the private answer, once, in the language asked for, and told', async () => {
    const { status, body, content, interactionToken } = await askForCode({ userId: STAFF }, 'de');
    expect([status, body]).toEqual([204, {}]);
    expect(content).toMatch(/^Dein Code: `[\w-]{20,}`\nEr gilt einmal und endet <t:\d+:R>\./);
    const code = /`([^`]+)`/.exec(content ?? '')?.[1] ?? '';
    const made = await codes();
    // Asked again, as where the answer to the bot was lost: the first code stands.
    expect((await shop.call('/admin-codes', { interactionToken, language: 'de' })).status).toBe(204);
    expect([await codes(), peer.answers.get(interactionToken)?.content]).toEqual([made, content]);
    const told: { detail: string }[] = await shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events
          WHERE type = 'alert.raised' AND data->>'title' = 'An admin code was made in Discord'`,
    );
    expect(told.at(-1)).toEqual({ detail: `user:${staffId}` });
    expect(JSON.stringify(told)).not.toContain(code);
  });

  it('is for whom Discord says that it asked, whatever the bot says, and for no other interaction', async () => {
    const before = await codes();
    for (const answer of [
      { userId: STAFF, name: 'queue' },
      { userId: STAFF, flags: 128 },
    ]) {
      const { status, body, content } = await askForCode(answer);
      expect([status, body, content]).toMatchObject([403, { code: 'FORBIDDEN' }, undefined]);
    }
    for (const sent of [
      { interactionToken: 'nobodys', language: 'en' },
      { interactionToken: 'nobodys/../..', language: 'en' },
      // Dots are no part of a token, but a way through Discord's addresses.
      { interactionToken: '.', language: 'en' },
      { interactionToken: '..', language: 'en' },
      { interactionToken: '~'.repeat(512), language: 'en' },
      { discordId: STAFF },
      { interactionToken: 'nobodys', language: 'en', discordId: STAFF },
    ])
      expect([400, 403]).toContain((await shop.call('/admin-codes', sent)).status);
    peer.isUnavailable = true;
    const away = await askForCode({ userId: STAFF });
    peer.isUnavailable = false;
    expect([away.status, away.content]).toEqual([503, undefined]);
    expect(await codes()).toEqual(before);
  });
});
