import { ServerClock } from '../shop-client.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { discordUserAgent } from '@pax/contracts';
import { ApplicationCommandOptionType } from 'discord.js';
import { z } from 'zod';
import { JsonServer } from '../../test/json-server.js';
import { createActions } from '../commands/registry.js';
import type { CommandIds, MemberCommand, SlashCommand, SlashOption } from '../commands/command.js';
import { LanguageCache } from '../commands/language-cache.js';
import { createRest } from './rest.js';
import { toCommandBody, registerCommands } from './command-registration.js';
import { StubShop } from '../../test/stub-shop.js';
import { RequestIds } from '../request-ids.js';

const localised = z.record(z.string(), z.string().min(1).max(100));
const commandList = z.array(
  z.union([
    z.looseObject({
      type: z.literal(1),
      name: z.string().regex(/^[a-z-]{1,32}$/),
      description: z.string().min(1).max(100),
      description_localizations: localised,
    }),
    z.looseObject({
      type: z.literal(2),
      name: z.string().min(1).max(32),
      name_localizations: localised,
      description: z.never().optional(),
      description_localizations: z.never().optional(),
    }),
  ]),
);

/** Stores a server's commands and adds Discord's own fields; returns localisations only when asked. */
class CommandServer extends JsonServer {
  stored: z.output<typeof commandList> = [];
  /** Those for direct messages. */
  direct: z.output<typeof commandList> = [];
  puts = 0;
  /** While true, the list is answered in a form that nobody knows. */
  isStrange = false;
  constructor() {
    super(({ method, path, body, query }) => {
      const isOfServer = path.includes('/guilds/');
      if (method === 'PUT') {
        this.puts += 1;
        this[isOfServer ? 'stored' : 'direct'] = commandList.parse(body);
      }
      if (method === 'GET' && this.isStrange) return { status: 200, body: [{ name: 7 }] };
      const full = query.get('with_localizations') === 'true';
      const answer = (isOfServer ? this.stored : this.direct).map((command) => ({
        ...command,
        description: command.description ?? '',
        id: `${isOfServer ? 1 : 2}-${command.name}`,
        version: '1',
        nsfw: false,
        description_localizations: full ? command.description_localizations : undefined,
      }));
      return { status: 200, body: answer };
    });
  }
}

describe('registering commands', () => {
  const server = new CommandServer();
  const { commands, memberCommands } = createActions({
    shop: new StubShop(),
    requestIds: new RequestIds(),
    languages: new LanguageCache(new StubShop()),
    commandIds: { server: new Map(), direct: new Map() },
    clock: new ServerClock(),
    publicUrl: 'http://127.0.0.1:3000',
    joinReward: true,
  });
  let url = '';
  beforeEach(async () => {
    server.isStrange = false;
    url = await server.start();
  });
  afterEach(() => server.stop());

  const commandIds: CommandIds = { server: new Map(), direct: new Map() };
  const register = (list: readonly (SlashCommand | MemberCommand)[]) =>
    registerCommands({
      rest: createRest(url, 'token', discordUserAgent('https://shop.example')),
      clientId: '1184299640417775616',
      guildId: '1184301928354734080',
      commands: list,
      commandIds,
    });

  it('writes the lists once and again only when they changed', async () => {
    expect(await register(commands)).toBe(true);
    expect(server.stored.map(({ name }) => name)).toEqual(commands.map(({ name }) => name));
    expect(await register(commands)).toBe(false);
    expect(await register(commands.toReversed())).toBe(false);
    expect(server.puts).toBe(2);
    const worksInDirectMessages = commands
      .filter(({ policy }) => policy.worksInDirectMessages)
      .map(({ name }) => name);
    expect(worksInDirectMessages).toEqual(['orders', 'order', 'ticket', 'language', 'notifications', 'help']);
    expect(server.direct.map(({ name, contexts }) => [name, contexts])).toEqual(
      worksInDirectMessages.map((name) => [name, [1]]),
    );
    expect([commandIds.server.get('help'), commandIds.direct.get('help')]).toEqual(['1-help', '2-help']);
    expect([commandIds.server.size, commandIds.direct.size]).toEqual([commands.length, 6]);
    // One of the server alone, so that only its list changes.
    const first = commands.find(({ name }) => name === 'shop');
    const others = commands.filter((command) => command !== first);
    if (!first) throw new Error('no commands');
    const reworded = { ...first, description: { ...first.description, de: 'Neu gesagt' } };
    expect(await register([reworded, ...others])).toBe(true);
    expect(await register(others)).toBe(true);
    expect(server.puts).toBe(4);
    server.isStrange = true;
    expect(await register(commands)).toBe(true);
    expect(server.puts).toBe(6);
  });

  it('lists the menu of members as well, and again only when a name of it changed (OWN-1588)', async () => {
    const [menu] = memberCommands;
    if (!menu) throw new Error('no menu');
    const all = [...commands, menu];
    expect(await register(all)).toBe(true);
    expect(await register(all)).toBe(false);
    const renamed = { ...menu, label: { ...menu.label, de: 'Anders' } };
    expect(await register([...commands, renamed])).toBe(true);
    expect(server.stored.find(({ name }) => name === menu.name)).toMatchObject({ type: 2 });
    expect(server.direct.map(({ name }) => name)).not.toContain(menu.name);
  });

  it('offers numbers from 1 on, and none of the stock from 0 on (OWN-148)', () => {
    const numbers = commands
      .map(toCommandBody)
      .flatMap((body) =>
        ('options' in body ? (body.options ?? []) : []).flatMap((option) =>
          option.type === ApplicationCommandOptionType.Integer
            ? [[`${body.name} ${option.name}`, option.min_value]]
            : [],
        ),
      );
    expect(Object.fromEntries(numbers)).toEqual({
      'process order': 1,
      'complete order': 1,
      'release order': 1,
      'cancel order': 1,
      'refund order': 1,
      'ticket-reply ticket': 1,
      'ticket-write ticket': 1,
      'ticket-note ticket': 1,
      'stock-set pieces': 0,
    });
  });

  it.each<[string, Partial<SlashOption>]>([
    ['least number', { min: 2 }],
    ['name', { name: 'other' }],
    ['description', { description: { en: 'Other', de: 'Anders' } }],
    ['German description', { description: { en: 'How many', de: 'Anders' } }],
    ['need', { required: false }],
    ['kind', { type: 'text' }],
    ['choices', { type: 'text', choices: [{ name: { en: 'One', de: 'Eins' }, value: '1' }] }],
    ['proposals', { type: 'text', complete: async () => [] }],
  ])('writes the lists again where an option has another %s', async (_, changes) => {
    const [command] = commands;
    if (!command) throw new Error('no commands');
    const option: SlashOption = {
      name: 'pieces',
      type: 'integer',
      min: 0,
      required: true,
      description: { en: 'How many', de: 'Wie viele' },
    };
    const kind = changes.type === undefined ? {} : { type: changes.type };
    await register([
      { ...command, options: [{ ...option, ...(changes.choices || changes.complete ? kind : {}) }] },
    ]);
    const changed = [{ ...command, options: [{ ...option, ...changes }] }];
    expect(await register(changed)).toBe(true);
    expect(await register(changed)).toBe(false);
  });
});
