import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RealtimeGateway } from '../realtime/realtime.gateway.js';
import { EventLoop } from './event-loop.js';
import { InvariantsWatch } from './invariants-watch.js';

/** One figure with its meaning; several samples when it is told by channel. */
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

/** Like the invariants, it only reads, and therefore may look into every table. */
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

/** What an operator watches: whether events, posts and purchases flow. */
@Injectable()
export class Metrics {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sockets: RealtimeGateway,
    private readonly invariants: InvariantsWatch,
    private readonly eventLoop: EventLoop,
  ) {}

  async read(): Promise<Metric[]> {
    const [counts]: Counts[] = await this.database.query(COUNTS);
    const waiting: { channel: string; value: number }[] = await this.database.query(POSTS_WAITING);
    const delay = this.eventLoop.read();
    if (!counts) throw new Error('the counts query answers one row');
    const one = (name: string, help: string, value: number): Metric => ({ name, help, samples: [{ value }] });
    return [
      one('pax_outbox_waiting', 'Events that are not relayed yet', counts.outboxWaiting),
      one('pax_outbox_oldest_seconds', 'Age of the oldest of them', counts.outboxOldestSeconds),
      {
        name: 'pax_posts_waiting',
        help: 'Posts that are not in Discord yet, by channel',
        samples: waiting.map(({ channel, value }) => ({ labels: { channel }, value })),
      },
      one('pax_posts_parked', 'Posts that Discord refused for good', counts.postsParked),
      one('pax_checkouts_open', 'Checkouts that hold goods and wait for money', counts.checkoutsOpen),
      one('pax_bot_logins', 'Log-ins of the bot at Discord in the last 24 h', counts.botLogins),
      one(
        'pax_bot_unreadable_events',
        'Gateway messages that the present bot could not read',
        counts.botUnreadable,
      ),
      one('pax_discord_faults', 'Faults of the set-up at Discord that last', counts.discordFaults),
      one('pax_sockets', 'Sockets connected to this process', this.sockets.count()),
      one(
        'pax_invariants_broken',
        'Broken invariants at the last check of this process',
        this.invariants.broken,
      ),
      one(
        'nodejs_eventloop_lag_p99_seconds',
        'How late tasks began since the last reading, 99 of 100',
        delay.p99,
      ),
      one('nodejs_eventloop_lag_max_seconds', 'And the latest of them', delay.max),
      one('process_resident_memory_bytes', 'Memory of this process', process.memoryUsage.rss()),
      one('process_uptime_seconds', 'Since this process started', process.uptime()),
    ];
  }
}

/** The figures in the text format that Prometheus reads. All are gauges. */
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
