import { strictSkeleton } from './name-skeleton.js';

/** Titles of staff: refused alone, with digits, and as a word of a longer name. */
const STAFF_TITLES =
  'admin administrator moderator operator admins administrators moderators operators staff support official helpdesk ' +
  'webmaster sysadmin sysop paxmarket kundendienst kundenservice betreiber inhaber ' +
  'админ администратор модератор модер оператор поддержка техподдержка саппорт адміністратор підтримка ' +
  'διαχειριστής διαχειρίστρια συντονιστής υποστήριξη προσωπικό ' +
  'مدير المدير مشرف المشرف مسؤول المسؤول الإدارة الدعم';
/** Titles of scripts that put no space between words: refused wherever they stand in a name. */
const UNSPACED_TITLES =
  '管理员 管理員 客服 官方 版主 站长 站長 管理人 管理者 運営 公式 サポート スタッフ モデレーター ' +
  '관리자 운영자 운영진 고객센터 고객지원 스태프 어드민';
/** Words with a meaning in programs or on screens: refused alone or with digits only. */
const RESERVED_WORDS =
  'pax shop market team owner system service root mod bot server discord stripe paypal guest visitor customer ' +
  'trader nobody anonymous unknown deleted deleteduser everyone here null undefined security billing payments ' +
  'refund refunds mods moderators helper helfer marketbot';

/** Reserved words for a buyer or for nobody: players use them in names, as in `Unknown Trader`. */
const OF_ANYBODY =
  'guest visitor customer trader nobody anonymous unknown deleted deleteduser everyone here null undefined root';
/** Words that read as the shop's people beside a reserved one, as in `Pax Helpers`; free by themselves. */
const COMPANIONS =
  'helpers owners teams services servers payment agent agents crew manager managers management founder';
/** Articles that are the end of other words, too. */
const SHORT_ARTICLES = 'der die das';

/** Words that make a title of one without a space, as in `headadmin`; free by themselves. */
const TITLE_COMPANIONS =
  'the der die das real head chief chef super senior junior главный our your unser game online live minecraft mc';

const staffTitles = new Set(STAFF_TITLES.split(' ').map(strictSkeleton));
const unspacedTitles = UNSPACED_TITLES.split(' ').map((title) => title.normalize('NFKC'));
const reservedNames = new Set(`${STAFF_TITLES} ${RESERVED_WORDS}`.split(' ').map(strictSkeleton));
const compoundParts = [...reservedNames, ...TITLE_COMPANIONS.split(' ').map(strictSkeleton)];
const skeletonsOf = (words: string): string[] => words.split(' ').map(strictSkeleton);
const anybodys = new Set(skeletonsOf(OF_ANYBODY));
const teamNames = new Set([...reservedNames].filter((name) => !anybodys.has(name)));
const besideNames = [...compoundParts, ...skeletonsOf(COMPANIONS)];
const withinNames = besideNames.filter((word) => !skeletonsOf(SHORT_ARTICLES).includes(word));
const OWN_PREFIX = /^pax(?:rnarket)?/;
const withoutDigits = (name: string): string => name.replaceAll(/^\d+|\d+$/g, '');
const skeletonForms = (name: string): string[] => [name, withoutDigits(name)].map(strictSkeleton);

/** Signs, and where small letters or a row of capitals end: `SupportTeam`, `ADMINNova`. */
const BETWEEN_WORDS = /[._ -]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const isStaffTitle = (word: string): boolean => skeletonForms(word).some((form) => staffTitles.has(form));

/** Tells whether a name consists of known words, one of some among them: `shopstaff`, but not `flagstaff`. */
function isMadeOf(form: string, known: readonly string[], some: ReadonlySet<string>): boolean {
  // Each beginning of the name: has it one of some in it? Undefined where it does not consist of known words.
  const beginnings: (boolean | undefined)[] = [false];
  for (let end = 1; end <= form.length; end += 1)
    for (const word of known) {
      const before = form.endsWith(word, end) ? beginnings[end - word.length] : undefined;
      if (before !== undefined) beginnings[end] = beginnings[end] === true || before || some.has(word);
    }
  return beginnings[form.length] === true;
}

/** Tells whether a name reads as the shop's people: of reserved words, titles and what goes with them alone. */
function isOfTeam(words: readonly string[]): boolean {
  const named = words.map((word) => strictSkeleton(withoutDigits(word))).filter((word) => word !== '');
  return named.every((word) => besideNames.includes(word)) && named.some((word) => teamNames.has(word));
}

/** Tells whether a name is the shop's own or looks like it. The seed and the server's commands may use such names. */
export function isReservedUsername(username: string): boolean {
  const plain = username.normalize('NFKC').replaceAll(/\P{L}/gu, '');
  if (unspacedTitles.some((title) => plain.includes(title))) return true;
  const forms = skeletonForms(username);
  if (forms.some((form) => reservedNames.has(form) || reservedNames.has(form.replace(OWN_PREFIX, ''))))
    return true;
  // Parted by figures apart, since figures are read as letters too: `Nova7Admin`, `adm1n`.
  const words = [...username.split(BETWEEN_WORDS), ...username.split(/\P{L}+/u)];
  if (words.some(isStaffTitle) || isOfTeam(username.split(BETWEEN_WORDS))) return true;
  return forms.some(
    (form) => isMadeOf(form, compoundParts, staffTitles) || isMadeOf(form, withinNames, teamNames),
  );
}
