import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DirectMessageContent } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { PUBLIC_URL, LiveBot } from '../../test/live-bot.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const content = (id: number): DirectMessageContent => ({
  kind: 'order',
  order: { id, productName: 'Elytra', quantity: 1, status: 'completed', minecraftName: 'CoalHeart' },
});

describe('direct messages to buyers, by the real library (OWN-612)', () => {
  const bot = new LiveBot(50);
  const idOf = (name: string): string =>
    discordWorld.users.find(({ username }) => username === name)?.id ?? '';
  beforeAll(async () => {
    await bot.open();
    await bot.start();
    // Five messages of a channel in half a second, not in five.
    await bot.speedUpClocks(10);
  });
  afterEach(async () => {
    bot.faults.clear();
    await bot.performAction('dms', { user: 'coalheart', open: true });
  });
  afterAll(() => bot.close());

  type Stored = ReturnType<typeof bot.shop.directMessages.add>;
  const outcomes = ({ outcomes: all }: Stored): string[] => all.map(({ kind }) => kind);
  const ended = (stored: Stored): Promise<void> =>
    waitUntil(() => outcomes(stored).some((kind) => kind !== 'later'), 'the message is reported');
  /** The direct messages of a channel, as text. */
  const shownIn = ({ message }: Stored): Promise<string> => bot.readMessagesById(message.channelId ?? '');
  const times = (text: string, part: string): number => text.split(part).length - 1;

  it('reach the person once, and are reported', async () => {
    const told = bot.shop.directMessages.add(idOf('coalheart'), content(1));
    await ended(told);
    expect(outcomes(told)).toEqual(['sent']);
    expect(told.message.channelId).toMatch(/^\d+$/);
    expect(times(await shownIn(told), '**delivered**')).toBe(1);
  });

  it('tell of a ticket, with a button to it, once and without a ping (OWN-526)', async () => {
    const ticket = { id: 12, subject: '@everyone', state: 'answered', isOnAccountPage: true } as const;
    const told = bot.shop.directMessages.add(idOf('coalheart'), { kind: 'ticket', ticket });
    const linked = bot.shop.directMessages.add(idOf('lumen_oak'), {
      kind: 'ticket',
      ticket: { ...ticket, id: 13, isOnAccountPage: false },
    });
    await Promise.all([ended(told), ended(linked)]);
    expect([outcomes(told), outcomes(linked)]).toEqual([['sent'], ['sent']]);
    const text = await shownIn(told);
    expect(times(text, '**answered**')).toBe(1);
    expect(text).toContain(`${PUBLIC_URL}/account?tab=support`);
    expect(text).toContain('"mention_everyone":false');
    expect(await shownIn(linked)).not.toContain('/account?tab=support');
  });

  it('end where the person takes none, without another try, and others get theirs (OWN-612)', async () => {
    await bot.performAction('dms', { user: 'coalheart', open: false });
    const refused = bot.shop.directMessages.add(idOf('coalheart'), content(2));
    const other = bot.shop.directMessages.add(idOf('lumen_oak'), content(3));
    await Promise.all([ended(refused), ended(other)]);
    expect([outcomes(refused), outcomes(other)]).toEqual([['closed'], ['sent']]);
  });

  it('that could not reach somebody are said so once, in the next answer to their command (OWN-622)', async () => {
    const { people } = bot.shop;
    people.closedMessageIds.add(idOf('coalheart'));
    await bot.performAction('dms', { user: 'coalheart', open: false });
    const refused = bot.shop.directMessages.add(idOf('coalheart'), content(8));
    await ended(refused);
    const follows = async (): Promise<number> =>
      (await bot.discordCalls()).filter(
        ({ method, path }) => method === 'POST' && path.includes('/webhooks/'),
      ).length;
    const before = await follows();
    await bot.command('help');
    await waitUntil(async () => (await follows()) === before + 1, 'the hint');
    await waitUntil(
      () => !people.closedMessageIds.has(idOf('coalheart')),
      'the shop knows that they were told',
    );
    await bot.command('help');
    expect(await follows()).toBe(before + 1);
  });

  it('of a kind that only a newer bot knows are left to it, while others get theirs (OWN-612)', async () => {
    const unknown = bot.shop.directMessages.add(idOf('coalheart'), content(7));
    Object.assign(unknown.message, { content: { kind: 'of a newer shop' } });
    const other = bot.shop.directMessages.add(idOf('lumen_oak'), content(9));
    await ended(other);
    expect([unknown.outcomes, outcomes(other)]).toEqual([[{ kind: 'later', waitMs: 600_000 }], ['sent']]);
  });

  it('are put off for the one whose channel is limited, while others get theirs (OWN-612)', async () => {
    const first = bot.shop.directMessages.add(idOf('coalheart'), content(4));
    await ended(first);
    const channelId = first.message.channelId ?? '';
    bot.faults.arm({
      faultPoint: 'discord.rest',
      match: `POST /channels/${channelId}/messages`,
      fault: { kind: 'rate-limit', retryAfter: 1, scope: 'user' },
    });
    const limited = bot.shop.directMessages.add(idOf('coalheart'), content(5), { channelId });
    const other = bot.shop.directMessages.add(idOf('lumen_oak'), content(6));
    await ended(other);
    expect(outcomes(other)).toEqual(['sent']);
    await ended(limited);
    expect(outcomes(limited).at(-1)).toBe('sent');
  });

  it('are one message also when the bot dies between sending and reporting', async () => {
    bot.shop.failingCalls.set('report', 1_000);
    const told = bot.shop.directMessages.add(idOf('coalheart'), content(7));
    await waitUntil(() => (bot.shop.failingCalls.get('report') ?? 0) < 1_000, 'sent, not reported');
    await bot.stop();
    bot.shop.failingCalls.clear();
    await bot.start();
    await ended(told);
    expect(outcomes(told).at(-1)).toBe('sent');
    expect(times(await shownIn(told), '"#7 ·')).toBe(1);
  });

  it('reach the person also when the known channel is that of an application before (OWN-612)', async () => {
    const told = bot.shop.directMessages.add(idOf('coalheart'), content(19), {
      channelId: '1200000000000000019',
    });
    await ended(told);
    expect(told.outcomes.map((one) => one.kind === 'later' && one.isChannelLost === true)).toEqual([
      true,
      false,
    ]);
    expect(outcomes(told)).toEqual(['later', 'sent']);
  });

  it('are put off together, and none is given up, while Discord opens no more channels (OWN-140)', async () => {
    await bot.performAction('opened-too-fast', { seconds: 86_400 });
    const opening = async () =>
      (await bot.discordCalls()).filter(({ path }) => path.endsWith('/users/@me/channels')).length;
    const before = await opening();
    const all = [20, 21, 22].map((id) => bot.shop.directMessages.add(idOf('lumen_oak'), content(id)));
    const [first] = all;
    await waitUntil(() => first?.outcomes.length === 1, 'the first is put off');
    const told = bot.shop.directMessages.add(idOf('coalheart'), content(23));
    await bot.performAction('opened-too-fast', { seconds: 0 });
    expect(await opening()).toBe(before + 1);
    expect([...all, told].flatMap(outcomes)).toEqual(['later']);
    expect(first?.outcomes).toEqual([{ kind: 'later', waitMs: 60_000 }]);
    // A new bot has not been told to wait.
    await bot.stop();
    if (first) first.waitUntil = 0;
    await bot.start();
    await Promise.all([...all, told].map(ended));
    expect(outcomes(told)).toEqual(['sent']);
  });
});
