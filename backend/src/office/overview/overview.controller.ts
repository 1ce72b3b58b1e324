import { Controller } from '@nestjs/common';
import { overviewCalls, type CallQuery, type OverviewAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { Clock } from '../../platform/clock.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodQuery } from '../../platform/http/zod.pipe.js';
import { bestGoods, FigureSums, toOverviewAnswer } from './overview-answer.js';
import { timesOfPeriod } from './overview-period.js';
import { OverviewQueries } from './overview.queries.js';

@Controller()
export class OverviewController {
  constructor(
    private readonly queries: OverviewQueries,
    private readonly clock: Clock,
  ) {}

  @Call(overviewCalls.overview)
  async readOverview(
    @CurrentActor() actor: Actor,
    @ZodQuery(overviewCalls.overview.query) { period }: CallQuery<typeof overviewCalls.overview>,
  ): Promise<OverviewAnswer> {
    const times = timesOfPeriod(period, this.clock.now());
    const [figures, series, state] = await Promise.all([
      this.queries.readFigures(times),
      this.queries.readSeries(times),
      this.queries.readState(times),
    ]);
    const sums = new FigureSums(figures);
    const names = await this.queries.readProductNames(bestGoods(sums, actor));
    return toOverviewAnswer({ times, sums, series, state, names }, actor);
  }
}
