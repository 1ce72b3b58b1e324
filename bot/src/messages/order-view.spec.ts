import { describe, expect, it } from '@jest/globals';
import {
  EVENT_TYPES,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  UNDELIVERABLE_PAYMENTS,
  type StaffOrder,
} from '@pax/contracts';
import { anOrder, anOrderPost, aPost, NOON } from '../../test/samples.js';
import { EDIT_RESERVE, countEmbedCharacters } from './post-message.js';
import { createOrderView } from './order-view.js';
import { createPostView } from './post-view.js';
import { STATE_MARK } from './state-marks.js';

const stateOf = (type: Parameters<typeof createOrderView>[0], changes: Partial<StaffOrder> = {}) => {
  const { state, label } = createOrderView(type, anOrder(changes));
  return [STATE_MARK[state], label];
};
const fieldsOf = (changes: Partial<StaffOrder>) =>
  Object.fromEntries(
    (createOrderView('order.paid', anOrder(changes)).fields ?? []).map(({ name, value }) => [name, value]),
  );

describe('createOrderView', () => {
  it('shows goods, names, price, age and time (OWN-129)', () => {
    expect(createPostView(anOrderPost(5, { id: 123 }))).toEqual({
      title: '#123 · 50M Coins × 1',
      description:
        '🟡 **Ausstehend** · <t:1772366400:R>\n50M Coins · 8,50\u00a0$\nErst übernehmen, dann liefern.',
      color: 0xffb347,
      fields: [
        { name: 'Spielname', value: '`CoalHeart`', inline: true },
        { name: 'Discord', value: '`coalheart`', inline: true },
        { name: 'Konto', value: '`coalheart`', inline: true },
        { name: 'Fällig', value: '<t:1772368200:R>', inline: true },
      ],
      timestamp: NOON,
      footer: { text: 'AAAAAAAA · Post 5' },
    });
  });

  it('says to ask for a game name that a join reward has not', () => {
    const reward = { kind: 'join_reward', checkout: null, minecraftName: null } as const;
    expect(fieldsOf(reward)).toMatchObject({ Spielname: 'In Discord erfragen', Discord: '`coalheart`' });
  });

  it('shows the picture of what was bought, where Discord can', () => {
    const post = anOrderPost(5);
    expect(createPostView(post)).not.toHaveProperty('thumbnail');
    const image = 'https://shop.example/api/images/aa.webp';
    expect(createPostView(aPost(5, { kind: 'order', order: anOrder(), image }))).toMatchObject({
      thumbnail: { url: image },
    });
  });

  it('is the short reference once its person is forgotten (OWN-584)', () => {
    const forgotten = {
      username: 'deleted-7',
      discordUsername: null,
      minecraftName: null,
      status: 'completed',
    } as const;
    expect(createPostView(anOrderPost(5, { id: 123, ...forgotten }, 'order.completed'))).toEqual({
      title: '#123 · 50M Coins × 1',
      description: '🟢 **Abgeschlossen** · <t:1772366400:R>\n50M Coins · 8,50\u00a0$',
      color: 0x4fd08a,
      timestamp: NOON,
      footer: { text: 'AAAAAAAA · Post 5' },
    });
  });

  it('names the event or the state (OWN-86, OWN-129)', () => {
    expect(stateOf('order.overdue')).toEqual(['🟡', 'Überfällig']);
    expect(stateOf('order.overdue', { status: 'processing' })).toEqual(['🔵', 'Überfällig']);
    expect(stateOf('order.overdue', { status: 'completed' })).toEqual(['🟢', 'Abgeschlossen']);
    expect(stateOf('order.unconfirmed', { paymentStatus: 'unconfirmed' })).toEqual([
      '🟡',
      'Zahlung unbestätigt',
    ]);
    expect(stateOf('order.paid', { status: 'processing' })).toEqual(['🔵', 'In Bearbeitung']);
    expect(stateOf('order.cancelled', { status: 'cancelled' })).toEqual(['🔴', 'Storniert']);
    expect(stateOf('order.archived', { status: 'archived' })).toEqual(['🟢', 'Archiviert']);
    const refunded = { status: 'completed', paymentStatus: 'refunded' } as const;
    expect(stateOf('order.refunded', refunded)).toEqual(['🔴', 'Erstattet']);
    expect(stateOf('order.refunded', { paymentStatus: 'partly_refunded' })).toEqual([
      '🔴',
      'Teilweise erstattet',
    ]);
    expect(createPostView(anOrderPost(1, { priority: true })).description).toContain('> · Vorrang\n');
  });

  it('has no emoji but the four state marks', () => {
    const emoji = /(?!🟡|🔵|🟢|🔴)\p{Extended_Pictographic}/u;
    for (const type of EVENT_TYPES.filter((name) => name.startsWith('order.')))
      for (const status of ORDER_STATUSES)
        expect(JSON.stringify(createPostView(anOrderPost(1, { status, priority: true }, type)))).not.toMatch(
          emoji,
        );
  });

  it('says beside pending orders that taking comes first, and of a withdrawn one not to deliver it (OWN-489)', () => {
    const says = (changes: Partial<StaffOrder>) =>
      createOrderView('order.paid', anOrder(changes)).lines?.join();
    expect(says({ status: 'pending' })).toContain('Erst übernehmen, dann liefern.');
    for (const status of ORDER_STATUSES.filter((other) => other !== 'pending'))
      expect(says({ status })).not.toContain('Erst übernehmen');
    for (const type of ['order.paid', 'order.overdue', 'order.cancelled'] as const)
      expect(stateOf(type, { status: 'cancelled', paymentStatus: 'refunded', withdrawn: true })).toEqual([
        '🔴',
        'Zurückgezogen, nicht liefern',
      ]);
  });

  it('says how far the money is on its way back (OWN-491)', () => {
    const undone = { status: 'cancelled', paymentStatus: 'refunded' } as const;
    expect(fieldsOf({ ...undone, refund: 'requested' })).toMatchObject({ Zahlung: 'Erstattung angefordert' });
    expect(fieldsOf({ ...undone, refund: 'done' })).toMatchObject({ Zahlung: 'erstattet' });
  });

  it.each([
    ['disputed', 'angefochten'],
    ['lost', 'verloren'],
  ] as const)('says that a payment is %s before what goes back of it', (paymentStatus, label) => {
    for (const refund of ['requested', 'done'] as const)
      expect(fieldsOf({ paymentStatus, refund })).toMatchObject({ Zahlung: label });
  });

  it('keeps names copyable and everything else harmless (OWN-31)', () => {
    const hostile = {
      minecraftName: 'a`b',
      discordUsername: '*x*#1234',
      username: '@everyone',
      productName: '[x](http://y)',
    };
    expect(fieldsOf(hostile)).toMatchObject({
      Spielname: '`aˋb`',
      Discord: '`*x*#1234`',
      Konto: '`@everyone`',
    });
    expect(createOrderView('order.paid', anOrder(hostile)).title).toContain('\\[x\\](http\\://y)');
  });

  it('holds no code, no address and no link, whatever the order does (OWN-145)', () => {
    const order = anOrder({ referralCode: 'PAXNOVA42' });
    for (const type of EVENT_TYPES.filter((name) => name.startsWith('order.')))
      expect(JSON.stringify(createOrderView(type, order))).not.toMatch(/PAXNOVA42|https?:|\/admin|\w@\w/);
  });

  it('shows when it was delivered, or an unusual payment status', () => {
    expect(fieldsOf({ status: 'completed', completedAt: NOON })).toMatchObject({
      Geliefert: '<t:1772366400:f>',
    });
    expect(fieldsOf({ paymentStatus: 'disputed' })).toMatchObject({ Zahlung: 'angefochten' });
    expect(fieldsOf({ status: 'completed', completedAt: NOON })).not.toHaveProperty('Fällig');
  });

  it('tells staff to deliver only what the shop lets them complete (OWN-1352)', () => {
    const linesOf = (changes: Partial<StaffOrder>): string =>
      createOrderView('order.paid', anOrder(changes)).lines?.join(' ') ?? '';
    for (const status of ['pending', 'processing'] as const)
      for (const paymentStatus of UNDELIVERABLE_PAYMENTS)
        expect(linesOf({ status, paymentStatus })).toMatch(/Nicht liefern: Die Zahlung fehlt\.$/);
    expect(linesOf({ paymentStatus: 'disputed' })).toMatch(/Erst übernehmen, dann liefern\.$/);
    for (const changes of [{ status: 'processing' }, { status: 'cancelled', paymentStatus: 'lost' }] as const)
      expect(linesOf(changes)).not.toMatch(/liefern/);
  });

  it('names who of staff has it', () => {
    expect(fieldsOf({ status: 'processing', processedBy: 'a`b' })).toMatchObject({ Bearbeitet: '`aˋb`' });
    for (const processedBy of [null, undefined])
      expect(fieldsOf({ processedBy })).not.toHaveProperty('Bearbeitet');
  });

  it('shows a join reward as a gift', () => {
    expect(
      createOrderView('order.paid', anOrder({ kind: 'join_reward', totalPrice: '0.00' })).lines?.join(),
    ).toContain('Beitrittsgeschenk');
  });

  it('never grows by more than the reserve when it is edited (OWN-136)', () => {
    const before = countEmbedCharacters(createPostView(anOrderPost(1)));
    const times = { completedAt: NOON, cancelledAt: NOON, processedBy: 'x'.repeat(100) };
    for (const status of ORDER_STATUSES)
      for (const paymentStatus of PAYMENT_STATUSES) {
        const after = countEmbedCharacters(
          createPostView(anOrderPost(1, { status, paymentStatus, ...times }, 'order.overdue')),
        );
        expect(after - before).toBeLessThanOrEqual(EDIT_RESERVE);
      }
  });
});
