import { Inject, Injectable } from '@nestjs/common';
import { gameNameKey } from '@pax/contracts';
import { createHmac } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { FORMER_SKELETONS, listCaseForms, nameSkeleton, strictSkeleton } from '../usernames/name-skeleton.js';
import { hashRow, idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Limit of given-up usernames that one account keeps blocked for others at a time. */
const MAX_NAMES_ON_COOLDOWN = 5;

const restingRow = z.object({ count: z.number(), until: z.date().nullable() });

/**
 * Functions that normalise an identity of a departed person, so that equal identities compare equal, by kind.
 */
const NORMALISE = {
  // Discord ids include unlinked ones, and ones that another account took over.
  discord: (id: string) => id,
  'game-name': gameNameKey,
  // Every game name that a blocked account paid for, stored even while the account exists.
  'ordered-name': gameNameKey,
  username: nameSkeleton,
  // A username that admins or staff gave up, which nobody may imitate.
  'team-name': strictSkeleton,
  'referral-code': (code: string) => code.toUpperCase(),
  // A Discord id that an account with a second step unlinked.
  'second-step': (id: string) => id,
} as const;
/** Normalisations that earlier versions of the shop used; hashes made with them are still searched. */
const FORMER_NORMALISE: Partial<Record<IdentityKind, ((value: string) => string)[]>> = {
  // Earlier versions kept the leading dot of names from Minecraft Bedrock.
  'game-name': [(name) => `.${gameNameKey(name)}`],
  username: [FORMER_SKELETONS.signs, FORMER_SKELETONS.dots, FORMER_SKELETONS.name],
  'team-name': [FORMER_SKELETONS.strict],
};
export type IdentityKind = keyof typeof NORMALISE;

export interface DepartedIdentity {
  kind: IdentityKind;
  value: string;
  /** Time until which the identity is kept; without a time it is kept for ever. */
  restsUntil?: Date;
}

/** The person who claims a name: an account, or someone whose Discord id was just proven. */
export interface NameOwner {
  id?: number | null;
  /** The proven Discord id. Accounts that had this id before belonged to the same person. */
  discordId?: string | null;
}

const successorRow = z.object({
  id: z.number(),
  discordId: z.string(),
  isOperator: z.boolean(),
  hash: z.string(),
});
const changedRow = z.object({ id: z.number(), blockedAt: z.date().nullable() });

const hashIdentityWithKey = (key: string, kind: IdentityKind, form: string): string =>
  createHmac('sha256', key).update(`departed:${kind}:${form}`).digest('hex');

/**
 * Stores keyed hashes of identities of deleted accounts and of unlinked Discord ids, so that a block or a
 * one-time reward outlives the account or the link.
 */
@Injectable()
export class FormerIdentities {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Hashes with a secret key, so that nobody can search a copy of the database by trying all ids. */
  hashIdentity(kind: IdentityKind, value: string): string {
    const { tokenKey, sessionSecret } = this.settings;
    return hashIdentityWithKey(tokenKey ?? sessionSecret, kind, NORMALISE[kind](value));
  }

  /**
   * Lists all hashes under which a value may be stored: also of former normalisations, and from before
   * TOKEN_KEY was set.
   */
  listIdentityHashes(kind: IdentityKind, value: string): string[] {
    const { tokenKey, sessionSecret } = this.settings;
    const forms = [NORMALISE[kind], ...(FORMER_NORMALISE[kind] ?? [])].map((form) => form(value));
    return [tokenKey ?? [], sessionSecret]
      .flat()
      .flatMap((key) => [...new Set(forms)].map((form) => hashIdentityWithKey(key, kind, form)));
  }

  /**
   * Stores the hashed identities of an account that is being erased. A repeat restarts the cooldown of names.
   */
  async storeIdentities(tx: Tx, userId: number, identities: readonly DepartedIdentity[]): Promise<void> {
    await sql(tx).run(
      `INSERT INTO departed_identities (kind, hash, user_id, rests_until)
       SELECT kind, hash, $1, rests_until FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS d (kind, hash, rests_until)
       ON CONFLICT (kind, hash, user_id) DO UPDATE SET rests_until = EXCLUDED.rests_until
         WHERE departed_identities.rests_until IS NOT NULL`,
      [
        userId,
        identities.map(({ kind }) => kind),
        identities.map(({ kind, value }) => this.hashIdentity(kind, value)),
        identities.map(({ restsUntil }) => restsUntil ?? null),
      ],
    );
  }

  /**
   * Checks that a locked account may change its username.
   * @throws ShopError USERNAME_CHANGES_SPENT when the account has given up too many names recently
   */
  async assertNameChangeAllowed(tx: Tx, userId: number, username: string, next: string): Promise<void> {
    const others = await sql(tx).first(
      restingRow,
      `SELECT count(*)::int AS count, min(rests_until) AS until FROM departed_identities
        WHERE kind = 'username' AND user_id = $1 AND rests_until > $2 AND hash <> ALL ($3)`,
      [
        userId,
        this.clock.now(),
        [username, next].flatMap((name) => this.listIdentityHashes('username', name)),
      ],
    );
    if (others?.until && others.count >= MAX_NAMES_ON_COOLDOWN)
      throw new ShopError(
        'USERNAME_CHANGES_SPENT',
        'You changed your username often lately. You can take back a former one, or wait.',
        { until: others.until.toISOString() },
      );
  }

  /** Deletes hashed identities whose cooldown is over. */
  async deleteExpiredIdentities(manager: EntityManager): Promise<void> {
    await sql(manager).run('DELETE FROM departed_identities WHERE rests_until <= $1', [this.clock.now()]);
  }

  /** Records that an account now has a Discord id that other accounts had before. */
  async recordNewOwner(tx: Tx, userId: number, discordId: string): Promise<void> {
    await sql(tx).run(
      `INSERT INTO departed_identities (kind, hash, user_id)
       SELECT DISTINCT kind, hash, $1::int FROM departed_identities WHERE kind = 'discord' AND hash = ANY($2)
       ON CONFLICT DO NOTHING`,
      [userId, this.listIdentityHashes('discord', discordId)],
    );
  }

  /** Finds which of the given Discord ids the account had at some time. */
  async findFormerIds(manager: EntityManager, userId: number, ids: readonly string[]): Promise<string[]> {
    const had = await sql(manager).rows(
      hashRow,
      `SELECT hash FROM departed_identities WHERE kind = 'discord' AND user_id = $1`,
      [userId],
    );
    const hashes = new Set(had.map(({ hash }) => hash));
    if (hashes.size === 0) return [];
    return ids.filter((id) => this.listIdentityHashes('discord', id).some((hash) => hashes.has(hash)));
  }

  /** Finds the accounts that had a Discord id before, including one that has the id again. */
  async findFormerAccountIds(manager: EntityManager, discordId: string): Promise<number[]> {
    const rows = await sql(manager).rows(
      idRow,
      `SELECT DISTINCT user_id AS id FROM departed_identities WHERE kind = 'discord' AND hash = ANY($1)`,
      [this.listIdentityHashes('discord', discordId)],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Tells whether the actor owns the account, or one that ever had the same proven Discord id.
   * @param actor as audit rows name it: `user:7`, `discord:310…` without an account
   */
  async isSamePerson(manager: EntityManager, actor: string, userId: number): Promise<boolean> {
    return actor === `user:${userId}` || (await this.listAccountsOf(manager, actor)).includes(userId);
  }

  /** Lists the accounts of the actor, present and former, as `isSamePerson` tells them. */
  async listAccountsOf(manager: EntityManager, actor: string): Promise<number[]> {
    const [kind, id = ''] = actor.split(':');
    if (kind !== 'user' && kind !== 'discord') return [];
    const userId = kind === 'user' ? Number(id) : null;
    const rows = await sql(manager).rows(
      idRow,
      `SELECT DISTINCT d.user_id AS id FROM departed_identities d WHERE d.kind = 'discord'
          AND d.hash = ANY(ARRAY(SELECT o.hash FROM departed_identities o
                WHERE o.kind = 'discord' AND o.user_id = $1) || $2::text[])`,
      [userId, kind === 'discord' ? this.listIdentityHashes('discord', id) : []],
    );
    return [...(userId === null ? [] : [userId]), ...rows.map((row) => row.id)];
  }

  /**
   * Finds the unblocked accounts that have a Discord id which the given account had before, ordered by id.
   */
  async findSuccessors(manager: EntityManager, userId: number): Promise<z.infer<typeof successorRow>[]> {
    const rows = await sql(manager).rows(
      successorRow,
      `SELECT u.id, u.discord_id AS "discordId", u.operator_since IS NOT NULL AS "isOperator", d.hash
         FROM departed_identities d
         JOIN departed_identities o ON o.kind = d.kind AND o.hash = d.hash AND o.user_id <> d.user_id
         JOIN users u ON u.id = o.user_id
        WHERE d.kind = 'discord' AND d.user_id = $1 AND u.blocked_at IS NULL AND u.discord_id IS NOT NULL
        ORDER BY u.id`,
      [userId],
    );
    // Excludes accounts that have unlinked the Discord id as well.
    return rows.filter(({ discordId, hash }) => this.listIdentityHashes('discord', discordId).includes(hash));
  }

  /**
   * Tells whether a blocked account paid for this game name. Anybody may order for a name, so a match
   * proves nothing.
   */
  isNameOfBlocked(manager: EntityManager, gameName: string): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities d JOIN users u ON u.id = d.user_id
        WHERE (d.kind = 'game-name' AND d.hash = ANY($1) OR d.kind = 'ordered-name' AND d.hash = ANY($2))
          AND u.blocked_at IS NOT NULL LIMIT 1`,
      [this.listIdentityHashes('game-name', gameName), this.listIdentityHashes('ordered-name', gameName)],
    );
  }

  /**
   * Finds accounts that were blocked or unblocked since the names they ordered for were last stored or
   * deleted.
   */
  findAccountsWithChangedBlock(manager: EntityManager): Promise<z.infer<typeof changedRow>[]> {
    return sql(manager).rows(
      changedRow,
      `SELECT id, blocked_at AS "blockedAt" FROM users
        WHERE (blocked_at IS NOT NULL) <> names_kept ORDER BY id LIMIT 100`,
    );
  }

  /**
   * Stores the game names that a blocked account ordered for, or deletes the stored names of an unblocked
   * one.
   */
  async syncOrderedNames(
    tx: Tx,
    userId: number,
    names: readonly string[],
    isBlocked: boolean,
  ): Promise<void> {
    const identities = names.map((value) => ({ kind: 'ordered-name' as const, value }));
    if (isBlocked) await this.storeIdentities(tx, userId, identities);
    else
      await sql(tx).run(`DELETE FROM departed_identities WHERE kind = 'ordered-name' AND user_id = $1`, [
        userId,
      ]);
    await sql(tx).run('UPDATE users SET names_kept = $2 WHERE id = $1', [userId, isBlocked]);
  }

  /**
   * Tells whether another account of this Discord id applied a referral code. Game names are not compared,
   * because anybody may order for any name.
   */
  wasPersonReferred(manager: EntityManager, discordId: string): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities d JOIN users u ON u.id = d.user_id
        WHERE d.kind = 'discord' AND d.hash = ANY($1) AND u.referred_by_user_id IS NOT NULL LIMIT 1`,
      [this.listIdentityHashes('discord', discordId)],
    );
  }

  /** Tells whether another account had a second step when it unlinked this Discord id. */
  hadSecondStep(manager: EntityManager, discordId: string, exceptUserId: number): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities WHERE kind = 'second-step' AND hash = ANY($1) AND user_id <> $2 LIMIT 1`,
      [this.listIdentityHashes('second-step', discordId), exceptUserId],
    );
  }

  /** Tells whether another person gave up this username, or one that looks alike, recently. */
  isNameOnCooldown(
    manager: EntityManager,
    username: string,
    { id = null, discordId = null }: NameOwner,
  ): Promise<boolean> {
    const forms = listCaseForms(username);
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities
        WHERE (kind = 'username' AND hash = ANY($1) OR kind = 'team-name' AND hash = ANY($2)) AND rests_until > $3
          AND user_id IS DISTINCT FROM $4
          AND user_id NOT IN (SELECT user_id FROM departed_identities WHERE kind = 'discord' AND hash = ANY($5))`,
      [
        forms.flatMap((form) => this.listIdentityHashes('username', form)),
        forms.flatMap((form) => this.listIdentityHashes('team-name', form)),
        this.clock.now(),
        id,
        discordId === null ? [] : this.listIdentityHashes('discord', discordId),
      ],
    );
  }

  /** Tells whether a deleted account had this referral code; links with the code are still shared. */
  hadReferralCode(manager: EntityManager, code: string): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities WHERE kind = 'referral-code' AND hash = ANY($1)`,
      [this.listIdentityHashes('referral-code', code)],
    );
  }
}
