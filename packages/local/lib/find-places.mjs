/** Finds where a term of the shop is defined, decided and tested. Works on texts only, without disk or Git. */

/** @typedef {{ path: string, text: string }} File */
/** @typedef {{ title: string, places: string[] }} Section */

const SPEC = /spec\.tsx?$/;
const SOURCE = /\.(ts|tsx|mjs|cjs|sql)$/;
const DECISION = /\/decisions\/(?!README)/;
const REQUIREMENTS = /\/requirements\//;
/** Largest number of places in a section, so that all sections fit on a screen. */
const MAX_PLACES = 4;
/** Matches an entry of the glossary: its terms, then their meaning, with files and tables in backticks. */
const ENTRY = /^- \*\*(.+?)\*\*[\s\S]*?(?=\n- \*\*|\n\n|$(?![\s\S]))/gm;

export const USAGE = 'Usage: npm run where <word>, or npm run where -- <word> --all';

/**
 * Finds the places of a term: files named after it, then definitions, then uses. Among uses, the CHECK constraint that
 * allows a state comes first. Several words that are no phrase are searched one by one.
 * @param {readonly File[]} files
 * @param {string} term one or more words, in any notation: `stock post`, `stock-post`, `StockPost`; `…` is any text
 * @param {{ isAll?: boolean }} [options] `isAll` leaves nothing out
 * @returns {Section[]} only sections that have a place
 */
export function findPlaces(files, term, { isAll = false } = {}) {
  const words = term
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}_.…]/gu, ''))
    .filter((word) => word !== '');
  const name = words.map((word) => (word === '…' ? '.{1,40}' : word)).join('[-_ ]?');
  const anywhere = new RegExp(name, 'i');
  const defines = new RegExp(
    `((export|CREATE TABLE|^(async )?function|^(private|protected|static|async)) [\\w ]*?\\b\\w*${name}\\w*|^const \\w*${name}\\w* = (async )?(\\(|\\w+ =>)|^\\w*${name}\\w*: defineCall\\()`,
    'i',
  );
  const uses = new RegExp(
    `(['"\`])${name}\\1|\\b(FROM|INTO|UPDATE|JOIN) "?${name}\\b|Calls\\.\\w*${name}\\w*`,
    'i',
  );
  /** @param {File} file */
  const inName = ({ path }) => anywhere.test(path.split('/').at(-1) ?? '');
  const source = files.filter(({ path }) => SOURCE.test(path) && !SPEC.test(path));
  const tests = files.filter(({ path }) => SPEC.test(path));
  const docs = files.filter(({ path }) => path.endsWith('.md'));
  const references = findReferences(docs, new RegExp(`(^|, |\\()${name}(s|\\(|\\)|,|$)`, 'i'));
  /** @param {File} file */
  const isReferred = ({ path, text }) =>
    references.some((reference) =>
      reference.includes('/')
        ? `${path}/`.startsWith(`${reference}/`)
        : new RegExp(`TABLE ${reference}\\b`).test(text),
    );
  /** @param {File} file */
  const testsReference = ({ path, text }) =>
    references.some((reference) =>
      reference.includes('/')
        ? path.startsWith(reference.replace(SOURCE, '')) || text.includes(nameOf(reference))
        : text.includes(reference),
    );
  /** @param {readonly File[]} among @param {RegExp} wanted @param {(path: string) => boolean} [kind] */
  const lines = (among, wanted, kind = () => true) =>
    among.filter(({ path }) => kind(path)).flatMap(({ path, text }) => findLines(path, text, wanted));
  const named = [...tests.filter(inName).map(({ path }) => path), ...lines(tests, testTitled(name))];
  const sections = [
    {
      title: 'glossary',
      places: sortFirst(
        lines(docs, anywhere, (path) => path.endsWith('/glossary.md')),
        new RegExp(`- \\*\\*[^*]*${name}`, 'i'),
      ),
    },
    { title: 'pages', places: findPages(docs, anywhere) },
    {
      title: 'files',
      places: sortFirst(
        [...source.filter(isReferred), ...source.filter((file) => inName(file) && !isReferred(file))].map(
          ({ path }) => path,
        ),
        new RegExp(`^(?!.*/migrations/).*/${name}[^/]*$`, 'i'),
      ),
    },
    { title: 'definitions', places: sortFirst(lines(source, defines), /export |CREATE TABLE /) },
    { title: 'uses', places: sortFirst(lines(source, uses), /CHECK \(/) },
    { title: 'decisions', places: findDecisions(docs, anywhere) },
    { title: 'requirements', places: lines(docs, anywhere, (path) => REQUIREMENTS.test(path)) },
    {
      title: 'tests',
      places: named.length > 0 ? named : tests.filter(testsReference).map(({ path }) => path),
    },
  ];
  const found = sections.filter(({ places }) => places.length > 0);
  if (found.length === 0 && words.length > 1) found.push(...findAllWords(files, words));
  return found.map(({ title, places }) => ({ title, places: isAll ? places : truncate(places, term) }));
}

/**
 * Formats sections for a terminal, in at most 55 lines.
 * @param {readonly Section[]} sections
 */
export const formatSections = (sections) =>
  sections
    .map(({ title, places }) => [title, ...places.map((place) => `  ${place}`)].join('\n'))
    .join('\n\n');

