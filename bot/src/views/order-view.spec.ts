import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, ORDER_STATUSES, PAYMENT_STATUSES, type Order } from '@pax/contracts';
import { anOrder, anOrderPost, NOON } from '../../test/samples.js';
import { embedSize } from './embed-size.js';
import { EDIT_RESERVE } from './message.js';
import { orderView } from './order-view.js';
import { postView } from './post-view.js';

const titles = (type: Parameters<typeof orderView>[0], changes: Partial<Order> = {}) =>
  orderView(type, anOrder(changes)).title;
const fieldsOf = (changes: Partial<Order>) =>
  Object.fromEntries(
    (orderView('order.paid', anOrder(changes)).fields ?? []).map(({ name, value }) => [name, value]),
  );

describe('orderView', () => {
  it('shows goods, names, price and time (OWN-129)', () => {
    expect(orderView('order.paid', anOrder())).toEqual({
      title: 'Bestellung #123 · Neu',
      description: '**50M Coins** × 1 · 50M Coins · $8.50\nErst übernehmen, dann liefern.',
      color: 0xffb347,
      fields: [
        { name: 'Spielname', value: '`CoalHeart`', inline: true },
        { name: 'Discord', value: '`coalheart`', inline: true },
        { name: 'Konto', value: 'coalheart', inline: true },
        { name: 'Fällig', value: '<t:1772368200:R>', inline: true },
      ],
    });
  });

  it('is the short reference once its person is forgotten (OWN-584)', () => {
    const forgotten = {
      username: 'deleted-7',
      discordUsername: null,
      minecraftName: null,
      status: 'completed',
    } as const;
    expect(orderView('order.completed', anOrder(forgotten))).toEqual({
      title: 'Bestellung #123 · Abgeschlossen',
      description: '**50M Coins** × 1 · 50M Coins · $8.50',
      color: 0x4fd08a,
    });
  });

  it('names the event or the state (OWN-86, OWN-129, OWN-130)', () => {
    expect(titles('order.overdue')).toBe('Bestellung #123 · Überfällig');
    expect(titles('order.overdue', { status: 'completed' })).toBe('Bestellung #123 · Abgeschlossen');
    expect(titles('order.unconfirmed', { paymentStatus: 'unconfirmed' })).toBe(
      'Bestellung #123 · Zahlung unbestätigt',
    );
    expect(titles('order.paid', { status: 'processing' })).toBe('Bestellung #123 · In Arbeit');
    expect(titles('order.cancelled', { status: 'cancelled' })).toBe('Bestellung #123 · Storniert');
    expect(titles('order.archived', { status: 'archived' })).toBe('Bestellung #123 · Archiviert');
    expect(titles('order.refunded', { status: 'completed', paymentStatus: 'refunded' })).toBe(
      'Bestellung #123 · Erstattet',
    );
    expect(titles('order.refunded', { paymentStatus: 'partly_refunded' })).toBe(
      'Bestellung #123 · Teilweise erstattet',
    );
    expect(titles('order.paid', { priority: true })).toBe('⚡ Bestellung #123 · Neu');
  });

  it('says beside pending orders that taking comes first, and of a withdrawn one not to deliver it (OWN-492)', () => {
    const says = (changes: Partial<Order>) => orderView('order.paid', anOrder(changes)).description;
    expect(says({ status: 'pending' })).toContain('Erst übernehmen, dann liefern.');
    for (const status of ORDER_STATUSES.filter((other) => other !== 'pending'))
      expect(says({ status })).not.toContain('Erst übernehmen');
    for (const type of ['order.paid', 'order.overdue', 'order.cancelled'] as const)
      expect(titles(type, { status: 'cancelled', paymentStatus: 'refunded', withdrawn: true })).toBe(
        'Bestellung #123 · Zurückgezogen, nicht liefern',
      );
  });

  it('says how far the money is on its way back (OWN-491)', () => {
    const undone = { status: 'cancelled', paymentStatus: 'refunded' } as const;
    expect(fieldsOf({ ...undone, refund: 'requested' })).toMatchObject({ Zahlung: 'Erstattung angefordert' });
    expect(fieldsOf({ ...undone, refund: 'done' })).toMatchObject({ Zahlung: 'erstattet' });
  });

  it('keeps names copyable and everything else harmless (OWN-144)', () => {
    const hostile = {
      minecraftName: 'a`b',
      discordUsername: '*x*#1234',
      username: '@everyone',
      productName: '[x](http://y)',
    };
    expect(fieldsOf(hostile)).toMatchObject({
      Spielname: '`aˋb`',
      Discord: '`*x*#1234`',
      Konto: '\\@everyone',
    });
    expect(orderView('order.paid', anOrder(hostile)).description).toContain('\\[x\\]\\(http\\://y\\)');
  });

  it('holds no code, no address and no link, whatever the order does (OWN-145)', () => {
    const order = anOrder({ referralCode: 'PAXNOVA42' });
    for (const type of EVENT_TYPES.filter((name) => name.startsWith('order.')))
      expect(JSON.stringify(orderView(type, order))).not.toMatch(/PAXNOVA42|https?:|\/admin|\w@\w/);
  });

  it('shows when it was delivered, or an unusual payment status', () => {
    expect(fieldsOf({ status: 'completed', completedAt: NOON })).toMatchObject({
      Geliefert: '<t:1772366400:f>',
    });
    expect(fieldsOf({ paymentStatus: 'disputed' })).toMatchObject({ Zahlung: 'angefochten' });
    expect(fieldsOf({ status: 'completed', completedAt: NOON })).not.toHaveProperty('Fällig');
  });

  it('shows a join reward as a gift', () => {
    expect(
      orderView('order.paid', anOrder({ kind: 'join_reward', totalPrice: '0.00' })).description,
    ).toContain('Beitrittsgeschenk');
  });

  it('never grows by more than the reserve when it is edited (OWN-136)', () => {
    const before = embedSize(postView(anOrderPost(1)));
    const times = { completedAt: NOON, cancelledAt: NOON };
    for (const status of ORDER_STATUSES)
      for (const paymentStatus of PAYMENT_STATUSES) {
        const after = embedSize(
          postView(anOrderPost(1, { status, paymentStatus, ...times }, 'order.overdue')),
        );
        expect(after - before).toBeLessThanOrEqual(EDIT_RESERVE);
      }
  });
});
