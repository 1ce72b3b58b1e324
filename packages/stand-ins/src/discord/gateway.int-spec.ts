import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Events,
  GatewayIntentBits,
  GatewayRateLimitError,
  type Client,
  type GuildMember,
  type Message,
} from 'discord.js';
import { discordWorld, worldUser } from '../fixed-ids.js';
import { connectClient, fetchTextChannel } from './spec-support/real-client.js';
import { startStandIn, type RunningStandIn } from './spec-support/start-stand-in.js';

describe('the gateway, through the real client', () => {
  let standIn: RunningStandIn;
  let client: Client<true> | undefined;

  beforeEach(async () => {
    standIn = await startStandIn();
  });

  afterEach(async () => {
    await client?.destroy();
    await standIn.stop();
  });

  const messagesUntil = (of: Client, last: string): Promise<string[]> =>
    new Promise((resolve) => {
      const heard: string[] = [];
      of.on(Events.MessageCreate, (message: Message) => {
        heard.push(message.content);
        if (message.content === last) resolve(heard);
      });
    });
  const speak = (content: string) => standIn.act('/actions/message', { user: 'coalheart', content });

  it('brings what was missed after a lost connection, in order and once', async () => {
    client = await connectClient(standIn);
    const heard = messagesUntil(client, 'three');
    const resumed = new Promise((resolve) => client?.once(Events.ShardResume, resolve));
    await speak('one');
    expect((await standIn.act('/actions/drop', {})).body).toEqual({ dropped: 1 });
    await speak('two');
    await resumed;
    await speak('three');
    expect(await heard).toEqual(['one', 'two', 'three']);
  });

  it('refuses a resume of a forgotten session: the client starts anew', async () => {
    client = await connectClient(standIn);
    const readyAgain = new Promise((resolve) => client?.once(Events.ShardReady, resolve));
    await standIn.act('/actions/drop', { forget: true });
    await readyAgain;
    const heard = messagesUntil(client, 'after');
    await speak('after');
    expect(await heard).toEqual(['after']);
    // The library keeps five seconds between two IDENTIFYs.
  }, 15_000);

  it('sends joins and leaves only to sessions with the members intent', async () => {
    client = await connectClient(standIn);
    const quiet = await connectClient(standIn, {
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
    });
    const joins: string[] = [];
    quiet.on(Events.GuildMemberAdd, () => joins.push('quiet'));
    const joined = new Promise<GuildMember>((resolve) => client?.once(Events.GuildMemberAdd, resolve));
    const empty = messagesUntil(quiet, '');
    await standIn.act('/actions/join', { user: 'passer_by' });
    expect((await joined).id).toBe(worldUser('stranger').id);
    await speak('not for bots without the content intent');
    expect(await empty).toEqual(['']);
    expect(joins).toEqual([]);
    await quiet.destroy();
  });

  it('closes the connection for intents that were not granted', async () => {
    await standIn.act('/actions/intents', { guildMembers: false });
    await expect(connectClient(standIn)).rejects.toThrow('disallowed intents');
  });

  it('hands out the whole list of members once in 30 s', async () => {
    client = await connectClient(standIn);
    const guild = await client.guilds.fetch(discordWorld.guildId);
    const all = await guild.members.fetch();
    expect(all.size).toBeGreaterThan(1);
    const soon = await guild.members.fetch().catch((error: unknown) => error);
    expect(soon).toBeInstanceOf(GatewayRateLimitError);
    expect(soon).toMatchObject({ data: { opcode: 8, meta: { guild_id: guild.id } } });
    // One person is no list.
    expect((await guild.members.fetch({ user: [worldUser('customer').id] })).size).toBe(1);
    await standIn.act('/actions/hasten', { factor: 1_000_000 });
    await standIn.act('/actions/hasten', { factor: 1 });
    expect((await guild.members.fetch()).size).toBe(all.size);
  });

  it('sends duplicates and reordered events', async () => {
    client = await connectClient(standIn);
    const heard = messagesUntil(client, 'end');
    standIn.faults.arm({
      faultPoint: 'discord.gateway',
      match: 'MESSAGE_CREATE',
      fault: { kind: 'reorder' },
    });
    await speak('first');
    await speak('second');
    standIn.faults.arm({
      faultPoint: 'discord.gateway',
      match: 'MESSAGE_CREATE',
      fault: { kind: 'duplicate', times: 2 },
    });
    await speak('end');
    expect(await heard).toEqual(['second', 'first', 'end']);
  });

  it('honours permissions, role order and closed direct messages', async () => {
    client = await connectClient(standIn);
    const stock = await fetchTextChannel(client, discordWorld.channels.stock);
    const deny = (permission: string, allowed = false) =>
      standIn.act('/actions/permission', { channel: 'stock', permission, allowed });
    await deny('EMBED_LINKS');
    await expect(stock.send({ embeds: [{ title: 'low' }] })).rejects.toMatchObject({ code: 50013 });
    await deny('SEND_MESSAGES');
    await expect(stock.send('low')).rejects.toMatchObject({ code: 50013 });
    await deny('VIEW_CHANNEL');
    await expect(stock.send('low')).rejects.toMatchObject({ code: 50001 });
    await deny('VIEW_CHANNEL', true);
    await deny('SEND_MESSAGES', true);
    await stock.send('low');

    const guild = await client.guilds.fetch(discordWorld.guildId);
    const customer = await guild.members.fetch(worldUser('customer').id);
    await customer.roles.add(discordWorld.roles.vip);
    await standIn.act('/actions/role', { role: 'Market Bot', position: 1 });
    await expect(customer.roles.add(discordWorld.roles.staff)).rejects.toMatchObject({ code: 50013 });

    await standIn.act('/actions/dms', { user: 'coalheart', open: false });
    await expect(customer.send('hello')).rejects.toMatchObject({ code: 50007 });
    await standIn.act('/actions/dms', { user: 'coalheart', open: true });
    expect((await customer.send('hello')).channel.isDMBased()).toBe(true);
  });

  it('remembers everything between two starts', async () => {
    client = await connectClient(standIn);
    const message = await (await fetchTextChannel(client, discordWorld.channels.orders)).send('kept');
    const saved = standIn.saved();
    const second = await startStandIn({ store: { load: async () => saved, save: () => undefined } });
    const found = await second.rest('GET', `/channels/${message.channelId}/messages/${message.id}`);
    expect(found.body['content']).toBe('kept');
    await second.stop();
  });
});
