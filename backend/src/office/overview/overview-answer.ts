import {
  formatCentsAsDecimal,
  holdsRight,
  PAYMENT_METHODS,
  type OverviewAnswer,
  type RightsHolder,
} from '@pax/contracts';
import { minutesOfClass } from './counted-figures.js';
import { DAY_MS, type PeriodTimes } from './overview-period.js';
import type { FigureRow, SeriesRow, StateRow } from './overview.queries.js';

/** Products in the list of the best-selling ones. */
export const BEST_GOODS = 8;

interface Figure<T> {
  now: T;
  before: T;
}
const figureOf = <T>(read: (isBefore: boolean) => T): Figure<T> => ({ now: read(false), before: read(true) });

/** Sums of a period's figures, and of the one before, by name and key. */
export class FigureSums {
  /** Rows by period, name and key. */
  private readonly rows = new Map<string, Map<string, FigureRow>>();

  constructor(rows: readonly FigureRow[]) {
    for (const row of rows) {
      const name = periodName(row.isBefore, row.name);
      this.rows.set(name, (this.rows.get(name) ?? new Map<string, FigureRow>()).set(row.key, row));
    }
  }

  /** Number of what is counted; of all keys, unless one is given. */
  count(name: string, key?: string): Figure<number> {
    return figureOf((isBefore) => this.sum(isBefore, name, 'n', key));
  }

  /** Cents, which may be negative. */
  cents(name: string, key?: string): Figure<number> {
    return figureOf((isBefore) => this.sum(isBefore, name, 'cents', key));
  }

  /** Reads median and 90 of 100 of durations, which are counted in classes; null without any. */
  minutes(name: string): { median: Figure<number | null>; ninetyOfHundred: Figure<number | null> } {
    const readQuantile = (share: number): Figure<number | null> =>
      figureOf((isBefore) => {
        const classes = this.rowsOf(isBefore, name).toSorted(
          (one, other) => Number(one.key) - Number(other.key),
        );
        const rank = Math.ceil(share * classes.reduce((sum, { n }) => sum + n, 0));
        let reached = 0;
        const found = classes.find(({ n }) => (reached += n) >= rank);
        return found ? Math.round(minutesOfClass(Number(found.key)) * 100) / 100 : null;
      });
    return { median: readQuantile(0.5), ninetyOfHundred: readQuantile(0.9) };
  }

  /** Keys of a name that occur in the period itself. */
  keys(name: string): string[] {
    return this.rowsOf(false, name).map(({ key }) => key);
  }

  private sum(isBefore: boolean, name: string, unit: 'n' | 'cents', key?: string): number {
    if (key !== undefined) return this.rows.get(periodName(isBefore, name))?.get(key)?.[unit] ?? 0;
    return this.rowsOf(isBefore, name).reduce((sum, row) => sum + row[unit], 0);
  }

  private rowsOf(isBefore: boolean, name: string): FigureRow[] {
    return [...(this.rows.get(periodName(isBefore, name))?.values() ?? [])];
  }
}

const periodName = (isBefore: boolean, name: string): string => `${isBefore ? 'before' : 'now'} ${name}`;

const asDecimal = ({ now, before }: Figure<number>): Figure<string> => ({
  now: formatCentsAsDecimal(now),
  before: formatCentsAsDecimal(before),
});
const combine = (
  one: Figure<number>,
  other: Figure<number>,
  by: (one: number, other: number) => number,
): Figure<number> => ({ now: by(one.now, other.now), before: by(one.before, other.before) });
const subtract = (one: number, other: number): number => one - other;
const average = (sum: number, n: number): number => (n === 0 ? 0 : Math.round(sum / n));

/** Ids of the best-selling products: by worth for who may see money, else by pieces. */
export function bestGoods(sums: FigureSums, holder: RightsHolder): number[] {
  const unit = holdsRight(holder, 'money') ? 'cents' : 'count';
  return sums
    .keys('goods')
    .map((key) => ({ id: Number(key), sold: sums[unit]('goods', key).now }))
    .filter(({ sold }) => sold > 0)
    .toSorted((one, other) => other.sold - one.sold || one.id - other.id)
    .slice(0, BEST_GOODS)
    .map(({ id }) => id);
}

