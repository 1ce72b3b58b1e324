import pg from 'pg';
import { FLOOR } from '../bench-shop.js';

const CHANNEL = 'bench_paid';

/**
 * Gets a database notification when a paid checkout commits, so that polling takes no time on the shop's core.
 * PostgreSQL commits notifying transactions one at a time, so only one purchase can be awaited.
 */
export class PaidNotices {
  private readonly paidRefs = new Set<string>();
  private wake = (): void => undefined;

  private constructor(private readonly database: pg.Client) {
    database.on('notification', ({ payload }) => {
      if (payload === undefined) return;
      this.paidRefs.add(payload);
      this.wake();
    });
  }

  static async open(databaseUrl: string): Promise<PaidNotices> {
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    await database.query(`
      CREATE FUNCTION ${FLOOR}.notify_paid() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify('${CHANNEL}', NEW.ref); RETURN NULL; END $$;
      CREATE TRIGGER bench_paid AFTER UPDATE OF state ON checkouts FOR EACH ROW
        WHEN (NEW.state = 'paid' AND OLD.state <> 'paid') EXECUTE FUNCTION ${FLOOR}.notify_paid();
      LISTEN ${CHANNEL}`);
    return new PaidNotices(database);
  }

  /** Waits until a checkout is paid, for at most a minute. */
  async waitFor(ref: string): Promise<void> {
    const end = AbortSignal.timeout(60_000);
    while (!this.paidRefs.has(ref)) {
      await new Promise<void>((resolve, reject) => {
        this.wake = resolve;
        end.addEventListener('abort', () => reject(new Error('the purchase is not paid')), { once: true });
      });
    }
    this.paidRefs.delete(ref);
  }

  async close(): Promise<void> {
    await this.database.query(`DROP TRIGGER bench_paid ON checkouts; DROP FUNCTION ${FLOOR}.notify_paid()`);
    await this.database.end();
  }
}
