import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { deleteNow, findMarked } from '../../../test/own-data.js';
import { startShop, type Shop } from '../../../test/shop.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';

jest.setTimeout(60_000);

const [GONE, TAKEN] = ['771900112233441111', '771900112233442222'];

describe('a Discord id that an account unlinked before it was deleted', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  it('stands nowhere, unless it is another account’s now (OWN-584)', async () => {
    const form = { name: 'x', email: 'x@example.org', subject: 'Where?', message: 'Not there.' };
    await (await shop.signIn()).agent.post('/api/support-tickets').send(form).expect(201);
    for (const discordId of [GONE, TAKEN]) {
      const owner = await shop.signIn({ discordId, proven: true });
      for (const statement of [
        `INSERT INTO discord_people (discord_id, language) VALUES ($1, 'de')`,
        `INSERT INTO newcomers (discord_id, joined_at) VALUES ($1, now())`,
        `INSERT INTO ticket_lines (message_id, ticket_id, author, author_id, text, written_at)
         SELECT 'by ' || md5($1), max(id), 'x', $1, 'words', now() FROM tickets`,
      ])
        await shop.database.query(statement, [discordId]);
      await shop.database.transaction((tx) =>
        shop.app
          .get(FormerIdentities)
          .storeIdentities(tx, owner.userId, [{ kind: 'discord', value: discordId }]),
      );
      await shop.database.query('UPDATE users SET discord_id = NULL WHERE id = $1', [owner.userId]);
      if (discordId === TAKEN) await shop.signIn({ discordId });
      await deleteNow(shop, owner);
    }
    expect(await findMarked(shop.database, GONE)).toEqual([]);
    expect(await findMarked(shop.database, TAKEN)).toEqual([
      'discord_people.discord_id',
      'newcomers.discord_id',
      'ticket_lines.author_id',
      'users.discord_id',
    ]);
  });
});
