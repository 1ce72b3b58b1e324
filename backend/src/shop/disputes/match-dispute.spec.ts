import { describe, expect, it } from '@jest/globals';
import { matchDispute } from './match-dispute.js';

const PAYMENT = 'TXN1';
const PAID = { providerRef: PAYMENT, amountCents: 10_000 };
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 2, 12, minute));
const row = (providerRef: string, state: 'open' | 'won' | 'lost', from: number, to?: number) => ({
  providerRef,
  state,
  amountCents: 1000,
  createdAt: at(from),
  closedAt: to === undefined ? null : at(to),
});
const taken = (disputeRef: string, minute: number, amountCents = 1000) =>
  ({ state: 'open', disputeRef, amountCents, openedAt: at(minute), isMovement: true }) as const;
const back = (disputeRef: string, minute: number, amountCents = 1000) =>
  ({ state: 'won', disputeRef, amountCents, closedAt: at(minute), isMovement: true }) as const;
/** A report by a provider that tells of disputes, whose amounts say nothing of which it is. */
const ofDispute = (report: Omit<Parameters<typeof matchDispute>[2], 'amountCents'>) => ({
  amountCents: 1000,
  ...report,
});

type Row = ReturnType<typeof row>;
type Told = ReturnType<typeof taken> | ReturnType<typeof back>;

/** Keeps what a report says of a payment's disputes. */
function apply(disputes: Row[], report: Told): void {
  const match = matchDispute(disputes, PAID, report);
  const isNamed = disputes.some(({ providerRef }) => providerRef === report.disputeRef);
  if (match.row?.state === 'open' && match.row.providerRef === PAYMENT && !isNamed)
    match.row.providerRef = report.disputeRef;
  if (match.does !== 'change') return;
  const { state, amountCents, openedAt, closedAt } = { openedAt: undefined, closedAt: undefined, ...report };
  const known = match.row ?? row(report.disputeRef, state, 0);
  if (!match.row) disputes.push(known);
  const createdAt = openedAt ?? known.createdAt;
  Object.assign(known, { state, amountCents, createdAt, closedAt: closedAt ?? null });
}

const permutations = <T>(things: readonly T[]): T[][] =>
  things.length < 2
    ? [[...things]]
    : things.flatMap((thing, place) =>
        permutations(things.filter((_, index) => index !== place)).map((rest) => [thing, ...rest]),
      );

describe('which dispute a report is of, where disputes are told of (OWN-103)', () => {
  it('is the one of its name, whose end is final', () => {
    const open = row('d1', 'open', 0);
    expect(matchDispute([open], PAID, ofDispute({ state: 'lost', disputeRef: 'd1' }))).toEqual({
      does: 'change',
      row: open,
    });
    const won = row('d1', 'won', 0, 5);
    for (const state of ['open', 'won'] as const)
      expect(matchDispute([won], PAID, ofDispute({ state, disputeRef: 'd1', openedAt: at(9) }))).toEqual({
        does: 'nothing',
        row: won,
      });
  });

  it('is another one of another name, and none without a name beside a known one', () => {
    const open = row('d1', 'open', 0);
    expect(matchDispute([open], PAID, ofDispute({ state: 'won', disputeRef: 'd2' }))).toEqual({
      does: 'change',
    });
    expect(matchDispute([open], PAID, ofDispute({ state: 'open', disputeRef: PAYMENT }))).toEqual({
      does: 'nothing',
    });
  });
});

