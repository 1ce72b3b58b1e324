import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../clock.js';
import { errorText } from '../describe-error.js';
import { sql } from '../database/sql.js';
import { Transactions } from '../database/transaction.js';
import { Periodic } from '../jobs/periodic.js';
import { raiseAlert } from '../outbox/alerts.js';
import type { MailKind } from './mail-queue.js';
import { Mailer, MailRefusedError } from './mailer.js';

const EVERY_MS = 3_000;
/** Tries of one mail; with waits that double from two minutes on, the last is after more than two hours. */
const MAX_TRIES = 8;

const waitingMail = z.object({
  id: z.number(),
  kind: z.string(),
  about: z.string(),
  /** This try included. */
  attempts: z.number(),
});
type WaitingMail = z.infer<typeof waitingMail>;

/** Sends mails that wait; each is taken by one process at a time and sent once as far as SMTP can say. */
@Injectable()
export class SendMails {
  private readonly logger = new Logger(SendMails.name);
  private kinds: ReadonlyMap<string, MailKind> = new Map();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /** Sets the kinds that are sent; the shop's are those of mail-kinds.ts. */
  register(kinds: readonly MailKind[]): void {
    this.kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
  }

  @Periodic({ name: 'send-mails', every: EVERY_MS, role: 'worker' })
  async sendDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (!this.mailer.isSetUp) return;
    const dueAt = this.clock.now();
    while (!signal.aborted) {
      const waiting = await this.takeDue(dueAt);
      const kind = waiting && this.kinds.get(waiting.kind);
      if (!kind) return;
      await this.send(waiting, kind);
    }
  }

  /** Takes one that is due; until its next try, longer than a send may last, no other process does. */
  private async takeDue(dueAt: Date): Promise<WaitingMail | undefined> {
    return sql(this.database).first(
      waitingMail,
      `UPDATE mails SET attempts = attempts + 1, last_error = NULL,
              next_try_at = $1::timestamptz + interval '2 minutes' * power(2, least(attempts, 8))
        WHERE id = (SELECT id FROM mails WHERE state = 'waiting' AND next_try_at <= $2 AND kind = ANY($3)
                     ORDER BY next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, about, attempts`,
      [this.clock.now(), dueAt, [...this.kinds.keys()]],
    );
  }

  private async send({ id, kind: name, about, attempts }: WaitingMail, kind: MailKind): Promise<void> {
    try {
      const mail = await kind.compose(about);
      if (!mail) return await this.end(id, 'dropped');
      await this.mailer.send({ ...mail, id: `${name}-${about}` });
      await this.end(id, 'sent');
    } catch (error) {
      const cause = errorText(error);
      this.logger.warn(`${kind.inAlert(about).name} was not mailed at try ${attempts}: ${cause}`);
      if (error instanceof MailRefusedError || attempts >= MAX_TRIES)
        return this.park(id, kind.inAlert(about), cause);
      await sql(this.database).run(`UPDATE mails SET last_error = $3 WHERE id = $1 AND attempts = $2`, [
        id,
        attempts,
        cause,
      ]);
    }
  }

  private async end(id: number, state: 'sent' | 'dropped'): Promise<void> {
    await sql(this.database).run(
      `UPDATE mails SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'waiting'`,
      [id, state, this.clock.now()],
    );
  }

  /** Gives up, with one alert. */
  private async park(
    id: number,
    { name, instead }: ReturnType<MailKind['inAlert']>,
    cause: string,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const parked = await sql(tx).affected(
        `UPDATE mails SET state = 'parked', ended_at = $2, last_error = $3 WHERE id = $1 AND state = 'waiting'`,
        [id, this.clock.now(), cause],
      );
      if (parked === 0) return;
      const detail = `${name} was not mailed: ${cause}. ${instead}`;
      raiseAlert(tx, { kind: 'failure', title: 'Mail not sent', detail, isFoldable: true });
    });
  }
}
