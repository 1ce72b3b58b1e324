import {
  Injectable,
  Controller,
  Header,
  Headers,
  Inject,
  Ip,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Counter, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { ContractBreaches } from '../../platform/calls/call-contract.interceptor.js';
import { sql } from '../../platform/database/sql.js';
import { PeriodicJobs } from '../../platform/jobs/periodic.js';
import { RealtimeGateway } from '../../people/realtime/realtime.gateway.js';
import { InvariantsWatch } from './invariants.js';
import { operationCalls } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { hasBearerToken } from '../../platform/secrets.js';
import { Call } from '../../platform/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { WrongTokens } from '../../people/access/refusal-recorder.js';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Sampling interval of the event loop monitor, ms; shorter delays are not measured. */
const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/** Measures the delay of the event loop: how long all callers wait while one call computes. */
@Injectable()
export class EventLoopDelay implements OnModuleInit, OnModuleDestroy {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  onModuleInit(): void {
    this.delays.enable();
  }

  onModuleDestroy(): void {
    this.delays.disable();
  }

  /** Reads the event loop delays since the last reading, in seconds: 99th percentile and maximum. */
  readDelays(): { p99: number; max: number } {
    const { delays } = this;
    const read = { p99: toDelay(delays.percentile(99)), max: toDelay(delays.max) };
    delays.reset();
    return read;
  }
}

/** Subtracts the sampling interval from a measured delay, because the monitor includes it. */
function toDelay(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
}

const waitingRow = z.object({ label: z.string(), count: z.number(), oldestSeconds: z.number() });

type AddGauge = (name: string, help: string, value: number) => void;

const countsRow = z.object({
  outboxWaiting: z.number(),
  outboxOldestSeconds: z.number(),
  postsParked: z.number(),
  checkoutsOpen: z.number(),
  botLogins: z.number(),
  botUnreadable: z.number(),
  discordFaults: z.number(),
  moneyUnmatchedCents: z.number(),
  moneyUnmatchedSeconds: z.number(),
  moneyCheckedSeconds: z.number(),
});
type MetricCounts = z.infer<typeof countsRow>;

/** SQL of the counts; reads the tables of all modules, which is allowed here because nothing is changed. */
const COUNTS = `
  SELECT (SELECT count(*) FROM outbox_events WHERE published_at IS NULL OR tell_at < 'infinity') AS "outboxWaiting",
         (SELECT coalesce(extract(epoch FROM now() - min(since)), 0)::float8 FROM (
            SELECT CASE WHEN published_at IS NULL THEN occurred_at ELSE tell_at END AS since
              FROM outbox_events WHERE published_at IS NULL OR tell_at < 'infinity'
            UNION ALL SELECT due_at FROM undoable_acts WHERE due_at < now()) AS waiting) AS "outboxOldestSeconds",
         (SELECT count(*) FROM posts WHERE state = 'parked') AS "postsParked",
         (SELECT count(*) FROM checkouts WHERE state = 'open') AS "checkoutsOpen",
         (SELECT count(*) FROM bot_logins WHERE at > now() - interval '1 day') AS "botLogins",
         (SELECT coalesce((report->>'unreadable')::int, 0) FROM bot_lease) AS "botUnreadable",
         (SELECT count(*) FROM discord_faults) AS "discordFaults",
         (SELECT coalesce(sum(total_cents - matched_cents), 0)::bigint FROM reconciliations) AS "moneyUnmatchedCents",
         (SELECT coalesce(extract(epoch FROM now() - min(oldest_unmatched_at)), 0)::float8
            FROM reconciliations) AS "moneyUnmatchedSeconds",
         (SELECT coalesce(extract(epoch FROM now() - min(checked_at)), 0)::float8
            FROM reconciliations) AS "moneyCheckedSeconds"`;
const POSTS_WAITING = `
  SELECT channel AS label, count(*) AS count, extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds"
    FROM posts WHERE state IN ('pending', 'claimed') GROUP BY channel ORDER BY channel`;
/**
 * SQL of the waiting refunds. Their age excludes refunds of disputed payments, which wait for the dispute's
 * end.
 */
const REFUNDS_WAITING = `
  SELECT label, count(r.id) AS count,
         coalesce(extract(epoch FROM now() - min(r.created_at) FILTER (WHERE NOT EXISTS
           (SELECT FROM disputes d WHERE d.payment_id = r.payment_id AND d.state = 'open'))), 0)::float8 AS "oldestSeconds"
    FROM unnest(ARRAY['requested', 'manual']) label LEFT JOIN refunds r ON r.state = label
   GROUP BY label ORDER BY label`;

/** Prometheus gauges of the counts read from the database. */
const COUNT_GAUGES: readonly { key: keyof MetricCounts; name: string; help: string }[] = [
  { key: 'outboxWaiting', name: 'pax_outbox_waiting', help: 'Events that are not relayed yet' },
  {
    key: 'outboxOldestSeconds',
    name: 'pax_outbox_oldest_seconds',
    help: 'Age of the oldest event that is not relayed yet, or of an act past its undo time',
  },
  { key: 'postsParked', name: 'pax_posts_parked', help: 'Posts that Discord refused for good' },
  {
    key: 'checkoutsOpen',
    name: 'pax_checkouts_open',
    help: 'Checkouts that hold goods and wait for money',
  },
  { key: 'botLogins', name: 'pax_bot_logins', help: 'Log-ins of the bot at Discord in the last 24 h' },
  {
    key: 'botUnreadable',
    name: 'pax_bot_unreadable_events',
    help: 'Gateway messages that the present bot could not read',
  },
  {
    key: 'moneyUnmatchedCents',
    name: 'pax_money_unmatched_cents',
    help: 'Money that payment providers and the shop know differently',
  },
  {
    key: 'moneyUnmatchedSeconds',
    name: 'pax_money_unmatched_oldest_seconds',
    help: 'Age of the oldest payment or refund that does not match',
  },
  {
    key: 'moneyCheckedSeconds',
    name: 'pax_money_checked_seconds',
    help: 'Time since the oldest comparison with a payment provider',
  },
  { key: 'discordFaults', name: 'pax_discord_faults', help: 'Present faults of the Discord set-up' },
];

interface WaitingGauges {
  rows: string;
  /** Name of the gauge's Prometheus label. */
  label: string;
  waiting: { name: string; help: string };
  oldest: { name: string; help: string };
}

/** Prometheus gauges of how many rows wait for a worker, and for how long. */
const WAITING_GAUGES: readonly WaitingGauges[] = [
  {
    rows: POSTS_WAITING,
    label: 'channel',
    waiting: { name: 'pax_posts_waiting', help: 'Posts that are not in Discord yet, by channel' },
    oldest: {
      name: 'pax_posts_oldest_seconds',
      help: 'Age of the oldest post that is not in Discord yet, by channel',
    },
  },
  {
    rows: REFUNDS_WAITING,
    label: 'state',
    waiting: { name: 'pax_refunds_waiting', help: 'Refunds that are not done, by state' },
    oldest: {
      name: 'pax_refunds_oldest_seconds',
      help: 'Age of the oldest refund that is not done and whose payment is not disputed, by state',
    },
  },
];

/** Prometheus metrics of the shop: events, posts, refunds, purchases, sockets, jobs, process. */
@Injectable()
export class Metrics {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sockets: RealtimeGateway,
    private readonly invariants: InvariantsWatch,
    private readonly eventLoop: EventLoopDelay,
    private readonly breaches: ContractBreaches,
    private readonly jobs: PeriodicJobs,
  ) {}

  /**
   * Reads all metrics.
   * @returns Prometheus text
   */
  async readMetrics(): Promise<string> {
    const registry = new Registry();
    const registers = [registry];
    const addGauge = (name: string, help: string, value: number): void =>
      new Gauge({ name, help, registers }).set(value);
    await this.addCountGauges(addGauge);
    for (const gauges of WAITING_GAUGES) await this.addWaitingGauges(registers, gauges);
    const failures = new Counter({
      name: 'pax_job_failures_total',
      help: 'Failed runs of periodic jobs of this process',
      labelNames: ['job'],
      registers,
    });
    for (const { name, count } of this.jobs.countFailures()) failures.inc({ job: name }, count);
    this.addProcessGauges(addGauge);
    return registry.metrics();
  }

  private async addCountGauges(gauge: AddGauge): Promise<void> {
    const counts = await sql(this.database).first(countsRow, COUNTS);
    if (!counts) throw new Error('The counts query returned no row.');
    for (const { key, name, help } of COUNT_GAUGES) gauge(name, help, counts[key]);
  }

  private async addWaitingGauges(
    registers: Registry[],
    { rows, label, waiting, oldest }: WaitingGauges,
  ): Promise<void> {
    const labelNames = [label];
    const count = new Gauge({ ...waiting, labelNames, registers });
    const age = new Gauge({ ...oldest, labelNames, registers });
    for (const row of await sql(this.database).rows(waitingRow, rows)) {
      count.set({ [label]: row.label }, row.count);
      age.set({ [label]: row.label }, row.oldestSeconds);
    }
  }

  private addProcessGauges(gauge: AddGauge): void {
    const { p99, max } = this.eventLoop.readDelays();
    gauge('pax_sockets', 'Sockets connected to this process', this.sockets.countSockets());
    gauge(
      'pax_invariants_broken',
      'Broken invariants at the last check of this process',
      this.invariants.broken,
    );
    gauge(
      'pax_contract_breaches',
      'Answers, codes and messages since the start that differ from their definition',
      this.breaches.count,
    );
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'Event loop delay since the last reading, 99th percentile',
      p99,
    );
    gauge('nodejs_eventloop_lag_max_seconds', 'Event loop delay since the last reading, maximum', max);
    gauge('process_resident_memory_bytes', 'Memory of this process', process.memoryUsage.rss());
    gauge('process_uptime_seconds', 'Time since this process started', process.uptime());
  }
}

/**
 * Serves the metrics to monitoring, guarded by the setting METRICS_TOKEN; answers 404 without that setting.
 */
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
  async serveMetrics(
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
  ): Promise<string> {
    if (this.settings.metricsToken === undefined) throw new ShopError('NOT_FOUND', 'There is nothing here.');
    if (!hasBearerToken(authorization, this.settings.metricsToken)) {
      await this.wrongTokens.recordWrongToken(authorization, address, 'metrics');
      throw new ShopError('UNAUTHENTICATED', 'This call needs the metrics token.');
    }
    return this.shopMetrics.readMetrics();
  }
}
