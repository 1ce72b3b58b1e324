import pg from 'pg';
import { FLOOR } from '../stage.js';

const BELL = 'bench_paid';

/**
 * Hears of every checkout that is paid, with its commit. Postgres tells of it, so that nobody has to ask again and again
 * on the shop's core. Commits that tell of something go one after the other: for one purchase at a time only.
 */
export class PaidNotices {
  private readonly told = new Set<string>();
  private heard = (): void => undefined;

  private constructor(private readonly database: pg.Client) {
    database.on('notification', ({ payload }) => {
      if (payload === undefined) return;
      this.told.add(payload);
      this.heard();
    });
  }

  static async open(databaseUrl: string): Promise<PaidNotices> {
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    await database.query(`
      CREATE FUNCTION ${FLOOR}.tell_paid() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify('${BELL}', NEW.ref); RETURN NULL; END $$;
      CREATE TRIGGER bench_paid AFTER UPDATE OF state ON checkouts FOR EACH ROW
        WHEN (NEW.state = 'paid' AND OLD.state <> 'paid') EXECUTE FUNCTION ${FLOOR}.tell_paid();
      LISTEN ${BELL}`);
    return new PaidNotices(database);
  }

  /** Waits until a checkout is paid, at most a minute. */
  async of(ref: string): Promise<void> {
    const end = AbortSignal.timeout(60_000);
    while (!this.told.has(ref)) {
      await new Promise<void>((resolve, reject) => {
        this.heard = resolve;
        end.addEventListener('abort', () => reject(new Error('the purchase is not paid')), { once: true });
      });
    }
    this.told.delete(ref);
  }

  async close(): Promise<void> {
    await this.database.query(`DROP TRIGGER bench_paid ON checkouts; DROP FUNCTION ${FLOOR}.tell_paid()`);
    await this.database.end();
  }
}
