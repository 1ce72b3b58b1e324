import type { DataSource } from 'typeorm';

/** Writes the creation event of a row that a spec inserted, as published, because invariant E1 requires it. */
export async function insertCreationEvent(
  database: DataSource,
  type: 'product.created' | 'user.registered',
  id: number,
): Promise<void> {
  await database.query(
    `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, published_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 1, now()) ON CONFLICT DO NOTHING`,
    [type, type.split('.')[0], String(id)],
  );
}
