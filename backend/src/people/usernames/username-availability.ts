import { Inject, Injectable, Logger } from '@nestjs/common';
import { RESERVED_NAME_DAYS } from '@pax/contracts';
import { type EntityManager, DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { listCaseForms, listSkeletons, strictSkeleton } from './name-skeleton.js';
import { ShopError } from '../../platform/shop-error.js';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { RoleSource } from '../rights/role-source.js';
import { FormerIdentities, type DepartedIdentity, type NameOwner } from '../accounts/former-identities.js';
import { listImitatedNames, isReservedUsername } from './reserved-usernames.js';
import type { User } from '../accounts/user.entity.js';
import { usernameKey } from './username-key.js';
import { InjectDataSource } from '@nestjs/typeorm';

const DAY_MS = 86_400_000;

const sameRow = z.object({ same: z.boolean() });
const memberRow = idRow.extend({
  username: z.string(),
  /** True for admins and operators. */
  isAdmin: z.boolean(),
});

/** Reasons to refuse a username: reserved, taken, or similar to a taken one. */
type NameProblem = 'USERNAME_RESERVED' | 'USERNAME_TAKEN' | 'USERNAME_TOO_SIMILAR';

const MESSAGES: Readonly<Record<NameProblem, string>> = {
  USERNAME_RESERVED: 'This username is reserved.',
  USERNAME_TAKEN: 'This username is already taken.',
  USERNAME_TOO_SIMILAR: 'This username looks like one that is already taken.',
};

export const nameRefusedError = (problem: NameProblem): ShopError =>
  new ShopError(problem, MESSAGES[problem]);

/** Decides which usernames accounts may take, and which given-up names are on cooldown. */
@Injectable()
export class UsernameAvailability {
  constructor(
    private readonly departed: FormerIdentities,
    private readonly roles: RoleSource,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'adminDiscordIds'>,
  ) {}

  /**
   * Checks whether a username is free for a new account, or for its owner. A name that another person gave up stays
   * on cooldown.
   * @returns undefined when the name is free
   */
  async findNameProblem(
    manager: EntityManager,
    username: string,
    owner: NameOwner = {},
  ): Promise<NameProblem | undefined> {
    const { id: ownId = null } = owner;
    if (isReservedUsername(username)) return 'USERNAME_RESERVED';
    const key = usernameKey(username);
    const rows = await sql(manager).rows(
      sameRow,
      `SELECT username_key = $1 AS same FROM users
        WHERE (username_key = $1 OR username_skeleton = ANY($2)) AND id IS DISTINCT FROM $3`,
      [key, listSkeletons(username), ownId],
    );
    if (rows.some(({ same }) => same)) return 'USERNAME_TAKEN';
    const isLikeOthers =
      rows.length > 0 ||
      (await this.resemblesTeamName(manager, username, ownId)) ||
      (await this.departed.isNameOnCooldown(manager, username, owner));
    return isLikeOthers ? 'USERNAME_TOO_SIMILAR' : undefined;
  }

  /**
   * Checks a username like `findNameProblem`, under a lock until the transaction ends, so that concurrent requests for
   * similar names wait.
   */
  async lockAndFindNameProblem(
    tx: Tx,
    username: string,
    owner: NameOwner = {},
  ): Promise<NameProblem | undefined> {
    // Sorts the locks, as every request does, to prevent deadlocks.
    for (const skeleton of listSkeletons(username).toSorted())
      await sql(tx).run(`SELECT pg_advisory_xact_lock(hashtextextended($1, 20))`, [skeleton]);
    return this.findNameProblem(tx, username, owner);
  }

  /**
   * Starts the cooldown of the username that a locked account gives up.
   * @throws ShopError USERNAME_CHANGES_SPENT when the account has given up too many names recently
   */
  async startNameCooldown(tx: Tx, user: Pick<User, 'id' | 'username'>, next: string): Promise<void> {
    await this.departed.assertNameChangeAllowed(tx, user.id, user.username, next);
    await this.departed.storeIdentities(tx, user.id, await this.listCooldownIdentities(tx, user));
  }

  /**
   * Builds the identities to put on cooldown when a username is given up: the name itself and, for staff, all
   * similar names.
   */
  async listCooldownIdentities(
    tx: Tx,
    { id, username }: Pick<User, 'id' | 'username'>,
  ): Promise<DepartedIdentity[]> {
    const rest = { value: username, restsUntil: this.clock.fromNow(RESERVED_NAME_DAYS * DAY_MS) };
    const team = await this.listTeamMembers(tx);
    const isTeam = team.some((member) => member.id === id);
    return [{ kind: 'username', ...rest }, ...(isTeam ? [{ kind: 'team-name' as const, ...rest }] : [])];
  }

  /** Tells whether a username looks similar to that of a staff member, or imitates an admin's. */
  private async resemblesTeamName(
    manager: EntityManager,
    username: string,
    ownId: number | null,
  ): Promise<boolean> {
    const forms = listCaseForms(username);
    const bare = new Set(forms.map(strictSkeleton));
    const imitated = new Set(forms.flatMap(listImitatedNames).map(strictSkeleton));
    const team = await this.listTeamMembers(manager);
    return team.some((member) => {
      const name = strictSkeleton(member.username);
      return member.id !== ownId && (member.isAdmin ? imitated.has(name) : bare.has(name));
    });
  }

  /** Lists staff: admins, operators, accounts with a second step, and people whom Discord named as staff before. */
  private listTeamMembers(manager: EntityManager): Promise<z.infer<typeof memberRow>[]> {
    const { adminDiscordIds } = this.settings;
    return sql(manager).rows(
      memberRow,
      `SELECT id, username, operator_since IS NOT NULL OR coalesce(discord_id = ANY($2), false) AS "isAdmin"
         FROM users
        WHERE id IN (SELECT id FROM users WHERE operator_since IS NOT NULL
                     UNION SELECT id FROM users WHERE discord_id = ANY($1)
                     UNION SELECT user_id FROM second_steps
                     UNION SELECT k.user_id FROM known_staff k JOIN users s ON s.id = k.user_id
                      WHERE s.discord_id IS NOT NULL)`,
      [[...adminDiscordIds, ...this.roles.listKnownStaffIds()], adminDiscordIds],
    );
  }
}

/**
 * Remembers which accounts were staff at Discord's last answer, so that their names stay protected after a
 * restart. The memory gives no right.
 */
@Injectable()
export class KnownStaff {
  private readonly logger = new Logger(KnownStaff.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    roles: RoleSource,
  ) {
    roles.answered.subscribe(({ discordId, isStaff }) => void this.recordAnswer(discordId, isStaff));
  }

  /** Never throws: a failed write is made up for at Discord's next answer. */
  private async recordAnswer(discordId: string, isStaff: boolean): Promise<void> {
    const statement = isStaff
      ? `INSERT INTO known_staff (user_id) SELECT id FROM users u WHERE discord_id = $1
          AND NOT EXISTS (SELECT FROM known_staff k WHERE k.user_id = u.id) ON CONFLICT DO NOTHING`
      : 'DELETE FROM known_staff k USING users u WHERE u.id = k.user_id AND u.discord_id = $1';
    try {
      await sql(this.database).run(statement, [discordId]);
    } catch (error) {
      this.logger.warn(
        `Could not note who is staff: ${String(error)}. The next answer from Discord is noted again.`,
      );
    }
  }
}
