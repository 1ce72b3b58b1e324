import {
  newUsername,
  updateProfileRequest,
  username,
  type AccountProfile,
  type UpdateProfileRequest,
} from '@pax/contracts';

/** What is typed on the profile. */
export interface ProfileFields {
  username: string;
  discordId: string;
  minecraftName: string;
}

const PROBLEMS = [
  'usernameShort',
  'usernameLong',
  'usernameForm',
  'usernameScript',
  'usernameTaken',
  'usernameReserved',
  'usernameSimilar',
  'discordId',
  'game',
] as const;
/** What can be wrong with a field, as keys of the catalogue below `profile.problem`. */
export type ProfileProblem = (typeof PROBLEMS)[number];

export const problemOf = (named: string | undefined): ProfileProblem | undefined =>
  PROBLEMS.find((problem) => problem === named);

export const fieldsOf = (profile: AccountProfile): ProfileFields => ({
  username: profile.username,
  discordId: profile.discordId ?? profile.claimedDiscordId ?? '',
  minecraftName: profile.minecraftName ?? '',
});

/** Only what differs from the profile; a proven Discord id is never sent. */
export function changesOf(profile: AccountProfile, typed: ProfileFields): UpdateProfileRequest {
  const before = fieldsOf(profile);
  const changes: UpdateProfileRequest = {};
  if (typed.username.trim() !== before.username) changes.username = typed.username.trim();
  if (profile.discordId === null && typed.discordId.trim() !== before.discordId)
    changes.discordId = typed.discordId.trim();
  if (typed.minecraftName.trim() !== before.minecraftName) changes.minecraftName = typed.minecraftName.trim();
  return changes;
}

export function checkUsername(typed: string): true | ProfileProblem {
  const code = username.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  if (code === 'too_small') return 'usernameShort';
  return code === 'too_big' ? 'usernameLong' : 'usernameForm';
}

/** A name may stay as it is; a new one follows today's rules (OWN-370). */
export function checkNewUsername(typed: string, before: string): true | ProfileProblem {
  if (typed.trim() === before) return true;
  const known = checkUsername(typed);
  return known === true ? newUsername.safeParse(typed).success || 'usernameScript' : known;
}

/** The problem of a name that the server refused; undefined when it refused something else. */
export function nameProblemOf(code: unknown): ProfileProblem | undefined {
  if (code === 'USERNAME_TAKEN') return 'usernameTaken';
  if (code === 'USERNAME_RESERVED') return 'usernameReserved';
  return code === 'USERNAME_TOO_SIMILAR' ? 'usernameSimilar' : undefined;
}

export const checkDiscordId = (typed: string): true | ProfileProblem =>
  updateProfileRequest.shape.discordId.safeParse(typed.trim()).success || 'discordId';

export const checkGameName = (typed: string): true | ProfileProblem =>
  updateProfileRequest.shape.minecraftName.safeParse(typed.trim()).success || 'game';