describe('another amount than that of the known dispute (OWN-674)', () => {
  const match = (disputes: Row[], report: Parameters<typeof matchDispute>[2]) =>
    matchDispute(disputes, PAID, report);
  const reversal = (amountCents: number, minute = 3) =>
    ({ state: 'open', disputeRef: PAYMENT, amountCents, openedAt: at(minute) }) as const;
  const decided = (amountCents: number, minute: number) =>
    ({ state: 'lost', disputeRef: 'd1', amountCents, closedAt: at(minute) }) as const;
  const part = row('d1', 'lost', 0, 5);

  it('is another dispute, whichever of money and case is told first', () => {
    expect(match([row('d1', 'open', 0)], reversal(9500))).toEqual({ does: 'change' });
    const nameless = row(PAYMENT, 'open', 0);
    expect(match([nameless], ofDispute({ state: 'open', disputeRef: 'd1' }))).toEqual({
      does: 'nothing',
      row: nameless,
    });
    for (const state of ['open', 'lost'] as const)
      expect(
        match([row(PAYMENT, state, 0, 5)], { state: 'open', disputeRef: 'd1', amountCents: 500 }),
      ).toEqual({
        does: 'change',
      });
    const inPart = { ...decided(200, 5), disputedCents: 1000 };
    expect(match([nameless], inPart)).toEqual({ does: 'change', row: nameless });
  });

  it('is told, where the money may be that of a dispute that was lost in part, or was taken in parts', () => {
    expect(match([part], reversal(9500))).toEqual({ does: 'tell', news: 'taken-again', row: part });
    expect(match([part], reversal(9500, 9))).toEqual({ does: 'change' });
    const nameless = row(PAYMENT, 'open', 0);
    expect(match([nameless], reversal(7500))).toEqual({ does: 'tell', news: 'taken-again', row: nameless });
  });

  it('counts if it is more, of an open dispute or by a later decision; other ones are told', () => {
    const open = row('d1', 'open', 0);
    const opened = (amountCents: number) => ({ state: 'open', disputeRef: 'd1', amountCents }) as const;
    expect(match([open], opened(1200))).toEqual({ does: 'change', row: open });
    expect(match([open], opened(900)).does).toBe('nothing');
    expect(match([part], decided(1200, 5))).toEqual({ does: 'change', row: part });
    expect(match([part], decided(1000, 9)).does).toBe('nothing');
    const told = { does: 'tell', news: 'other-amount', row: part };
    expect(match([part], decided(1200, 4))).toEqual(told);
    expect(match([part], decided(900, 9))).toEqual(told);
    expect(match([part], decided(900, 5)).does).toBe('nothing');
  });
});

describe('what contradicts the end of a dispute (OWN-674)', () => {
  const nameless = (minute: number) =>
    ofDispute({ state: 'open', disputeRef: PAYMENT, openedAt: at(minute) });

  it('is the other end, told later', () => {
    const [won, lost] = [row('d1', 'won', 0, 5), row('d1', 'lost', 0, 5)];
    expect(matchDispute([won], PAID, ofDispute({ state: 'lost', disputeRef: 'd1' }))).toEqual({
      does: 'tell',
      news: 'lost-after-all',
      row: won,
    });
    expect(matchDispute([lost], PAID, ofDispute({ state: 'won', disputeRef: 'd1' }))).toEqual({
      does: 'tell',
      news: 'came-back',
      row: lost,
    });
  });

  it('is no later decision on an appeal: one that was won is lost after all', () => {
    const won = row('d1', 'won', 0, 5);
    expect(
      matchDispute([won], PAID, ofDispute({ state: 'lost', disputeRef: 'd1', closedAt: at(9) })),
    ).toEqual({
      does: 'change',
      row: won,
    });
    const older = ofDispute({ state: 'lost', disputeRef: 'd1', closedAt: at(4) });
    expect(matchDispute([won], PAID, older).does).toBe('tell');
  });

  it('is no appeal: a dispute that was won is open again', () => {
    const won = row('d1', 'won', 0, 5);
    const appeal = (minute: number) => ofDispute({ state: 'open', disputeRef: 'd1', toldAt: at(minute) });
    expect(matchDispute([won], PAID, appeal(9))).toEqual({ does: 'change', row: won });
    expect(matchDispute([won], PAID, appeal(5)).does).toBe('nothing');
    expect(matchDispute([row('d1', 'lost', 0, 5)], PAID, appeal(9)).does).toBe('nothing');
  });

  it.each(['d1', PAYMENT])('is money that is taken again after the end of %s, without a name', (name) => {
    const won = row(name, 'won', 0, 5);
    expect(matchDispute([won], PAID, nameless(9))).toEqual({
      does: 'tell',
      news: 'taken-again',
      row: won,
    });
    expect(matchDispute([won], PAID, nameless(3)).does).toBe('nothing');
    expect(matchDispute([row(name, 'lost', 0, 5)], PAID, nameless(9)).does).toBe('nothing');
    expect(matchDispute([won, row('d2', 'open', 7)], PAID, nameless(9)).does).toBe('nothing');
  });

  it('is no case that gets its name after its money was given up; of one that was won it is another', () => {
    const lost = row(PAYMENT, 'lost', 0, 5);
    expect(matchDispute([lost], PAID, ofDispute({ state: 'open', disputeRef: 'd1' }))).toEqual({
      does: 'nothing',
      row: lost,
    });
    expect(
      matchDispute([row(PAYMENT, 'won', 0, 5)], PAID, ofDispute({ state: 'open', disputeRef: 'd1' })),
    ).toEqual({
      does: 'change',
    });
  });
});