/**
 * Finds files that contain all words; files with all words in one line come first.
 * @param {readonly File[]} files
 * @param {readonly string[]} words
 * @returns {Section[]}
 */
function findAllWords(files, words) {
  const wanted = words.filter((word) => word !== '…').map((word) => word.toLowerCase());
  /** @param {string} text */
  const hasAll = (text) => wanted.every((word) => text.toLowerCase().includes(word));
  const among = files.filter(({ text }) => hasAll(text));
  const places = among.map(({ path, text }) => {
    const at = text.split('\n').findIndex(hasAll);
    return at < 0 ? path : `${path}:${at + 1}  ${text.split('\n')[at]?.trim().slice(0, 100)}`;
  });
  return places.length === 0 ? [] : [{ title: 'files with all words', places: sortFirst(places, /:\d+  /) }];
}

/**
 * Finds the files and tables that the glossary names for a term.
 * @param {readonly File[]} docs
 * @param {RegExp} wanted of the term among those of an entry
 * @returns {string[]} paths from the root, and names of tables
 */
function findReferences(docs, wanted) {
  const text = docs.find(({ path }) => path.endsWith('/glossary.md'))?.text ?? '';
  return [...text.matchAll(ENTRY)]
    .filter(([, terms = '']) => wanted.test(terms))
    .flatMap(([entry]) => [...entry.matchAll(/`([\w./-]+)`/g)].map(([, reference = '']) => reference))
    .map((reference) =>
      reference.startsWith('src/')
        ? `packages/contracts/${reference}`
        : reference.replace(/^(\w+)\.\w+$/, '$1'),
    );
}

/** @param {string} path */
const nameOf = (path) => path.split('/').at(-1)?.replace(SOURCE, '') ?? path;

/** @param {string} name */
const testTitled = (name) => new RegExp(`\\b(describe|it)(\\.each)?\\(.*${name}`, 'i');

/**
 * Finds the matching lines of a file, each with its place.
 * @param {string} path
 * @param {string} text
 * @param {RegExp} wanted
 */
const findLines = (path, text, wanted) =>
  text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `${path}:${index + 1}` }))
    .filter(({ line }) => wanted.test(line))
    .map(({ line, place }) => `${place}  ${line.slice(0, 100)}`);

/** Matches pages left out of the section "pages": those that other sections list, and generated ones. */
const LISTED = /\/decisions\/|\/requirements\/|\/glossary\.md$|\/events\.md$|\/screens\//;

/** Matches bold and quoted words of a page, such as the title of an alert, even across a line break. */
const MARKED = /\*\*([^*]+)\*\*|"([^"\n]+\n?[^"\n]*)"/g;

/**
 * Finds the lines of a page in which a bold or quoted text matches.
 * @param {File} page
 * @param {RegExp} wanted
 */
function findMarked({ path, text }, wanted) {
  const rows = [...text.matchAll(MARKED)]
    .filter(([, bold = '', quoted = '']) => wanted.test((bold || quoted).replaceAll(/\s+/g, ' ')))
    .map(({ index }) => text.slice(0, index).split('\n').length);
  return [...new Set(rows)].map(
    (row) => `${path}:${row}  ${text.split('\n')[row - 1]?.trim().slice(0, 100)}`,
  );
}

/**
 * Finds pages named after a term, then headings, then bold and quoted words that contain the term.
 * @param {readonly File[]} docs
 * @param {RegExp} wanted
 */
function findPages(docs, wanted) {
  const among = docs.filter(({ path }) => !LISTED.test(path));
  const named = among.filter(({ path }) => wanted.test(path.split('/').at(-1) ?? ''));
  const others = among.filter((file) => !named.includes(file));
  return [
    ...named.map(({ path, text }) => `${path}  ${text.split('\n', 1)[0]?.replace('# ', '')}`),
    ...others.flatMap(({ path, text }) =>
      findLines(path, text, new RegExp(`^#+ .*${wanted.source}`, 'i')).map((line) => line.replace(/#+ /, '')),
    ),
    ...others.flatMap((file) => findMarked(file, wanted)),
  ];
}

/**
 * Finds decisions that mention a term; those with the term in their heading come first.
 * @param {readonly File[]} docs
 * @param {RegExp} wanted
 */
const findDecisions = (docs, wanted) =>
  docs
    .filter(({ path }) => DECISION.test(path))
    .flatMap(({ path, text }) =>
      text
        .split(/^## /m)
        .slice(1)
        .map((decision) => ({ path, decision })),
    )
    .filter(({ decision }) => wanted.test(decision))
    .map(({ path, decision }) => ({ path, heading: decision.split('\n', 1)[0] ?? '' }))
    .toSorted((a, b) => Number(wanted.test(b.heading)) - Number(wanted.test(a.heading)))
    .map(({ path, heading }) => `${path}  ${heading}`);

/** @param {readonly string[]} places @param {RegExp} wanted */
const sortFirst = (places, wanted) =>
  places.toSorted((a, b) => Number(wanted.test(b)) - Number(wanted.test(a)));

/** @param {readonly string[]} places @param {string} term */
const truncate = (places, term) =>
  places.length > MAX_PLACES
    ? [
        ...places.slice(0, MAX_PLACES),
        `… and ${places.length - MAX_PLACES} more: npm run where -- ${term} --all`,
      ]
    : [...places];
