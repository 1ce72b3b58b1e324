import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures by the hash of their bytes, those that products may show, and those that belong to tickets. */
export class Pictures1700000000014 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The same bytes are stored once, whoever sends them.
      CREATE TABLE pictures (
        hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
        bytes bytea NOT NULL,
        width int NOT NULL CHECK (width > 0),
        height int NOT NULL CHECK (height > 0),
        stored_at timestamptz NOT NULL DEFAULT now()
      );
      -- WebP cannot be compressed further.
      ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;

      -- Uploaded for products: everybody may see them.
      CREATE TABLE product_pictures (
        hash text PRIMARY KEY REFERENCES pictures,
        uploaded_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE ticket_pictures (
        -- SHA-256 of the secret by which a ticket takes it.
        ref_hash text PRIMARY KEY,
        hash text NOT NULL REFERENCES pictures,
        -- Null until a ticket took it.
        ticket_id int REFERENCES tickets,
        place int,
        uploaded_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((ticket_id IS NULL) = (place IS NULL))
      );
      CREATE INDEX ticket_pictures_ticket ON ticket_pictures (ticket_id, place) WHERE ticket_id IS NOT NULL;
      CREATE INDEX ticket_pictures_unclaimed ON ticket_pictures (uploaded_at) WHERE ticket_id IS NULL;
      CREATE INDEX ticket_pictures_hash ON ticket_pictures (hash);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ticket_pictures, product_pictures, pictures`);
  }
}
