/** Requirements, the tests that cite them and the decisions. */

/** @typedef {{ path: string, text: string }} File */
const OPEN = 'packages/contracts/docs/requirements/open.md';
const SOURCE = /\.(ts|tsx|mjs|cjs|sql|md)$/;

const ID = String.raw`(?:(?:SHOP|ADMIN)-[1-9]\d*\.[1-9]\d*|OWN-[1-9]\d*)`;
const DEFINITION = new RegExp(String.raw`^(${ID}): \S`);
/** Start of a line that is meant as a definition, well-formed or not. */
const BEGINS_DEFINITION = /^(?:- )?(?:SHOP|ADMIN|OWN)-/;
const OPEN_LINE = new RegExp(String.raw`^- (${ID})(?: .*)?$`);
/** Anything that looks like an id, so that a mistyped one is reported. */
const CITED = /(?<![\w-])(?:(?:SHOP|ADMIN)-\d+(?:\.\d+)?|OWN-\d+(?:\.\d+)?|D-\d+)(?![\w-])/g;
const DECISION_HEADING = /^## (D-\d{2,3}): \S/;
const TEST = /\.(?:int-|long-)?spec\.tsx?$/;

/**
 * Finds the lines that match `kind`, each with its place, e.g. `own.md:12`.
 * @param {readonly File[]} files
 * @param {RegExp} kind
 */
const findLines = (files, kind) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line: line.trimEnd(), place: `${path}:${index + 1}` }))
      .filter(({ line }) => kind.test(line)),
  );

/**
 * Puts an id into `seen`. @returns a problem when the id is already there
 * @param {Map<string, string>} seen
 * @param {string} id
 * @param {string} place
 * @param {string} what
 */
const collectId = (seen, id, place, what) => {
  const first = seen.get(id);
  if (first !== undefined) return [`${place}: ${id} is ${what} twice, first in ${first}`];
  seen.set(id, place);
  return [];
};

/** @param {readonly File[]} files */
const readDefinitions = (files) => {
  /** @type {Map<string, string>} */
  const defined = new Map();
  const problems = findLines(files, BEGINS_DEFINITION).flatMap(({ line, place }) => {
    const id = DEFINITION.exec(line)?.[1];
    if (id === undefined) return [`${place}: not of the form "SHOP-1.2: Text. (D-12)"`];
    return collectId(defined, id, place, 'defined');
  });
  return { defined, problems };
};

/** @param {readonly File[]} files */
const readDecisions = (files) => {
  /** @type {Map<string, string>} */
  const decided = new Map();
  const problems = files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const id = DECISION_HEADING.exec(line)?.[1];
      return id === undefined ? [] : collectId(decided, id, `${path}:${index + 1}`, 'defined');
    }),
  );
  return { decided, problems };
};

/** @param {File} file */
const readOpen = (file) => {
  /** @type {Map<string, string>} */
  const open = new Map();
  const problems = findLines([file], /^- /).flatMap(({ line, place }) => {
    const id = OPEN_LINE.exec(line)?.[1];
    return id === undefined
      ? [`${place}: not of the form "- SHOP-1.2"`]
      : collectId(open, id, place, 'listed');
  });
  return { open, problems };
};

/**
 * Finds all cited ids: those in test files count as tested, unknown ones are problems.
 * @param {readonly File[]} files
 * @param {(id: string) => boolean} known
 */
const readCitations = (files, known) => {
  /** @type {Set<string>} */
  const tested = new Set();
  const problems = files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      (line.match(CITED) ?? []).flatMap((id) => {
        if (!known(id)) return [`${path}:${index + 1}: cites ${id}, which does not exist`];
        if (TEST.test(path) && !id.startsWith('D-')) tested.add(id);
        return [];
      }),
    ),
  );
  return { tested, problems };
};

/** @type {import('./project.mjs').Rule} */
export const requirements = {
  name: 'requirements',
  demand: 'Each numbered requirement has a test or a line in the open list, and each id cited exists.',
  find({ paths, read }) {
    const sources = paths
      .filter((path) => SOURCE.test(path) && path !== OPEN)
      .map((path) => ({ path, text: read(path) }));
    const { defined, problems: badLines } = readDefinitions(filesIn(sources, 'requirements'));
    const { decided, problems: badDecisions } = readDecisions(filesIn(sources, 'decisions'));
    const { open, problems: badOpen } = readOpen({ path: OPEN, text: read(OPEN) });
    const { tested, problems: badCitations } = readCitations(
      sources,
      (id) => defined.has(id) || decided.has(id),
    );
    const untested = [...defined]
      .filter(([id]) => !tested.has(id) && !open.has(id))
      .map(([id, place]) => `${place}: ${id} has neither a test nor a place in the open list`);
    const stale = [...open].flatMap(([id, place]) => {
      if (!defined.has(id)) return [`${place}: ${id} is listed as open but does not exist`];
      return tested.has(id) ? [`${place}: ${id} is listed as open but has a test: remove it`] : [];
    });
    return [...badLines, ...badDecisions, ...badOpen, ...badCitations, ...untested, ...stale];
  },
};

/** Files of a folder of the contracts' docs. @param {readonly File[]} files @param {string} folder */
const filesIn = (files, folder) =>
  files.filter(({ path }) => path.startsWith(`packages/contracts/docs/${folder}/`) && path.endsWith('.md'));
