import { listCaseForms, strictSkeleton } from './name-skeleton.js';

/**
 * Matches the gaps between the words of a name: signs, and changes of letter case, as in `SupportTeam` and
 * `ADMINNova`.
 */
const BETWEEN_WORDS = /[._ -]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Removes the digits at both ends of a name. */
const removeDigits = (name: string): string => name.replaceAll(/^\d+|\d+$/g, '');

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

/** Titles of staff, which are refused alone, with digits, and as a word of a longer name. */
const STAFF_TITLES =
  'admin administrator moderator operator admins administrators moderators operators staff support official helpdesk ' +
  'webmaster sysadmin sysop paxmarket kundendienst kundenservice betreiber inhaber ' +
  'moderation moderatoren moderatorin administration administratoren administratorin ' +
  'админ администратор администрация модерация модератор модер оператор поддержка техподдержка саппорт адміністратор підтримка ' +
  'διαχειριστής διαχειρίστρια συντονιστής υποστήριξη προσωπικό ' +
  'مدير المدير مشرف المشرف مسؤول المسؤول الإدارة الدعم';
/** Titles in scripts without spaces between words, which are refused anywhere in a name. */
const UNSPACED_TITLES =
  '管理员 管理員 客服 官方 版主 站长 站長 管理人 管理者 運営 公式 サポート スタッフ モデレーター ' +
  '관리자 운영자 운영진 고객센터 고객지원 스태프 어드민';
/** Words with a meaning in programs or on screens, which are refused alone or with digits. */
const RESERVED_WORDS =
  'pax shop market team owner system service root mod bot server discord stripe paypal guest visitor customer ' +
  'trader nobody anonymous unknown deleted deleteduser everyone here null undefined security billing payments ' +
  'refund refunds mods moderators helper helfer marketbot';

/**
 * Reserved words that do not mean the shop's staff, so that players may use them in longer names, as in `Unknown
 * Trader`.
 */
const OF_ANYBODY =
  'guest visitor customer trader nobody anonymous unknown deleted deleteduser everyone here null undefined root';
/** Words that mean the shop's staff only next to a reserved word, as in `Pax Helpers`; allowed alone. */
const COMPANIONS =
  'helpers owners teams services servers payment agent agents crew manager managers management founder';
/** Ranks, which make a title with a word of the team, as in `Co-Owner` and `trialmod`. */
const RANKS = 'co sr jr trial lead vice deputy assistant acting interim';
/** People of the team, who have ranks even without a space. */
const RANKED = 'owner owners mod mods helper helfer';
/** Words that mean the shop only beside its short name, as in `PaxHelp`; allowed alone. */
const SERVICES = 'help store sales order orders delivery contact info news care desk center giveaway';
/** Short articles and ranks, which other words may begin or end with. */
const SHORT_WORDS = `der die das ${RANKS}`;

/** Words that form a staff title together with one, even without a space, as in `headadmin`; allowed alone. */
const TITLE_COMPANIONS =
  'the der die das real head chief chef super senior junior главный our your unser game online live minecraft mc';

const staffTitles = new Set(STAFF_TITLES.split(' ').map(strictSkeleton));
const unspacedTitles = UNSPACED_TITLES.split(' ').map((title) => title.normalize('NFKC'));
const reservedNames = new Set(`${STAFF_TITLES} ${RESERVED_WORDS}`.split(' ').map(strictSkeleton));
const compoundParts = [...reservedNames, ...TITLE_COMPANIONS.split(' ').map(strictSkeleton)];
const skeletonsOf = (words: string): string[] => words.split(' ').map(strictSkeleton);
const anybodys = new Set(skeletonsOf(OF_ANYBODY));
const teamNames = new Set([...reservedNames].filter((name) => !anybodys.has(name)));
const ranks = skeletonsOf(RANKS);
const ranked = new Set([...staffTitles, ...skeletonsOf(RANKED)]);
const besideNames = [...compoundParts, ...skeletonsOf(COMPANIONS), ...ranks];
const withinNames = besideNames.filter((word) => !skeletonsOf(SHORT_WORDS).includes(word));
const OWN_PREFIX = /^pax(?:rnarket)?/;
/** The shop's full name, which is refused beside any other word. */
const SHOP_NAME = strictSkeleton('paxmarket');
/** Spells a skeleton by its sound: `Paks` and `Paxx` as `Pax`. */
const spellBySound = (form: string): string => form.replaceAll(/(?:ck|c|k)[sz]/g, 'x').replaceAll(/x+/g, 'x');
const shopSounds = ['paxmarket', 'paxmarkt'].map((name) => spellBySound(strictSkeleton(name)));
const besidePax = [...withinNames, ...skeletonsOf(SERVICES)].map(spellBySound);
const PAX: ReadonlySet<string> = new Set(['pax']);
const listSkeletonForms = (name: string): string[] => [name, removeDigits(name)].map(strictSkeleton);

