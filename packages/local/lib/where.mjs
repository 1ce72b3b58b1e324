/** Finds where a term of the shop is defined, decided and tested, as functions of texts, without disk or Git. */

/** @typedef {{ path: string, text: string }} File */
/** @typedef {{ title: string, places: string[] }} Section */

const SPEC = /spec\.tsx?$/;
const SOURCE = /\.(ts|tsx|mjs|cjs|sql)$/;
const DECISION = /\/decisions\/(?!README)/;
const REQUIREMENTS = /\/requirements\//;
/** Places of a section, so that all sections fit a screen. */
const MAX_PLACES = 4;
/** An entry of the glossary: its terms, then what they mean, with files and tables in backticks. */
const ENTRY = /^- \*\*(.+?)\*\*[\s\S]*?(?=\n- \*\*|\n\n|$(?![\s\S]))/gm;

/**
 * Finds the places of a term: files named after it, then definitions, then mentions. A state or event is often only a
 * quoted word; the CHECK that allows it comes first.
 * @param {readonly File[]} files
 * @param {string} term one or more words, in any notation: `stock post`, `stock-post`, `StockPost`
 * @param {{ isAll?: boolean }} [options] `isAll` leaves nothing out
 * @returns {Section[]} only sections that have a place
 */
export function findPlaces(files, term, { isAll = false } = {}) {
  const words = term.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
  const name = words.map((word) => word.replaceAll(/[^\w.]/g, '')).join('[-_ ]?');
  const anywhere = new RegExp(name, 'i');
  const defines = new RegExp(`(export [\\w ]*?|CREATE TABLE )\\b\\w*${name}\\w*`, 'i');
  const literal = new RegExp(`(['"\`])${name}\\1`, 'i');
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
      places: [
        ...source.filter(isReferred),
        ...source.filter((file) => inName(file) && !isReferred(file)),
      ].map(({ path }) => path),
    },
    { title: 'definitions', places: lines(source, defines) },
    { title: 'literals', places: sortFirst(lines(source, literal), /CHECK \(/) },
    { title: 'decisions', places: findDecisions(docs, anywhere) },
    { title: 'requirements', places: lines(docs, anywhere, (path) => REQUIREMENTS.test(path)) },
    {
      title: 'tests',
      places: named.length > 0 ? named : tests.filter(testsReference).map(({ path }) => path),
    },
  ];
  return sections
    .filter(({ places }) => places.length > 0)
    .map(({ title, places }) => ({ title, places: isAll ? places : truncate(places) }));
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
 * Finds the lines of a file that match, each with its place.
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

/** Pages left out of "pages": those that other sections list, and generated ones. */
const LISTED = /\/decisions\/|\/requirements\/|\/glossary\.md$|\/events\.md$|\/screens\//;

/**
 * Finds pages named after the term, then headings that contain it.
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
  ];
}

/**
 * Finds decisions that mention the term, those with it in their heading first.
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

/** @param {readonly string[]} places */
const truncate = (places) =>
  places.length > MAX_PLACES
    ? [...places.slice(0, MAX_PLACES), `… and ${places.length - MAX_PLACES} more`]
    : [...places];
