import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { linkDiscord } from '../../../test/discord-sign-in.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const PASSWORD = 'the owner knows it';
const PERSON_ID = '820192837465077001';

describe('an account that an admin unblocked, whose Discord account a blocked one had before', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    await peer.listen();
    peer.people.set(PERSON_ID, 'the_person');
    peer.members.set(PERSON_ID, []);
    shop = await startShop(peer.settings());
    admin = await shop.signIn({ admin: true });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const registered = async (username: string) => {
    const agent = request.agent(shop.url);
    const { body } = await agent
      .post('/api/auth/register')
      .send({ username, password: PASSWORD })
      .expect(201);
    return { agent, userId: Number(body.user.id), username };
  };
  type Person = Awaited<ReturnType<typeof registered>>;
  const statusOfLink = async ({ agent }: Person): Promise<number> =>
    (await linkDiscord(agent, peer, { personId: PERSON_ID, currentPassword: PASSWORD })).status;
  const link = async (person: Person): Promise<void> => expect(await statusOfLink(person)).toBe(302);
  const unlink = ({ agent }: Person) =>
    agent.post('/api/account/discord/unlink').send({ currentPassword: PASSWORD }).expect(200);
  const setBlocked = ({ userId }: Person, blocked: boolean) =>
    admin.agent
      .patch(`/api/admin/users/${userId}/block`)
      .send(blocked ? { blocked, reason: 'fraud' } : { blocked })
      .expect(200);

  it('stays so when it unlinks and links it again, until a newer block of the former one (OWN-1184)', async () => {
    const [former, successor] = [await registered('former one'), await registered('the next')];
    await link(former);
    await unlink(former);
    await link(successor);
    await setBlocked(former, true);
    await setBlocked(successor, false);
    const { agent, username } = successor;
    await agent.post('/api/auth/login').send({ username, password: PASSWORD }).expect(200);
    await unlink(successor);
    await link(successor);
    await agent.get('/api/account/profile').expect(200);
    await unlink(successor);
    await setBlocked(former, false);
    await setBlocked(former, true);
    // The block ends the session that the link would continue.
    expect(await statusOfLink(successor)).toBe(401);
    await agent.post('/api/auth/login').send({ username, password: PASSWORD }).expect(200);
    await agent.get('/api/account/profile').expect(403);
  });
});
