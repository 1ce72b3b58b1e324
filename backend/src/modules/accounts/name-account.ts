import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import type { DepartedPeople } from './departed-people.js';
import { isReservedUsername } from './reserved-usernames.js';
import { usernameKey } from './username-key.js';
import { nameSkeleton } from '../../common/name-skeleton.js';

const sameRow = z.object({ same: z.boolean() });

/** Why a name is refused: reserved, taken, or similar to a taken one. */
export type NameProblem = 'USERNAME_RESERVED' | 'USERNAME_TAKEN' | 'USERNAME_TOO_SIMILAR';

const MESSAGES: Readonly<Record<NameProblem, string>> = {
  USERNAME_RESERVED: 'This username is reserved.',
  USERNAME_TAKEN: 'This username is already taken.',
  USERNAME_TOO_SIMILAR: 'This username looks like one that is already taken.',
};

export const nameRefused = (problem: NameProblem): ShopError => new ShopError(problem, MESSAGES[problem]);

/**
 * Checks whether a name is free for a new account, or for the account `ownId`; one that
 * another account gave up, by change or by deletion, rests for a while.
 * @returns undefined when it is free
 */
export async function nameProblem(
  manager: EntityManager,
  departed: DepartedPeople,
  username: string,
  ownId: number | null = null,
): Promise<NameProblem | undefined> {
  if (isReservedUsername(username)) return 'USERNAME_RESERVED';
  const key = usernameKey(username);
  const rows = await sql(manager).rows(
    sameRow,
    `SELECT username_key = $1 AS same FROM users
      WHERE (username_key = $1 OR username_skeleton = $2) AND id IS DISTINCT FROM $3`,
    [key, nameSkeleton(username), ownId],
  );
  if (rows.length === 0)
    return (await departed.isNameResting(manager, username, ownId)) ? 'USERNAME_TOO_SIMILAR' : undefined;
  return rows.some(({ same }) => same) ? 'USERNAME_TAKEN' : 'USERNAME_TOO_SIMILAR';
}

/** As `nameProblem`, under a lock until the transaction ends: a concurrent request for a similar name waits. */
export async function claimName(
  tx: Tx,
  departed: DepartedPeople,
  username: string,
  ownId: number | null = null,
): Promise<NameProblem | undefined> {
  await sql(tx).run(`SELECT pg_advisory_xact_lock(hashtextextended($1, 20))`, [nameSkeleton(username)]);
  return nameProblem(tx, departed, username, ownId);
}
