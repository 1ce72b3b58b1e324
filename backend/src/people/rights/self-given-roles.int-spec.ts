import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RoleRights, RoleRightsAnswer } from '@pax/contracts';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { DiscordPeer, PEER_MONEY_ROLE, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { runJob } from '../../../test/jobs.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';

const JOB = 'self-given-roles';
const TITLE = 'A Discord role lost its rights, because Discord now gives it itself';

describe('a role with rights that Discord now gives itself (OWN-1332)', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  let admin: SignedIn;
  let nextId = 427_196_530_852_960_000n;
  const member = (...roles: string[]): string => {
    nextId += 1n;
    peer.members.set(String(nextId), roles);
    return String(nextId);
  };
  const change = (id: string, changed: Partial<(typeof peer.roles)[number]>): void => {
    const role = peer.roles.find((one) => one.id === id);
    if (role) Object.assign(role, { managed: false, tags: undefined, flags: undefined }, changed);
  };
  const set = (role: string, rights: string[]) =>
    admin.agent.put(`/api/admin/role-rights/${role}`).send({ rights });
  const listed = async (id: string): Promise<RoleRights | undefined> => {
    const { roles }: RoleRightsAnswer = (await admin.agent.get('/api/admin/role-rights').expect(200)).body;
    return roles.find((role) => role.id === id);
  };
  const rightsOf = async ({ agent }: SignedIn): Promise<string[]> =>
    (await agent.get('/api/admin/check-auth').expect(200)).body.rights;
  const alerts = (): Promise<{ detail: string }[]> =>
    shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events WHERE type = 'alert.raised' AND data->>'title' = $1`,
      [TITLE],
    );

  beforeAll(async () => {
    await peer.listen();
    shop = await startListeningApp(peer.settings());
    admin = await signIn(shop, { admin: true });
    await runJob(shop.app, JOB);
  });
  afterEach(async () => {
    for (const id of [PEER_MONEY_ROLE, PEER_STAFF_ROLE]) change(id, {});
    await shop.database.query('DELETE FROM role_rights');
    await shop.database.query(`DELETE FROM outbox_events WHERE aggregate IN ('rights', 'alert')`);
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  it.each([
    ['a linked role', { tags: { guild_connections: null } }],
    ['one of an integration', { managed: true }],
    ['one that members choose at joining', { flags: 1 }],
  ])('gives none any more: %s', async (_, self) => {
    await set(PEER_MONEY_ROLE, ['money']).expect(200);
    const person = await signIn(shop, { discordId: member(PEER_MONEY_ROLE) });
    expect(await rightsOf(person)).toEqual(['money']);
    const socket = new SocketClient(shop.url, { origin: shop.url, cookie: person.cookie });
    await socket.waitForRooms(3);
    change(PEER_MONEY_ROLE, self);
    await runJob(shop.app, JOB);
    expect(await socket.waitUntilEnded(5_000)).toBe('io server disconnect');
    socket.close();
    expect(await rightsOf(person)).toEqual([]);
    expect(await alerts()).toEqual([{ detail: `rights.take · role:${PEER_MONEY_ROLE} · money → none` }]);
    expect(await listed(PEER_MONEY_ROLE)).toMatchObject({
      name: 'Bookkeeping',
      rights: [],
      version: 2,
      takenAt: expect.any(String),
    });
    const rows = await shop.database.query(
      `SELECT actor, detail FROM audit_log WHERE action = 'rights.take' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ actor: 'shop', detail: { before: 'money', after: '' } }]);
    await runJob(shop.app, JOB);
    expect(await alerts()).toHaveLength(1);
    expect((await set(PEER_MONEY_ROLE, ['money']).expect(409)).body.code).toBe('ROLE_NOT_GRANTABLE');
  });

  it('gives them again only when an admin sets them anew, after the team gives it again', async () => {
    await set(PEER_MONEY_ROLE, ['money']).expect(200);
    const person = await signIn(shop, { discordId: member(PEER_MONEY_ROLE) });
    change(PEER_MONEY_ROLE, { managed: true });
    await runJob(shop.app, JOB);
    change(PEER_MONEY_ROLE, {});
    await runJob(shop.app, JOB);
    expect(await rightsOf(person)).toEqual([]);
    expect(await listed(PEER_MONEY_ROLE)).toMatchObject({ rights: [], takenAt: expect.any(String) });
    expect((await set(PEER_MONEY_ROLE, ['money']).expect(200)).body).toMatchObject({ takenAt: null });
    expect(await rightsOf(person)).toEqual(['money']);
  });

  it('loses those that the staff role has from the start', async () => {
    const person = await signIn(shop, { discordId: member(PEER_STAFF_ROLE) });
    expect(await rightsOf(person)).toContain('orders');
    change(PEER_STAFF_ROLE, { tags: { guild_connections: null } });
    expect(await listed(PEER_STAFF_ROLE)).toMatchObject({ rights: [], takenAt: expect.any(String) });
    expect(await rightsOf(person)).toEqual([]);
    expect(await alerts()).toHaveLength(1);
  });

  it('keeps them while Discord does not answer', async () => {
    await set(PEER_MONEY_ROLE, ['money']).expect(200);
    change(PEER_MONEY_ROLE, { managed: true });
    peer.isUnavailable = true;
    try {
      await runJob(shop.app, JOB);
      expect(await listed(PEER_MONEY_ROLE)).toMatchObject({ rights: ['money'], takenAt: null });
    } finally {
      peer.isUnavailable = false;
    }
    expect(await alerts()).toEqual([]);
    await runJob(shop.app, JOB);
    expect(await listed(PEER_MONEY_ROLE)).toMatchObject({ rights: [] });
  });

  it('is no longer named once it is deleted at Discord', async () => {
    await set(PEER_MONEY_ROLE, ['money']).expect(200);
    change(PEER_MONEY_ROLE, { managed: true });
    await runJob(shop.app, JOB);
    const at = peer.roles.findIndex(({ id }) => id === PEER_MONEY_ROLE);
    const [role] = peer.roles.splice(at, 1);
    expect(await listed(PEER_MONEY_ROLE)).toBeUndefined();
    if (role) peer.roles.splice(at, 0, role);
  });
});
