import type { OverviewAnswer } from '@pax/contracts';

const of = <T>(now: T, before: T) => ({ now, before });

/** Figures of two days of a shop, for a reader with all rights. */
export const overviewAnswer = (changed: Partial<OverviewAnswer> = {}): OverviewAnswer => ({
  from: '2026-11-23T00:00:00.000Z',
  beforeFrom: '2026-11-21T00:00:00.000Z',
  countedTo: '2026-11-24T20:15:03.000Z',
  orders: of(41, 38),
  buyers: { new: of(9, 12), returning: of(14, 10) },
  series: [
    { at: '2026-11-23T00:00:00.000Z', orders: of(20, 18), revenue: of('260.40', '240.00') },
    { at: '2026-11-24T00:00:00.000Z', orders: of(21, 20), revenue: of('252.00', '258.00') },
  ],
  work: { open: 6, overdue: 1, oldestAt: '2026-11-24T18:02:11.000Z' },
  delivery: { median: of(22.4, 31.2), ninetyOfHundred: of(95.1, null), delivered: of(37, 36) },
  goods: [{ id: 7, name: 'Elytra', pieces: of(12, 9), worth: of('239.88', '179.91') }],
  pool: { onHand: 1_200_000_000, sold: of(350_000_000, 0), daysLeft: 24 },
  tickets: {
    median: of(48.7, 61.2),
    ninetyOfHundred: of(310.5, 420.9),
    opened: of(5, 4),
    answered: of(5, 3),
    waiting: 1,
  },
  posts: { sent: of(96, 90), waiting: 0, failed: 2 },
  money: {
    revenue: of('512.40', '498.00'),
    average: of('21.35', '20.75'),
    paid: { cash: of('540.00', '510.00'), credit: of('12.00', '0.00'), bonus: of('5.00', '0.00') },
    refunded: {
      count: of(2, 1),
      cash: of('27.60', '12.00'),
      credit: of('0.00', '0.00'),
      bonus: of('0.00', '0.00'),
    },
    stranded: { count: of(0, 0), cash: of('0.00', '0.00') },
    disputes: { opened: of(1, 0), cash: of('19.99', '0.00'), won: of(0, 0), lost: of(0, 0) },
    checkouts: { placed: of(30, 29), paid: of(26, 24) },
    ways: [{ method: 'card', placed: of(24, 23), paid: of(21, 20), cash: of('430.10', '420.00') }],
  },
  ...changed,
});