const isStaffTitle = (word: string): boolean => listSkeletonForms(word).some((form) => staffTitles.has(form));

/**
 * Tells whether a name consists of known words only, at least one of them from the set `some`: `shopstaff`, but not
 * `flagstaff`.
 */
function isMadeOfWords(form: string, known: readonly string[], some: ReadonlySet<string>): boolean {
  // For each length of the name's beginning: undefined if not made of known words, else whether it contains a word
  // of `some`.
  const beginnings: (boolean | undefined)[] = [false];
  for (let end = 1; end <= form.length; end += 1)
    for (const word of known) {
      const before = form.endsWith(word, end) ? beginnings[end - word.length] : undefined;
      if (before !== undefined) beginnings[end] = beginnings[end] === true || before || some.has(word);
    }
  return beginnings[form.length] === true;
}

/** Tells whether a name means the shop's staff: all its words are reserved words, titles and their companions. */
function isTeamName(words: readonly string[]): boolean {
  const named = words.map((word) => strictSkeleton(removeDigits(word))).filter((word) => word !== '');
  return named.every((word) => besideNames.includes(word)) && named.some((word) => teamNames.has(word));
}

/** Tells whether a name sounds like the shop's: its full name, or its short one beside words of the shop. */
function soundsLikeShop(words: readonly string[]): boolean {
  const [whole = '', ...rests] = words.map((_, index) =>
    spellBySound(strictSkeleton(removeDigits(words.slice(index).join('')))),
  );
  const hasFullName = [whole, ...rests].some((rest) => shopSounds.some((sound) => rest.startsWith(sound)));
  return hasFullName || (!PAX.has(whole) && isMadeOfWords(whole, besidePax, PAX));
}

/** Tells whether a name is a rank and a title in one word, as in `coowner`. */
const isRankedTitle = (form: string): boolean =>
  ranks.some((rank) => form.startsWith(rank) && ranked.has(form.slice(rank.length)));

/**
 * Tells whether a username is reserved for the shop or looks like a reserved one. The seed and commands on the
 * server may use such names.
 */
export const isReservedUsername = (username: string): boolean =>
  listCaseForms(username).some(isReservedAsWritten);

function isReservedAsWritten(username: string): boolean {
  const plain = username.normalize('NFKC').replaceAll(/\P{L}/gu, '');
  if (unspacedTitles.some((title) => plain.includes(title))) return true;
  const forms = listSkeletonForms(username);
  if (forms.some((form) => form.includes(SHOP_NAME))) return true;
  if (forms.some((form) => reservedNames.has(form) || reservedNames.has(form.replace(OWN_PREFIX, ''))))
    return true;
  // Splits the name at digits as well as by words, because digits may be read as letters: `Nova7Admin`, `adm1n`.
  const words = [...username.split(BETWEEN_WORDS), ...username.split(/\P{L}+/u)];
  if (words.some(isStaffTitle) || isTeamName(username.split(BETWEEN_WORDS))) return true;
  if (soundsLikeShop(username.split(BETWEEN_WORDS)) || forms.some(isRankedTitle)) return true;
  return forms.some(
    (form) => isMadeOfWords(form, compoundParts, staffTitles) || isMadeOfWords(form, withinNames, teamNames),
  );
}
