import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client, TextChannel } from 'discord.js';
import { discordWorld } from '../fixed-ids.js';
import { asObject, asObjects } from './core/json-values.js';
import { connectClient, fetchTextChannel } from './spec-support/real-client.js';
import { startStandIn, type RunningStandIn } from './spec-support/start-stand-in.js';

const { orders } = discordWorld.channels;

describe('messages, through the real client', () => {
  let standIn: RunningStandIn;
  let client: Client<true>;
  let channel: TextChannel;

  beforeEach(async () => {
    standIn = await startStandIn();
    client = await connectClient(standIn);
    channel = await fetchTextChannel(client, orders);
  });

  afterEach(async () => {
    await client.destroy();
    await standIn.stop();
  });

  it('becomes ready in the world’s server and finds its channels and members', async () => {
    const guild = await client.guilds.fetch(discordWorld.guildId);
    expect(guild.name).toBe(discordWorld.guildName);
    expect(channel.name).toBe('orders');
    const members = await guild.members.fetch();
    const expected = discordWorld.users.filter((user) => user.persona !== 'stranger').length + 1;
    expect(members.size).toBe(expected);
  });

  it('gives back the first message when a nonce is sent again', async () => {
    const options = { content: 'once', nonce: 'spec-nonce', enforceNonce: true };
    const first = await channel.send(options);
    const second = await channel.send(options);
    expect(second.id).toBe(first.id);
    expect((await channel.messages.fetch()).size).toBe(1);
  });

  it('refuses what is too large with the tree of all faults', async () => {
    await expect(channel.send('x'.repeat(2001))).rejects.toMatchObject({ code: 50035 });
    const embeds = [1, 2].map((part) => ({ title: `part ${part}`, description: 'x'.repeat(3500) }));
    await expect(channel.send({ embeds })).rejects.toMatchObject({
      code: 50035,
      rawError: { errors: { embeds: { _errors: [{ code: 'MAX_EMBED_SIZE_EXCEEDED' }] } } },
    });
    const answer = await standIn.rest('POST', `/channels/${orders}/messages`, {
      embeds: [{ title: 'x'.repeat(257), fields: [{ name: '', value: 'v' }] }],
    });
    expect(answer.body['errors']).toMatchObject({
      embeds: {
        0: {
          title: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] },
          fields: { 0: { name: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } },
        },
      },
    });
    expect((await channel.messages.fetch()).size).toBe(0);
  });

  it('refuses empty messages, wrong tokens, unknown channels and other people’s messages', async () => {
    await expect(standIn.rest('POST', `/channels/${orders}/messages`, {})).resolves.toMatchObject({
      status: 400,
      body: { code: 50006 },
    });
    await expect(
      standIn.rest('GET', '/users/@me', undefined, { authorization: 'Bot wrong' }),
    ).resolves.toMatchObject({ status: 401, body: { message: '401: Unauthorized' } });
    await expect(standIn.rest('GET', '/channels/42/messages')).resolves.toMatchObject({
      status: 404,
      body: { code: 10003 },
    });
    await expect(standIn.rest('GET', `/channels/${orders}/messages/42`)).resolves.toMatchObject({
      status: 404,
      body: { code: 10008 },
    });
  });

  it('answers the history before, after and around a message, newest first', async () => {
    const sent: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) sent.push((await channel.send(text)).id);
    const page = async (query: string): Promise<string> => {
      const { list } = await standIn.rest('GET', `/channels/${orders}/messages?${query}`);
      return list.map((one) => one['content']).join('');
    };
    expect(await page('limit=2')).toBe('ed');
    expect(await page(`before=${sent[2]}`)).toBe('ba');
    expect(await page(`after=${sent[0]}&limit=2`)).toBe('cb');
    expect(await page(`around=${sent[2]}&limit=3`)).toBe('dcb');
    const tooMany = await standIn.rest('GET', `/channels/${orders}/messages?limit=101`);
    expect(tooMany.body['code']).toBe(50035);
  });

  it('shows embeds of one address once and finds mentions anew in an edit', async () => {
    const url = 'https://example.test/a';
    const message = await channel.send({
      content: '<@516830472295546880> hello',
      embeds: [
        { title: 'first', url },
        { title: 'second', url },
      ],
      allowedMentions: { parse: [] },
    });
    expect(message.embeds.map((embed) => embed.title)).toEqual(['first']);
    expect(message.mentions.users.size).toBe(0);
    const edited = await standIn.rest('PATCH', `/channels/${orders}/messages/${message.id}`, {
      content: '<@516830472295546880> again, `<@688214905713819648>` not',
    });
    expect(asObjects(edited.body['mentions']).map((one) => one['id'])).toEqual(['516830472295546880']);
  });

  it('pins with the right to pin alone, once, with a line of its own, and lists what is pinned (OWN-759)', async () => {
    const { id } = await channel.send('keep this');
    const pin = () => standIn.rest('PUT', `/channels/${orders}/messages/pins/${id}`);
    const permission = { channel: 'orders', permission: 'PIN_MESSAGES' };
    await standIn.act('/actions/permission', { ...permission, allowed: false });
    expect((await pin()).body['code']).toBe(50013);
    await standIn.act('/actions/permission', { ...permission, allowed: true });
    await channel.messages.pin(id);
    expect((await pin()).status).toBe(204);
    const read = async () =>
      (await channel.messages.fetch({ cache: false })).map(({ type, pinned }) => [type, pinned]);
    expect(await read()).toEqual([
      [6, false],
      [0, true],
    ]);
    const listed = async () => (await standIn.rest('GET', `/channels/${orders}/messages/pins`)).body;
    expect(await listed()).toMatchObject({ items: [{ message: { id } }], has_more: false });
    await channel.messages.unpin(id);
    expect(await listed()).toMatchObject({ items: [] });
    expect((await standIn.rest('PUT', `/channels/${orders}/messages/pins/42`)).body['code']).toBe(10008);
  });

  it('opens one thread of a message under its id, where writing is a right of its own (OWN-760)', async () => {
    const { id } = await channel.send('about this');
    const open = (body: object, message = id) =>
      standIn.rest('POST', `/channels/${orders}/messages/${message}/threads`, body);
    const right = (permission: string, allowed: boolean) =>
      standIn.act('/actions/permission', { channel: 'orders', permission, allowed });
    expect((await open({ name: 'x'.repeat(101) })).body['code']).toBe(50035);
    await right('CREATE_PUBLIC_THREADS', false);
    expect((await open({ name: 'talk' })).body['code']).toBe(50013);
    await right('CREATE_PUBLIC_THREADS', true);
    const opened = await open({ name: 'talk', auto_archive_duration: 10_080 });
    expect(opened).toMatchObject({ status: 201, body: { id, type: 11, name: 'talk', parent_id: orders } });
    expect((await open({ name: 'again' })).body['code']).toBe(160_004);
    const say = () => standIn.rest('POST', `/channels/${id}/messages`, { content: 'in it' });
    await right('SEND_MESSAGES_IN_THREADS', false);
    expect((await say()).body['code']).toBe(50013);
    await right('SEND_MESSAGES_IN_THREADS', true);
    const said = await say();
    const change = (body: object) => standIn.rest('PATCH', `/channels/${id}`, body);
    const isArchived = async () =>
      asObject((await standIn.rest('GET', `/channels/${id}`)).body['thread_metadata'])['archived'];
    expect((await change({ archived: true })).status).toBe(200);
    expect(await isArchived()).toBe(true);
    expect((await change({ archived: true })).body['code']).toBe(50_083);
    expect((await change({ locked: true })).body['code']).toBe(50013);
    const edit = (line: unknown) =>
      standIn.rest('PATCH', `/channels/${id}/messages/${String(line)}`, { content: 'changed' });
    expect((await edit(said.body['id'])).body['code']).toBe(50_083);
    expect((await say()).status).toBe(200);
    expect((await edit(said.body['id'])).status).toBe(200);
    expect(await isArchived()).toBe(false);
    await right('MANAGE_THREADS', true);
    expect((await change({ locked: true })).status).toBe(200);
    await right('MANAGE_THREADS', false);
    expect((await change({ archived: true })).body['code']).toBe(50013);
    expect((await say()).body['code']).toBe(160_005);
    expect((await edit(said.body['id'])).body['code']).toBe(160_005);
  });

  it('limits messages per channel and says when to retry', async () => {
    const send = async (): Promise<number> =>
      (await standIn.rest('POST', `/channels/${orders}/messages`, { content: 'x' })).status;
    const statuses = await Promise.all(Array.from({ length: 6 }, send));
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await standIn.rest('POST', `/channels/${orders}/messages`, { content: 'x' });
    expect(refused.body).toMatchObject({ global: false });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
  });

  it('waits out a 429 that was scripted, then sends once', async () => {
    standIn.faults.arm({
      faultPoint: 'discord.rest',
      match: 'POST /channels',
      fault: { kind: 'rate-limit', retryAfter: 0.3, scope: 'user' },
    });
    const before = Date.now();
    await channel.send('patient');
    expect(Date.now() - before).toBeGreaterThanOrEqual(300);
    expect((await channel.messages.fetch()).size).toBe(1);
  });

  it('does the action and cuts the connection: the repeat with the same nonce changes nothing', async () => {
    standIn.faults.arm({ faultPoint: 'discord.rest', match: 'POST /channels', fault: { kind: 'cut' } });
    const post = () =>
      standIn.rest('POST', `/channels/${orders}/messages`, { content: 'x', nonce: 'n', enforce_nonce: true });
    await expect(post()).rejects.toThrow('fetch failed');
    expect((await post()).status).toBe(200);
    expect((await channel.messages.fetch()).size).toBe(1);
  });
});
