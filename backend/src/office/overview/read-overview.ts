import { Injectable } from '@nestjs/common';
import type { OverviewAnswer, OverviewPeriod, RightsHolder } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { bestGoods, FigureSums, toOverviewAnswer } from './overview-answer.js';
import { timesOfPeriod } from './overview-period.js';
import { OverviewQueries } from './overview.queries.js';

/** Reads the overview of a period, without what the reader has no right to see. */
@Injectable()
export class ReadOverview {
  constructor(
    private readonly queries: OverviewQueries,
    private readonly clock: Clock,
  ) {}

  async execute(reader: RightsHolder, period: OverviewPeriod): Promise<OverviewAnswer> {
    const times = timesOfPeriod(period, this.clock.now());
    const [figures, series, state] = await Promise.all([
      this.queries.readFigures(times),
      this.queries.readSeries(times),
      this.queries.readState(times),
    ]);
    const sums = new FigureSums(figures);
    const names = await this.queries.readProductNames(bestGoods(sums, reader));
    return toOverviewAnswer({ times, sums, series, state, names }, reader);
  }
}
