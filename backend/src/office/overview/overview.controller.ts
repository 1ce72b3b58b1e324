import { Controller } from '@nestjs/common';
import { overviewCalls, type CallQuery, type OverviewAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodQuery } from '../../platform/http/zod.pipe.js';
import { ReadOverview } from './read-overview.js';

@Controller()
export class OverviewController {
  constructor(private readonly overview: ReadOverview) {}

  @Call(overviewCalls.overview)
  readOverview(
    @CurrentActor() actor: Actor,
    @ZodQuery(overviewCalls.overview.query) { period }: CallQuery<typeof overviewCalls.overview>,
  ): Promise<OverviewAnswer> {
    return this.overview.execute(actor, period);
  }
}
