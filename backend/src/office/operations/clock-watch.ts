import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import diagnostics from 'node:diagnostics_channel';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { raiseAlert, wasAlertRaised } from '../../platform/outbox/alerts.js';

/**
 * Maximum difference between two clocks, s. Beyond it signed messages look forged and stored times are wrong.
 */
const MAX_DIFFERENCE_S = 30;
const EVERY_MS = 60_000;
/** Minimum interval between two alerts about a wrong clock, ms, over all processes. */
const ALERT_EVERY_MS = 6 * 60 * 60_000;
const TITLE = "A server's clock is wrong";

/** Node's diagnostics channels that report answers to outgoing requests: one of `http`, one of `fetch`. */
const HTTP = 'http.client.response.finish';
const FETCH = 'undici:request:headers';

const httpAnswer = z.object({
  request: z.object({ host: z.string() }),
  response: z.object({ headers: z.record(z.string(), z.unknown()) }),
});
const fetchAnswer = z.object({
  request: z.object({ origin: z.union([z.string(), z.instanceof(URL)]) }),
  response: z.object({ headers: z.array(z.union([z.instanceof(Buffer), z.array(z.instanceof(Buffer))])) }),
});
const nowRow = z.object({ now: z.date() });

/**
 * Compares this machine's clock with Postgres and with the Date header of other servers, and alerts when it is wrong.
 */
@Injectable()
export class ClockWatch implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(ClockWatch.name);
  /** Seconds by which this machine's clock is ahead, by the name of the clock it was compared with. */
  private readonly ahead = new Map<string, number>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    diagnostics.subscribe(HTTP, this.onHttp);
    diagnostics.subscribe(FETCH, this.onFetch);
  }

  onModuleDestroy(): void {
    diagnostics.unsubscribe(HTTP, this.onHttp);
    diagnostics.unsubscribe(FETCH, this.onFetch);
  }

  /** Describes the wrong clocks as a sentence; undefined while all clocks agree. */
  get problem(): string | undefined {
    const wrong = [...this.ahead].filter(([, seconds]) => Math.abs(seconds) > MAX_DIFFERENCE_S);
    if (wrong.length === 0) return undefined;
    const differences = wrong.map(
      ([whom, seconds]) => `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${whom}`,
    );
    return `The clock of this server is ${differences.join(', ')}. Set it by NTP.`;
  }

  /** Compares this machine's clock with that of Postgres and alerts on a difference. */
  @Periodic({ name: 'clock-watch', every: EVERY_MS, role: 'all' })
  async compareWithPostgres(): Promise<void> {
    const began = this.clock.now().getTime();
    const row = await sql(this.database).first(nowRow, 'SELECT clock_timestamp() AS now');
    const ended = this.clock.now().getTime();
    // Postgres read its clock between request and answer, so the time in the middle is compared.
    if (row) this.recordDifference('Postgres', row.now.getTime(), (began + ended) / 2);
    const detail = this.problem;
    if (detail === undefined) return;
    this.logger.error(detail);
    if (await wasAlertRaised(this.database, { title: TITLE }, ALERT_EVERY_MS)) return;
    await this.transactions.run((tx) => raiseAlert(tx, { kind: 'failure', title: TITLE, detail }));
  }

  private readonly onHttp = (message: unknown): void => {
    const answer = httpAnswer.safeParse(message).data;
    if (answer) this.recordAnswer(answer.request.host, answer.response.headers);
  };

  private readonly onFetch = (message: unknown): void => {
    const answer = fetchAnswer.safeParse(message).data;
    if (!answer) return;
    const raw = answer.response.headers.flat().map(String);
    const headers = Object.fromEntries(
      raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]]] : [])),
    );
    this.recordAnswer(new URL(answer.request.origin).hostname, headers);
  };

  /** Ignores answers from a cache, whose Date header is old. */
  private recordAnswer(host: string, { date, age }: Readonly<Record<string, unknown>>): void {
    const time = typeof date === 'string' && age === undefined ? Date.parse(date) : Number.NaN;
    if (!Number.isNaN(time)) this.recordDifference(host, time, this.clock.now().getTime());
  }

  private recordDifference(whom: string, theirs: number, ours: number): void {
    this.ahead.set(whom, Math.round((ours - theirs) / 1_000));
  }
}
