import { describe, expect, it } from '@jest/globals';
import type { BotLanguage, DirectMessageContent, DirectMessage } from '@pax/contracts';
import { BOT_LANGUAGES, ORDER_STATUSES } from '@pax/contracts';
import { NOON } from '../../test/samples.js';
import { createDirectMessageView } from './direct-message-view.js';

const SHOP = 'https://shop.example';
const told = (id = 41) => ({
  id,
  productName: '*Elytra* @everyone',
  quantity: 2,
  status: 'pending' as const,
  minecraftName: 'Coal`Heart',
  createdAt: NOON,
});
const message = (content: DirectMessageContent, language: BotLanguage = 'en'): DirectMessage => ({
  id: 5,
  nonce: 'n',
  discordId: '516830472295546880',
  language,
  channelId: null,
  content,
  occurredAt: '2026-03-01T12:00:00.000Z',
  payload: null,
  firstAttemptAt: null,
  firstAttemptAgeMs: null,
});
const view = (content: DirectMessageContent, language?: BotLanguage) =>
  createDirectMessageView(message(content, language), SHOP);
const labels = (content: DirectMessageContent): (string | undefined)[] =>
  view(content).components.flatMap(({ components }) =>
    components.map((one) => ('label' in one ? one.label : undefined)),
  );

describe('a direct message to a buyer (OWN-612)', () => {
  const paid: DirectMessageContent = { kind: 'paid', checkout: 'AAAAAAAAAAAAAAAAAAAAAA', orders: [told()] };

  it('says that a purchase is paid, and links the receipt', () => {
    const { embeds, components, allowed_mentions } = view(paid);
    expect(embeds[0]).toMatchObject({ title: 'Payment received' });
    expect(embeds[0]?.description).toContain('**#41** \\*Elytra\\* \\@everyone × 2');
    expect(components[0]?.components[0]).toMatchObject({
      label: 'Receipt',
      url: `${SHOP}/receipt?checkout=AAAAAAAAAAAAAAAAAAAAAA`,
    });
    expect(allowed_mentions).toEqual({ parse: [] });
  });

  it('says the sum that was paid and how long a delivery usually takes (OWN-1382)', () => {
    const full = { ...paid, total: '1039.98', usualMinutes: 30 };
    expect(view(full).embeds[0]).toMatchObject({
      title: 'Payment received: $1,039.98',
      description: expect.stringContaining('usually within 30 minutes.'),
    });
    expect(view({ ...full, usualMinutes: 1_440 }, 'de').embeds[0]).toMatchObject({
      title: 'Zahlung eingegangen: 1.039,98\u00a0$',
      description: expect.stringContaining('meist innerhalb von 24 Stunden.'),
    });
    expect(view({ ...full, total: '0.00' }).embeds[0]?.title).toBe('Payment received');
  });

  it.each([
    ['cancelled', '🔴 **cancelled**'],
    ['completed', '🟢 **refunded**'],
    ['archived', '🟢 **refunded**'],
  ] as const)('says what a refund of an order that is %s gives back (OWN-1382)', (status, state) => {
    const order = { ...told(), status };
    const back = (cash: string, credit: string, language?: BotLanguage) =>
      view({ kind: 'order', order, returned: { cash, credit } }, language).embeds[0]?.description;
    expect(back('4.50', '0.50')).toContain(state);
    expect(back('4.50', '0.50')).toMatch(/\*\*\$4\.50\*\* goes back .*\n\*\*\$0\.50\*\* is on your account/);
    expect(back('4.50', '0.00', 'de')).toMatch(/\*\*4,50\u00a0\$\*\* gehen [^\n]*$/);
    expect(back('0.00', '0.50')).not.toContain('goes back the way');
    const returned = { cash: '0.00', credit: '0.00', byDispute: '4.50' };
    const lost = view({ kind: 'order', order, returned }).embeds[0]?.description;
    expect(lost).toMatch(/\n\*\*\$4\.50\*\* went back to you by your dispute\.$/);
  });

  it('tells a refund as one although the order was cancelled right after it (OWN-1382)', () => {
    const order = { ...told(), status: 'cancelled' as const };
    const tell = (about: 'refunded' | 'cancelled') =>
      view({ kind: 'order', about, order, returned: { cash: '4.50', credit: '0.00' } }).embeds[0]
        ?.description;
    expect(tell('refunded')).toContain('🟢 **refunded**');
    expect(tell('cancelled')).toContain('🔴 **cancelled**');
  });

  it.each(ORDER_STATUSES)('has the button "received" only where goods were handed over: %s', (status) => {
    const content: DirectMessageContent = { kind: 'order', order: { ...told(), status } };
    const isDelivered = status === 'completed' || status === 'archived';
    expect(labels(content)).toEqual(isDelivered ? ['Received', 'Problem'] : ['Problem']);
  });

  it('has no button about an order whose token is not known, since it could change nothing (OWN-626)', () => {
    const { createdAt: _unknown, ...order } = told();
    expect(labels({ kind: 'order', order: { ...order, status: 'completed' } })).toEqual([]);
    expect(labels({ ...paid, orders: [order] })).toEqual(['Receipt']);
  });

  it('says in English and German how to turn these messages off', () => {
    const footer = (language: BotLanguage) => view(paid, language).embeds[0]?.footer?.text;
    expect(footer('en')).toBe('Message 5 · Turn these messages off: /notifications');
    expect(footer('de')).toBe('Nachricht 5 · Diese Nachrichten abschalten: /notifications');
  });

  it("names the join reward's goods in the reader's language", () => {
    const free: DirectMessageContent = { kind: 'order', order: { ...told(), productName: 'Free coins' } };
    expect(view(free).embeds[0]?.title).toBe('#41 · Free coins × 2');
    expect(view(free, 'de').embeds[0]?.title).toBe('#41 · Gratis-Coins × 2');
  });

  it.each(BOT_LANGUAGES)('stays within what Discord takes, with many long names, in %s', (language) => {
    const name = '*'.repeat(100);
    const orders = Array.from({ length: 25 }, (_, index) => ({ ...told(index + 1), productName: name }));
    const { embeds } = view({ ...paid, orders }, language);
    expect(embeds[0]?.description?.length).toBeLessThanOrEqual(4_096);
    expect(embeds[0]?.description).toContain('15');
  });
});