describe('which dispute a report is of, where money is told of (OWN-103)', () => {
  it.each([
    ['none is named', PAYMENT, PAYMENT],
    ['both name the case', 'PP-D-1', 'PP-D-1'],
    ['only the first names the case', 'PP-D-1', PAYMENT],
    ['only the second names the case', PAYMENT, 'PP-D-1'],
  ])('ends the open one when the money is back and %s', (_, first, second) => {
    const open = row(first, 'open', 0);
    expect(matchDispute([open], PAID, back(second, 5))).toEqual({ does: 'change', row: open });
  });

  it('ends the open one when the money is back in the second in which it was taken', () => {
    const open = row(PAYMENT, 'open', 5);
    expect(matchDispute([open], PAID, back(PAYMENT, 5))).toEqual({ does: 'change', row: open });
  });

  it('opens again when its money is taken again', () => {
    const won = row('PP-D-1', 'won', 0, 5);
    for (const name of ['PP-D-1', PAYMENT])
      expect(matchDispute([won], PAID, taken(name, 9))).toEqual({ does: 'change', row: won });
    expect(matchDispute([row(PAYMENT, 'won', 0, 5)], PAID, taken(PAYMENT, 9)).does).toBe('change');
  });

  it('changes nothing by what happened before: messages come again, and late', () => {
    const won = row('PP-D-1', 'won', 0, 5);
    expect(matchDispute([won], PAID, taken('PP-D-1', 0)).does).toBe('nothing');
    expect(matchDispute([won], PAID, taken(PAYMENT, 5)).does).toBe('nothing');
    expect(matchDispute([won], PAID, back('PP-D-1', 5)).does).toBe('nothing');
    const again = row('PP-D-1', 'open', 9);
    expect(matchDispute([again], PAID, back('PP-D-1', 5)).does).toBe('nothing');
    expect(matchDispute([again], PAID, taken('PP-D-1', 9)).does).toBe('nothing');
  });

  it('remembers the end of one whose beginning comes later', () => {
    expect(matchDispute([], PAID, back('PP-D-1', 5))).toEqual({ does: 'change' });
    const won = row('PP-D-1', 'won', 0, 5);
    expect(matchDispute([won], PAID, back('PP-D-1', 12))).toEqual({ does: 'change', row: won });
    expect(matchDispute([row('PP-D-1', 'won', 0, 12)], PAID, taken('PP-D-1', 9)).does).toBe('nothing');
  });

  it('ends in the last movement, in whatever order all are told of', () => {
    const movements = [taken('PP-D-1', 1), back('PP-D-1', 4), taken('PP-D-1', 7), back(PAYMENT, 9)];
    for (const count of [1, 2, 3, 4])
      for (const order of permutations(movements.slice(0, count))) {
        const told: Row[] = [];
        for (const report of order) apply(told, report);
        expect([order.map(({ state }) => state), told.map(({ state }) => state)]).toEqual([
          expect.anything(),
          [movements[count - 1]?.state],
        ]);
      }
  });

  it('is another one for each case, in whatever order all are told of (OWN-674)', () => {
    const movements = [
      taken('PP-A', 1, 700),
      taken('PP-B', 3, 1200),
      back('PP-A', 5, 700),
      taken('PP-A', 7, 700),
    ];
    for (const [count, ends] of [
      [1, ['PP-A open']],
      [2, ['PP-A open', 'PP-B open']],
      [3, ['PP-A won', 'PP-B open']],
      [4, ['PP-A open', 'PP-B open']],
    ] as const)
      for (const order of permutations(movements.slice(0, count))) {
        const rows: Row[] = [];
        for (const report of order) apply(rows, report);
        expect(rows.map(({ providerRef, state }) => `${providerRef} ${state}`).toSorted()).toEqual(ends);
      }
  });

  it('is that of the amount which came back without a case; another amount is told (OWN-674)', () => {
    const [older, newer] = [row('PP-A', 'open', 0), { ...row('PP-B', 'open', 1), amountCents: 1200 }];
    expect(matchDispute([older, newer], PAID, back(PAYMENT, 5, 1200))).toEqual({
      does: 'change',
      row: newer,
    });
    for (const cents of [900, 1100, 1300])
      expect(matchDispute([older, newer], PAID, back(PAYMENT, 5, cents))).toEqual({
        does: 'tell',
        news: 'other-return',
        row: older,
      });
  });

  it('takes the greatest amount that was taken, and ends when at least that is back (OWN-674)', () => {
    for (const order of permutations([taken(PAYMENT, 1, 500), taken(PAYMENT, 3, 9500)])) {
      const rows: Row[] = [];
      for (const report of [...order, back(PAYMENT, 5, 500)]) apply(rows, report);
      expect(rows).toMatchObject([{ state: 'open', amountCents: 9500 }]);
      const [open = row('', 'won', 0)] = rows;
      expect(matchDispute(rows, PAID, back(PAYMENT, 5, 500))).toEqual({
        does: 'tell',
        news: 'other-return',
        row: open,
      });
      apply(rows, back(PAYMENT, 6, 9500));
      expect(rows).toMatchObject([{ state: 'won', amountCents: 9500 }]);
    }
    const open = row('PP-A', 'open', 0);
    expect(matchDispute([open], PAID, back('PP-A', 5, 1050))).toEqual({ does: 'change', row: open });
    expect(matchDispute([open], PAID, back('PP-A', 5, 950)).does).toBe('tell');
    expect(matchDispute([row('PP-A', 'open', 6)], PAID, back('PP-A', 5, 950)).does).toBe('nothing');
  });

  it('is a new one of a case beside one without a name that ended, and is of another amount (OWN-674)', () => {
    for (const state of ['won', 'lost'] as const) {
      const nameless = row(PAYMENT, state, 0, 5);
      expect(matchDispute([nameless], PAID, taken('PP-A', 3)).does).toBe('nothing');
      expect(matchDispute([nameless], PAID, taken('PP-A', 3, 1200))).toEqual({ does: 'change' });
    }
  });

  it('tells of money that comes back of one that was given up', () => {
    const lost = row('PP-D-1', 'lost', 0, 5);
    expect(matchDispute([lost], PAID, back(PAYMENT, 9))).toEqual({
      does: 'tell',
      news: 'came-back',
      row: lost,
    });
    expect(matchDispute([lost], PAID, back(PAYMENT, 4)).does).toBe('nothing');
  });

  it('is told when money is taken after one was lost, unless too little of the payment is left (OWN-674)', () => {
    for (const name of ['PP-D-1', PAYMENT]) {
      const lost = row(name, 'lost', 0, 5);
      const told = { does: 'tell', news: 'taken-again', row: lost };
      for (const cents of [1000, 9000])
        expect(matchDispute([lost], PAID, taken(PAYMENT, 9, cents))).toEqual(told);
      expect(matchDispute([lost], PAID, taken(PAYMENT, 9, 9001)).does).toBe('nothing');
      expect(matchDispute([lost], PAID, taken(PAYMENT, 4)).does).toBe('nothing');
    }
  });
});