function moneyOf(sums: FigureSums): NonNullable<OverviewAnswer['money']> {
  const [cash, credit, bonus] = [sums.cents('paid'), sums.cents('credit'), sums.cents('bonus')];
  const [purchases, refunded] = [sums.count('paid'), sums.cents('refunded')];
  const used = PAYMENT_METHODS.filter((method) =>
    [sums.count('placed', method), sums.count('paid', method)].some(({ now, before }) => now + before > 0),
  );
  return {
    revenue: asDecimal(combine(cash, refunded, subtract)),
    average: asDecimal(combine(sums.cents('kept'), sums.count('kept'), average)),
    paid: { cash: asDecimal(cash), credit: asDecimal(credit), bonus: asDecimal(bonus) },
    refunded: {
      count: sums.count('refunded'),
      cash: asDecimal(refunded),
      credit: asDecimal(sums.cents('credit-back')),
      bonus: asDecimal(sums.cents('bonus-back')),
    },
    stranded: { count: sums.count('stranded'), cash: asDecimal(sums.cents('stranded')) },
    disputes: {
      opened: sums.count('dispute', 'open'),
      cash: asDecimal(sums.cents('dispute', 'open')),
      won: sums.count('dispute', 'won'),
      lost: sums.count('dispute', 'lost'),
    },
    checkouts: { placed: sums.count('placed'), paid: purchases },
    ways: used.map((method) => ({
      method,
      placed: sums.count('placed', method),
      paid: sums.count('placed-paid', method),
      cash: asDecimal(sums.cents('paid', method)),
    })),
  };
}

/** Puts the elements of both periods beside each other; those that have not begun are null. */
function seriesOf(
  rows: readonly SeriesRow[],
  { from, shift, step, now }: PeriodTimes,
  showsMoney: boolean,
): OverviewAnswer['series'] {
  const byStart = new Map(rows.map((row) => [row.at.getTime(), row]));
  return Array.from({ length: shift / step }, (_, index) => {
    const at = from + index * step;
    const figure = <T>(read: (row: SeriesRow | undefined) => T): Figure<T | null> => ({
      now: at > now ? null : read(byStart.get(at)),
      before: read(byStart.get(at - shift)),
    });
    return {
      at: new Date(at).toISOString(),
      orders: figure((row) => row?.orders ?? 0),
      ...(showsMoney && { revenue: figure((row) => formatCentsAsDecimal(row?.cents ?? 0)) }),
    };
  });
}

interface OverviewRows {
  readonly times: PeriodTimes;
  readonly sums: FigureSums;
  readonly series: readonly SeriesRow[];
  readonly state: StateRow;
  /** Names of the best-selling products, by id. */
  readonly names: ReadonlyMap<number, string>;
}

/** Builds the answer, without what the reader has no right to see. */
export function toOverviewAnswer(
  { times, sums, series, state, names }: OverviewRows,
  holder: RightsHolder,
): OverviewAnswer {
  const showsMoney = holdsRight(holder, 'money');
  const daysOfWeek = (times.now - times.today) / DAY_MS + 6;
  const { coinsOfWeek, onHand } = state;
  return {
    from: new Date(times.from).toISOString(),
    beforeFrom: new Date(times.from - times.shift).toISOString(),
    countedTo: state.countedTo?.toISOString() ?? null,
    orders: sums.count('orders'),
    buyers: {
      new: sums.count('buyer', 'first'),
      returning: sums.count('buyer', 'back'),
    },
    series: seriesOf(series, times, showsMoney),
    work: { open: state.open, overdue: state.overdue, oldestAt: state.oldestAt?.toISOString() ?? null },
    delivery: { ...sums.minutes('delivered'), delivered: sums.count('delivered') },
    goods: bestGoods(sums, holder).map((id) => ({
      id,
      name: names.get(id) ?? `#${id}`,
      pieces: sums.count('goods', String(id)),
      ...(showsMoney && { worth: asDecimal(sums.cents('goods', String(id))) }),
    })),
    ...(holdsRight(holder, 'products') && {
      pool: {
        onHand,
        sold: sums.count('coins', ''),
        daysLeft: coinsOfWeek > 0 ? Math.max(0, Math.round((onHand / coinsOfWeek) * daysOfWeek)) : null,
      },
    }),
    ...(holdsRight(holder, 'tickets') && {
      tickets: {
        ...sums.minutes('answer'),
        opened: sums.count('ticket'),
        answered: sums.count('answer'),
        waiting: state.ticketsWaiting,
      },
    }),
    posts: { sent: sums.count('post'), waiting: state.postsWaiting, failed: state.postsFailed },
    ...(showsMoney && { money: moneyOf(sums) }),
  };
}
