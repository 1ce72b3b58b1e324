import { Controller, Header, Headers, Inject, Ip } from '@nestjs/common';
import { operationCalls } from '@pax/contracts';
import { Registry } from 'prom-client';
import { ShopError } from '../../platform/problem.js';
import { isBearer } from '../../platform/same-secret.js';
import { Call } from '../../platform/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { WrongTokens } from '../../people/access/wrong-tokens.js';
import { Metrics } from './metrics.js';

/** Metrics for monitoring, guarded by METRICS_TOKEN; 404 without that setting. */
@Controller()
export class MetricsController {
  constructor(
    private readonly shopMetrics: Metrics,
    private readonly wrongTokens: WrongTokens,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Call(operationCalls.metrics)
  @Header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  @Header('cache-control', 'no-store')
  async metrics(
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
  ): Promise<string> {
    if (this.settings.metricsToken === undefined) throw new ShopError('NOT_FOUND', 'There is nothing here.');
    if (!isBearer(authorization, this.settings.metricsToken)) {
      await this.wrongTokens.record(authorization, address, 'metrics');
      throw new ShopError('UNAUTHENTICATED', 'This call needs the metrics token.');
    }
    return this.shopMetrics.read();
  }
}
