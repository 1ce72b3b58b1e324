import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CallContract } from '../../infra/calls/call-contract.js';
import { RealtimeGateway } from '../realtime/realtime.gateway.js';
import { EventLoop } from './event-loop.js';
import { InvariantsWatch } from './invariants-watch.js';

/** A metric with its help text; several samples when it has labels. */
export interface Metric {
  name: string;
  help: string;
  samples: { labels?: Record<string, string>; value: number }[];
}

interface Counts {
  outboxWaiting: number;
  outboxOldestSeconds: number;
  postsParked: number;
  checkoutsOpen: number;
  botLogins: number;
  botUnreadable: number;
  discordFaults: number;
}

/** Reads tables of all modules, like the invariants, because it changes nothing. */
const COUNTS = `
  SELECT (SELECT count(*) FROM outbox_events WHERE published_at IS NULL) AS "outboxWaiting",
         (SELECT coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float8
            FROM outbox_events WHERE published_at IS NULL) AS "outboxOldestSeconds",
         (SELECT count(*) FROM posts WHERE state = 'parked') AS "postsParked",
         (SELECT count(*) FROM checkouts WHERE state = 'open') AS "checkoutsOpen",
         (SELECT count(*) FROM bot_logins WHERE at > now() - interval '1 day') AS "botLogins",
         (SELECT coalesce((report->>'unreadable')::int, 0) FROM bot_lease) AS "botUnreadable",
         (SELECT count(*) FROM discord_faults) AS "discordFaults"`;
const POSTS_WAITING = `
  SELECT channel, count(*) AS value FROM posts WHERE state IN ('pending', 'claimed') GROUP BY channel ORDER BY channel`;

/** The shop's metrics: events, posts, purchases, sockets, process. */
@Injectable()
export class Metrics {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sockets: RealtimeGateway,
    private readonly invariants: InvariantsWatch,
    private readonly eventLoop: EventLoop,
    private readonly contract: CallContract,
  ) {}

  async read(): Promise<Metric[]> {
    const [counts]: Counts[] = await this.database.query(COUNTS);
    const waiting: { channel: string; value: number }[] = await this.database.query(POSTS_WAITING);
    const delay = this.eventLoop.read();
    if (!counts) throw new Error('The counts query returned no row.');
    const gauge = (name: string, help: string, value: number): Metric => ({
      name,
      help,
      samples: [{ value }],
    });
    return [
      gauge('pax_outbox_waiting', 'Events that are not relayed yet', counts.outboxWaiting),
      gauge(
        'pax_outbox_oldest_seconds',
        'Age of the oldest event that is not relayed yet',
        counts.outboxOldestSeconds,
      ),
      {
        name: 'pax_posts_waiting',
        help: 'Posts that are not in Discord yet, by channel',
        samples: waiting.map(({ channel, value }) => ({ labels: { channel }, value })),
      },
      gauge('pax_posts_parked', 'Posts that Discord refused for good', counts.postsParked),
      gauge('pax_checkouts_open', 'Checkouts that hold goods and wait for money', counts.checkoutsOpen),
      gauge('pax_bot_logins', 'Log-ins of the bot at Discord in the last 24 h', counts.botLogins),
      gauge(
        'pax_bot_unreadable_events',
        'Gateway messages that the present bot could not read',
        counts.botUnreadable,
      ),
      gauge('pax_discord_faults', 'Present faults of the Discord set-up', counts.discordFaults),
      gauge('pax_sockets', 'Sockets connected to this process', this.sockets.count()),
      gauge(
        'pax_invariants_broken',
        'Broken invariants at the last check of this process',
        this.invariants.broken,
      ),
      gauge(
        'pax_contract_breaches',
        'Answers and codes since the start that no definition of a call names',
        this.contract.breaches,
      ),
      gauge(
        'nodejs_eventloop_lag_p99_seconds',
        'Event loop delay since the last reading, 99th percentile',
        delay.p99,
      ),
      gauge(
        'nodejs_eventloop_lag_max_seconds',
        'Event loop delay since the last reading, maximum',
        delay.max,
      ),
      gauge('process_resident_memory_bytes', 'Memory of this process', process.memoryUsage.rss()),
      gauge('process_uptime_seconds', 'Time since this process started', process.uptime()),
    ];
  }
}

/** Formats metrics as Prometheus text. All are gauges. */
export function toPrometheus(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function labelText(labels: Record<string, string> | undefined): string {
  if (!labels) return '';
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `{${pairs.join()}}`;
}
