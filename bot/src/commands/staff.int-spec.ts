import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot, type Outcome } from '../../test/live-bot.js';
import { anOrder, NOON_TOKEN } from '../../test/samples.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const STAFF = 'coalheart';
const OTHER = 'lumen_oak';
const idOf = (name: string): string => discordWorld.users.find(({ username }) => username === name)?.id ?? '';
const textOf = ({ message }: Outcome): string => JSON.stringify(message);

describe.each(['en', 'de'] as const)('staff in Discord, by the real library, in %s', (language) => {
  const bot = new LiveBot(50);
  beforeAll(async () => {
    bot.shop.staff.members.add(idOf(STAFF));
    bot.shop.staff.queue.push(anOrder({ id: 41 }));
    for (const name of [STAFF, OTHER])
      bot.shop.people.choices.set(idOf(name), { language, directMessages: true });
    await bot.open();
    await bot.start();
    await bot.waitUntilRegistered();
  });
  afterAll(() => bot.close());
  const said = (en: string, de: string): string => (language === 'en' ? en : de);

  it('see the queue alone, and others are refused in words (OWN-148)', async () => {
    const queue = await bot.command('queue', { user: STAFF });
    expect(queue.ephemeral).toBe(true);
    expect(textOf(queue)).toContain(said('Open orders: 1', 'Offene Bestellungen: 1'));
    const refused = await bot.command('queue', { user: OTHER });
    expect(refused.ephemeral).toBe(true);
    expect(textOf(refused)).toContain(said('Only staff', 'nur das Team'));
    expect(textOf(await bot.command('cancel', { user: STAFF, options: { order: 41 } }))).toContain(
      '/admin?q=41',
    );
    const link = await bot.command('cancel', { user: OTHER, options: { order: 41 } });
    expect(textOf(link)).toContain(said('Only staff', 'nur das Team'));
    expect(textOf(await bot.command('help', { user: OTHER }))).not.toContain('/queue');
    expect(textOf(await bot.command('help', { user: STAFF }))).toContain('/stock-set');
  });

  it('work the queue off by its buttons, which stay where they are (OWN-1585)', async () => {
    const { queue, actions } = bot.shop.staff;
    queue.push(...Array.from({ length: 6 }, (_, at) => anOrder({ id: 42 + at })));
    bot.endCooldowns();
    const { message } = await bot.command('queue', { user: STAFF });
    const press = (id: string, user = STAFF): Promise<Outcome> => {
      bot.endCooldowns();
      return bot.press(message?.id ?? '', id, { user });
    };
    const second = await press('1:queue:2');
    expect(second.state).toBe('updated');
    expect(second.followups).toEqual([]);
    const move = `1:queue-move:process:47:2:1:${NOON_TOKEN}`;
    const [one, other] = await Promise.all([press(move), press(move)]);
    expect(actions.filter((act) => act === 'process 47')).toHaveLength(1);
    expect([one, other].map(({ state, followups }) => [state, followups.length])).toEqual([
      ['updated', 0],
      ['updated', 0],
    ]);
    queue.length = 1;
  });

  it.each([
    ['ticket-reply', 'respond'],
    ['ticket-write', 'staff-messages'],
    ['ticket-note', 'notes'],
  ])('write by /%s what is typed, to the character (OWN-148)', async (name, kind) => {
    const text = '@everyone **bold**\n[link](https://example.org)';
    const write = async (user: string): Promise<Outcome> => {
      const opened = await bot.command(name, { user, options: { ticket: 7 } });
      expect(opened.state).toBe('modal');
      return bot.fill(opened.interaction, { text }, user);
    };
    const before = bot.shop.staff.writtenTexts.length;
    const refused = await write(OTHER);
    expect(refused.ephemeral).toBe(true);
    expect(textOf(refused)).toContain(said('Only staff', 'nur das Team'));
    expect(bot.shop.staff.writtenTexts).toHaveLength(before);
    const done = await write(STAFF);
    expect(done.ephemeral).toBe(true);
    expect(textOf(done)).toMatch(/ticket #7/i);
    const requestId = expect.stringMatching(/^\d{17,20}$/);
    expect(bot.shop.staff.writtenTexts.slice(before)).toEqual([{ kind, ticketId: 7, text, requestId }]);
  });

  it.each([
    ['ticket-reply', 'respond'],
    ['ticket-write', 'staff-messages'],
    ['ticket-note', 'notes'],
  ])(
    'write by /%s once, although the answer is lost and they send it again by hand (OWN-826)',
    async (name, kind) => {
      const before = bot.shop.staff.writtenTexts.length;
      const write = async () => {
        bot.endCooldowns();
        const opened = await bot.command(name, { user: STAFF, options: { ticket: 8 } });
        return bot.fill(opened.interaction, { text: 'It waits.' }, STAFF);
      };
      bot.shop.lostAnswers.set(kind, 3);
      expect(textOf(await write())).toContain(said('does not answer right now', 'antwortet gerade nicht'));
      expect(textOf(await write())).toMatch(/ticket #8/i);
      expect(bot.shop.staff.writtenTexts.slice(before)).toMatchObject([{ kind, ticketId: 8 }]);
    },
  );
});
