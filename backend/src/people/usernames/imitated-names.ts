/**
 * Matches the gaps between the words of a name: signs, and changes of letter case, as in `SupportTeam` and
 * `ADMINNova`.
 */
export const BETWEEN_WORDS = /[._ -]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Removes the digits at both ends of a name. */
export const removeDigits = (name: string): string => name.replaceAll(/^\d+|\d+$/g, '');

/** Words that may stand before or after a name without making it another's. */
const FILLERS = 'the der die das real true official original echt echte echter its itz iam im mr xx'.split(
  ' ',
);
/** Number of letters that a name needs, so that digits beside it count as an imitation: `Nova2`, but not `Max2`. */
const MIN_BESIDE_DIGITS = 4;
/** The same for fillers without a gap, which are parts of honest names. */
const MIN_BESIDE_FILLER = 5;

/**
 * Lists the names that a username may imitate: itself, and itself without fillers and outer digits, as in `The
 * Nova`, `nova2` and `realastrid`.
 */
export function listImitatedNames(username: string): string[] {
  const words = username.split(BETWEEN_WORDS).filter((word) => word !== '');
  const kept = words.filter((word) => !FILLERS.includes(word.toLowerCase()));
  const joined = kept.join('');
  const bare = removeDigits(joined);
  const small = bare.toLowerCase();
  const unfilled = FILLERS.flatMap((filler) => [
    ...(small.startsWith(filler) ? [bare.slice(filler.length)] : []),
    ...(small.endsWith(filler) ? [bare.slice(0, -filler.length)] : []),
  ]).filter((name) => name.length >= MIN_BESIDE_FILLER);
  return [username, joined, ...(bare.length >= MIN_BESIDE_DIGITS ? [bare, ...unfilled] : [])];
}
