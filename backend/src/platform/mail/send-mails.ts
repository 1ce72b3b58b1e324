import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../clock.js';
import { errorText } from '../describe-error.js';
import { failpoint } from '../failpoints.js';
import { sql } from '../database/sql.js';
import { Transactions } from '../database/transaction.js';
import { Periodic } from '../jobs/periodic.js';
import { raiseAlert } from '../outbox/alerts.js';
import type { MailKind } from './mail-queue.js';
import { Mailer, MailRefusedError } from './mailer.js';

const EVERY_MS = 3_000;
/**
 * Limit of attempts to send a mail. Waits start at two minutes and double, so the last attempt is after more than
 * two hours.
 */
const MAX_TRIES = 8;

const waitingMail = z.object({
  id: z.number(),
  kind: z.string(),
  about: z.string(),
  /** Number of attempts, including the current one. */
  attempts: z.number(),
});
type WaitingMail = z.infer<typeof waitingMail>;

/**
 * Sends the queued mails. One process at a time takes a mail, so that it is sent once, as far as SMTP allows to
 * know.
 */
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

  /** Sets the kinds of mail to send; the shop's kinds are listed in mail-kinds.ts. */
  registerKinds(kinds: readonly MailKind[]): void {
    this.kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
  }

  @Periodic({ name: 'send-mails', every: EVERY_MS, role: 'worker' })
  async sendDueMails(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (!this.mailer.isSetUp) return;
    const dueAt = this.clock.now();
    while (!signal.aborted) {
      const waiting = await this.takeDueMail(dueAt);
      const kind = waiting && this.kinds.get(waiting.kind);
      if (!kind) return;
      await this.sendQueuedMail(waiting, kind);
    }
  }

  /**
   * Takes a mail that is due and has no earlier one on its topic waiting. No other process takes it until its next attempt, which is later than this sending
   * can last.
   */
  private async takeDueMail(dueAt: Date): Promise<WaitingMail | undefined> {
    return sql(this.database).first(
      waitingMail,
      `UPDATE mails SET attempts = attempts + 1, last_error = NULL,
              next_try_at = $1::timestamptz + interval '2 minutes' * power(2, least(attempts, 8))
        WHERE id = (SELECT id FROM mails m WHERE state = 'waiting' AND next_try_at <= $2 AND kind = ANY($3)
                        AND NOT EXISTS (SELECT FROM mails e WHERE e.topic = m.topic AND e.id < m.id AND e.state = 'waiting')
                     ORDER BY next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, about, attempts`,
      [this.clock.now(), dueAt, [...this.kinds.keys()]],
    );
  }

  private async sendQueuedMail(
    { id, kind: name, about, attempts }: WaitingMail,
    kind: MailKind,
  ): Promise<void> {
    try {
      const mail = await kind.compose(about);
      if (!mail) return await this.endMail(id, 'dropped');
      await this.mailer.sendMail({ ...mail, id: `${name}-${about}` });
      failpoint('mail.accepted');
      await this.endMail(id, 'sent');
    } catch (error) {
      const cause = errorText(error);
      this.logger.warn(`${kind.inAlert(about).name} was not mailed at try ${attempts}: ${cause}`);
      if (error instanceof MailRefusedError || attempts >= MAX_TRIES)
        return this.parkMail(id, kind.inAlert(about), cause);
      await sql(this.database).run(`UPDATE mails SET last_error = $3 WHERE id = $1 AND attempts = $2`, [
        id,
        attempts,
        cause,
      ]);
    }
  }

  private async endMail(id: number, state: 'sent' | 'dropped'): Promise<void> {
    await sql(this.database).run(
      `UPDATE mails SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'waiting'`,
      [id, state, this.clock.now()],
    );
  }

  /** Gives up a mail after too many attempts, and raises one alert. */
  private async parkMail(
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
