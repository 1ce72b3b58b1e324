import { Inject, Injectable } from '@nestjs/common';
import { gameNameKey } from '@pax/contracts';
import { createHmac } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import {
  strictSkeleton,
  skeletonWithDots,
  nameSkeleton,
  skeletonWithSigns,
} from '../usernames/name-skeleton.js';
import { hashRow, idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Limit of given-up names that one account keeps from others at a time. */
const MAX_NAMES_ON_COOLDOWN = 5;

const restingRow = z.object({ count: z.number(), until: z.date().nullable() });

/** Identities by which a returning person is recognised, each in a form in which equal ones compare equal. */
const NORMALISE = {
  // Includes unlinked ids, and ids taken over from another account.
  discord: (id: string) => id,
  'game-name': gameNameKey,
  // Every name that a blocked account ordered for, even while the account exists.
  'ordered-name': gameNameKey,
  username: nameSkeleton,
  // A username given up by admins or staff, which nobody may imitate.
  'team-name': strictSkeleton,
  'referral-code': (code: string) => code.toUpperCase(),
  // A Discord id unlinked by an account with a second step.
  'second-step': (id: string) => id,
} as const;
/** Normalised forms of earlier versions, which are still searched. */
const FORMER_NORMALISE: Partial<Record<IdentityKind, ((value: string) => string)[]>> = {
  // Earlier versions kept the leading dot of Bedrock names.
  'game-name': [(name) => `.${gameNameKey(name)}`],
  username: [skeletonWithSigns, skeletonWithDots],
};
export type IdentityKind = keyof typeof NORMALISE;

export interface DepartedIdentity {
  kind: IdentityKind;
  value: string;
  /** Time until which the identity is kept; without one it is kept for ever. */
  restsUntil?: Date;
}

/** The claimant of a name: an account, or the person of a Discord id that Discord has just proved. */
export interface NameOwner {
  id?: number | null;
  /** The proven one: accounts that had it before were the same person's. */
  discordId?: string | null;
}

const successorRow = z.object({
  id: z.number(),
  discordId: z.string(),
  isOperator: z.boolean(),
  hash: z.string(),
});
const changedRow = z.object({ id: z.number(), blockedAt: z.date().nullable() });

const hashOf = (key: string, kind: IdentityKind, form: string): string =>
  createHmac('sha256', key).update(`departed:${kind}:${form}`).digest('hex');

/**
 * Keyed hashes of the identities of deleted accounts and of unlinked Discord ids, so that blocks and rewards that are
 * given once outlive account and link.
 */
@Injectable()
export class DepartedPeople {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Uses a key, so that a copy of the database cannot be searched by trying all ids. */
  hash(kind: IdentityKind, value: string): string {
    const { tokenKey, sessionSecret } = this.settings;
    return hashOf(tokenKey ?? sessionSecret, kind, NORMALISE[kind](value));
  }

  /** Lists all hashes of a value: those of former forms too, and those made before TOKEN_KEY was set. */
  hashes(kind: IdentityKind, value: string): string[] {
    const { tokenKey, sessionSecret } = this.settings;
    const forms = [NORMALISE[kind], ...(FORMER_NORMALISE[kind] ?? [])].map((form) => form(value));
    return [tokenKey ?? [], sessionSecret]
      .flat()
      .flatMap((key) => [...new Set(forms)].map((form) => hashOf(key, kind, form)));
  }

  /** Stores the hashes of an account that is being erased; repeating it restarts cooldowns. */
  async storeIdentities(tx: Tx, userId: number, identities: readonly DepartedIdentity[]): Promise<void> {
    await sql(tx).run(
      `INSERT INTO departed_identities (kind, hash, user_id, rests_until)
       SELECT kind, hash, $1, rests_until FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS d (kind, hash, rests_until)
       ON CONFLICT (kind, hash, user_id) DO UPDATE SET rests_until = EXCLUDED.rests_until
         WHERE departed_identities.rests_until IS NOT NULL`,
      [
        userId,
        identities.map(({ kind }) => kind),
        identities.map(({ kind, value }) => this.hash(kind, value)),
        identities.map(({ restsUntil }) => restsUntil ?? null),
      ],
    );
  }

  /**
   * Checks that a locked account may give up its username for another one.
   * @throws ShopError USERNAME_CHANGES_SPENT when as many of its names rest as may
   */
  async assertNameChangeAllowed(tx: Tx, userId: number, username: string, next: string): Promise<void> {
    const others = await sql(tx).first(
      restingRow,
      `SELECT count(*)::int AS count, min(rests_until) AS until FROM departed_identities
        WHERE kind = 'username' AND user_id = $1 AND rests_until > $2 AND hash <> ALL ($3)`,
      [userId, this.clock.now(), [username, next].flatMap((name) => this.hashes('username', name))],
    );
    if (others?.until && others.count >= MAX_NAMES_ON_COOLDOWN)
      throw new ShopError(
        'USERNAME_CHANGES_SPENT',
        'You changed your username often lately. You can take back a former one, or wait.',
        { until: others.until.toISOString() },
      );
  }

  /** Deletes identities whose cooldown is over. */
  async deleteExpired(manager: EntityManager): Promise<void> {
    await sql(manager).run('DELETE FROM departed_identities WHERE rests_until <= $1', [this.clock.now()]);
  }

  /** Records that an account now has a Discord id which others had before. */
  async recordNewOwner(tx: Tx, userId: number, discordId: string): Promise<void> {
    await sql(tx).run(
      `INSERT INTO departed_identities (kind, hash, user_id)
       SELECT DISTINCT kind, hash, $1::int FROM departed_identities WHERE kind = 'discord' AND hash = ANY($2)
       ON CONFLICT DO NOTHING`,
      [userId, this.hashes('discord', discordId)],
    );
  }

  /** Finds which of these Discord ids an account had at some time. */
  async findFormerIds(manager: EntityManager, userId: number, ids: readonly string[]): Promise<string[]> {
    const had = await sql(manager).rows(
      hashRow,
      `SELECT hash FROM departed_identities WHERE kind = 'discord' AND user_id = $1`,
      [userId],
    );
    const hashes = new Set(had.map(({ hash }) => hash));
    if (hashes.size === 0) return [];
    return ids.filter((id) => this.hashes('discord', id).some((hash) => hashes.has(hash)));
  }

  /** Finds the accounts that had a Discord id before, also one that has it again. */
  async findFormerAccountIds(manager: EntityManager, discordId: string): Promise<number[]> {
    const rows = await sql(manager).rows(
      idRow,
      `SELECT DISTINCT user_id AS id FROM departed_identities WHERE kind = 'discord' AND hash = ANY($1)`,
      [this.hashes('discord', discordId)],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Tells whether the actor has the account, or one that ever had the same proven Discord id.
   * @param actor as audit rows name it: `user:7`, `discord:310…` without an account
   */
  async isSamePerson(manager: EntityManager, actor: string, userId: number): Promise<boolean> {
    if (actor === `user:${userId}`) return true;
    const [kind, id = ''] = actor.split(':');
    if (kind !== 'user' && kind !== 'discord') return false;
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities d WHERE d.kind = 'discord' AND d.user_id = $1
          AND (d.hash = ANY($2) OR EXISTS (SELECT FROM departed_identities o
                WHERE o.kind = d.kind AND o.hash = d.hash AND o.user_id = $3)) LIMIT 1`,
      kind === 'user' ? [userId, [], Number(id)] : [userId, this.hashes('discord', id), null],
    );
  }

  /** Finds the accounts, not blocked, that have a Discord id which another account had before, by id. */
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
    // An account that unlinked the id as well is no successor.
    return rows.filter(({ discordId, hash }) => this.hashes('discord', discordId).includes(hash));
  }

  /** Tells whether an account that is blocked now ordered for this game name, which may be anybody's. */
  isNameOfBlocked(manager: EntityManager, gameName: string): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities d JOIN users u ON u.id = d.user_id
        WHERE (d.kind = 'game-name' AND d.hash = ANY($1) OR d.kind = 'ordered-name' AND d.hash = ANY($2))
          AND u.blocked_at IS NOT NULL LIMIT 1`,
      [this.hashes('game-name', gameName), this.hashes('ordered-name', gameName)],
    );
  }

  /** Finds accounts whose block changed since their ordered names were stored or deleted. */
  findAccountsWithChangedBlock(manager: EntityManager): Promise<z.infer<typeof changedRow>[]> {
    return sql(manager).rows(
      changedRow,
      `SELECT id, blocked_at AS "blockedAt" FROM users
        WHERE (blocked_at IS NOT NULL) <> names_kept ORDER BY id LIMIT 100`,
    );
  }

  /** Stores the names that a blocked account ordered for, or deletes those of an unblocked one. */
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
   * Tells whether another account of this Discord id applied a referral code. Ignores game names, which anybody may
   * order for.
   */
  wasReferred(manager: EntityManager, discordId: string): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities d JOIN users u ON u.id = d.user_id
        WHERE d.kind = 'discord' AND d.hash = ANY($1) AND u.referred_by_user_id IS NOT NULL LIMIT 1`,
      [this.hashes('discord', discordId)],
    );
  }

  /** Tells whether another account had a second step when it let this Discord id go. */
  hadSecondStep(manager: EntityManager, discordId: string, exceptUserId: number): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities WHERE kind = 'second-step' AND hash = ANY($1) AND user_id <> $2 LIMIT 1`,
      [this.hashes('second-step', discordId), exceptUserId],
    );
  }

  /** Tells whether another person gave up this or a similar username recently. */
  isNameOnCooldown(
    manager: EntityManager,
    username: string,
    { id = null, discordId = null }: NameOwner,
  ): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities
        WHERE (kind = 'username' AND hash = ANY($1) OR kind = 'team-name' AND hash = ANY($2)) AND rests_until > $3
          AND user_id IS DISTINCT FROM $4
          AND user_id NOT IN (SELECT user_id FROM departed_identities WHERE kind = 'discord' AND hash = ANY($5))`,
      [
        this.hashes('username', username),
        this.hashes('team-name', username),
        this.clock.now(),
        id,
        discordId === null ? [] : this.hashes('discord', discordId),
      ],
    );
  }

  /** Tells whether a referral code was a deleted account's, because links with it are still shared. */
  hadReferralCode(manager: EntityManager, code: string): Promise<boolean> {
    return sql(manager).exists(
      `SELECT 1 FROM departed_identities WHERE kind = 'referral-code' AND hash = ANY($1)`,
      [this.hashes('referral-code', code)],
    );
  }
}
