import { Module } from '@nestjs/common';
import { CountFigures } from './count-figures.js';
import { OverviewController } from './overview.controller.js';
import { ReadOverview } from './read-overview.js';
import { OverviewQueries } from './overview.queries.js';

/** The panel's overview, and the job that counts its figures. */
@Module({
  controllers: [OverviewController],
  providers: [CountFigures, OverviewQueries, ReadOverview],
  exports: [ReadOverview],
})
export class OverviewModule {}
