import { updateProfileRequest, type AccountProfile, type UpdateProfileRequest } from '@pax/contracts';
import { USERNAME_PROBLEMS, usernameProblemOf } from '../../lib/values/username-problem';

/** Values of the profile form. */
export interface ProfileFields {
  username: string;
  discordId: string;
  minecraftName: string;
}

const PROBLEMS = [...USERNAME_PROBLEMS, 'usernameSpent', 'discordId', 'game'] as const;
/** Problems of a field, as catalogue keys below `profile.problem`. */
export type ProfileProblem = (typeof PROBLEMS)[number];

export const problemOf = (named: string | undefined): ProfileProblem | undefined =>
  PROBLEMS.find((problem) => problem === named);

export const fieldsOf = (profile: AccountProfile): ProfileFields => ({
  username: profile.username,
  discordId: profile.discordId ?? profile.claimedDiscordId ?? '',
  minecraftName: profile.minecraftName ?? '',
});

/** The problem of a new name that the server refused; undefined when it refused something else. */
export const nameProblemOf = (code: unknown): ProfileProblem | undefined =>
  code === 'USERNAME_CHANGES_SPENT' ? 'usernameSpent' : usernameProblemOf(code);

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

export const checkDiscordId = (typed: string): true | ProfileProblem =>
  updateProfileRequest.shape.discordId.safeParse(typed.trim()).success || 'discordId';

export const checkGameName = (typed: string): true | ProfileProblem =>
  updateProfileRequest.shape.minecraftName.safeParse(typed.trim()).success || 'game';
