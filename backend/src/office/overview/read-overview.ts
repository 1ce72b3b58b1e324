import { Injectable } from '@nestjs/common';
import type { OverviewAnswer, OverviewPeriod, RightsHolder } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { bestGoods, FigureSums, toOverviewAnswer } from './overview-answer.js';
import { timesOfPeriod, type PeriodTimes } from './overview-period.js';
import { OverviewQueries, type SeriesRow } from './overview.queries.js';

/** The counted part of a period's overview, and the count and the day that it is of. */
interface CountedPart {
  readonly of: string;
  readonly sums: Promise<FigureSums>;
  readonly series: Promise<SeriesRow[]>;
}

/** Reads the overview of a period, without what the reader has no right to see. */
@Injectable()
export class ReadOverview {
  /** Kept until the next count, because planning these statements takes longer than running them. */
  private readonly counted = new Map<OverviewPeriod, CountedPart>();

  constructor(
    private readonly queries: OverviewQueries,
    private readonly clock: Clock,
  ) {}

  async execute(reader: RightsHolder, period: OverviewPeriod): Promise<OverviewAnswer> {
    const times = timesOfPeriod(period, this.clock.now());
    const state = await this.queries.readState(times);
    const part = this.readCounted(period, times, `${state.count} ${times.hour}`);
    const [sums, series] = await Promise.all([part.sums, part.series]);
    const names = await this.queries.readProductNames(bestGoods(sums, reader));
    return toOverviewAnswer({ times, sums, series, state, names }, reader);
  }

  private readCounted(period: OverviewPeriod, times: PeriodTimes, of: string): CountedPart {
    const known = this.counted.get(period);
    if (known?.of === of) return known;
    const sums = this.queries.readFigures(times).then((rows) => new FigureSums(rows));
    const part = { of, sums, series: this.queries.readSeries(times) };
    this.counted.set(period, part);
    Promise.all([part.sums, part.series]).catch(() => {
      if (this.counted.get(period) === part) this.counted.delete(period);
    });
    return part;
  }
}