describe('a direct message about a ticket (OWN-526)', () => {
  type Ended = Extract<DirectMessageContent, { kind: 'ticket' }>['ticket'];
  const ended = (changes: Partial<Ended> = {}): DirectMessageContent => ({
    kind: 'ticket',
    ticket: {
      id: 12,
      subject: '@everyone [*x*](https://evil.example)\n`<@1>`',
      state: 'answered',
      isOnAccountPage: true,
      ...changes,
    },
  });

  it('names the ticket without a ping or a link of its sender, and leads to it', () => {
    const { embeds, components, allowed_mentions } = view(ended());
    expect(embeds[0]).toMatchObject({
      title: 'Ticket #12',
      description: expect.stringMatching(/^🟢 \*\*answered\*\*\n/),
    });
    expect(embeds[0]?.description).not.toMatch(/(?<!\\)@everyone|(?<!\\)\[|(?<!\\)<@1>/);
    expect(components[0]?.components[0]).toMatchObject({
      label: 'Open the ticket',
      url: `${SHOP}/account?tab=support`,
    });
    expect(allowed_mentions).toEqual({ parse: [] });
  });

  it('carries what staff wrote without codes, and a button to write back (OWN-1452)', () => {
    const text = '@everyone [x](https://evil.example)\nCode ABCD-1234-EFGH-5678';
    const { embeds, components } = view(ended({ state: 'written', text, createdAt: NOON }));
    expect(embeds[0]?.description).toMatch(/^🔵 \*\*support wrote to you\*\*\n/);
    expect(embeds[0]?.description).toContain('\n> Code (Code)\n');
    expect(embeds[0]?.description).not.toMatch(/(?<!\\)@everyone|(?<!\\)\[x|ABCD/);
    expect(components[0]?.components).toMatchObject([
      { label: 'Answer', custom_id: expect.stringMatching(/^1:ticket-message:12:/) },
      { label: 'Open the ticket' },
    ]);
    const long = view(ended({ state: 'answered', text: '*'.repeat(5_000), subject: '*'.repeat(150) }));
    expect(long.embeds[0]?.description?.length).toBeLessThanOrEqual(4_096);
    expect(long.components[0]?.components).toHaveLength(1);
    for (const line of ['', 'x', '> ']) {
      const many = view(ended({ text: `${line}\n`.repeat(1_500), subject: '*'.repeat(150) }), 'de').embeds[0];
      expect(many?.description?.length).toBeLessThanOrEqual(4_096);
      expect(many?.description?.match(/^> /gm)).toHaveLength(40);
      expect(many?.description).toContain('\n> …\n');
    }
  });

  it('has no button where only a secret link shows the ticket', () => {
    const { embeds, components } = view(ended({ isOnAccountPage: false }));
    expect(components).toEqual([]);
    expect(embeds[0]?.description).toContain('The link that you got');
  });

  it.each(BOT_LANGUAGES)('says in %s that it was closed, and stays within what Discord takes', (language) => {
    const { embeds } = view(ended({ state: 'closed', subject: '*'.repeat(150) }), language);
    expect(embeds[0]?.description).toMatch(/^🔴 \*\*(closed|geschlossen)\*\*\n/);
    expect(embeds[0]?.description?.length).toBeLessThanOrEqual(4_096);
  });
});

describe('a direct message about something else (OWN-1390)', () => {
  it('names the product that is back without a link of its name, and leads to it', () => {
    const content: DirectMessageContent = {
      kind: 'restocked',
      product: { id: 9, name: '*Elytra* [x](https://evil)' },
    };
    const { embeds, components } = view(content);
    expect(embeds[0]?.title).toBe('\\*Elytra\\* \\[x\\](https\\://evil) is back in stock');
    expect(components[0]?.components).toMatchObject([
      { label: 'Open in the shop', url: `${SHOP}/?product=9` },
    ]);
    expect(view(content, 'de').embeds[0]?.title).toMatch(/ ist wieder da$/);
  });

  it.each([
    [{ kind: 'tier', tier: 'silver' }, 'Deine Stufe ist jetzt Silber', 'loyalty'],
    [{ kind: 'friend', credit: '1.90' }, 'Ein Freund hat eingekauft', 'referrals'],
    [{ kind: 'stranded', cash: '7.50' }, 'Erstattung: 7,50\u00a0$', 'orders'],
    [{ kind: 'unlocked', points: 1_250, orderId: 41 }, 'Punkte freigeschaltet: 1.250', 'loyalty'],
  ] as const)('speaks German and leads to the right tab: %j', (content, title, tab) => {
    const { embeds, components } = view(content, 'de');
    expect(embeds[0]?.title).toBe(title);
    expect(components[0]?.components).toMatchObject([{ url: `${SHOP}/account?tab=${tab}` }]);
  });
});
