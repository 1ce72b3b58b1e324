/** House rule: requirements, the tests that cite them and the decisions match. */

/** @typedef {{ path: string, text: string }} File */
const OPEN = 'packages/contracts/docs/requirements/open.md';
const SOURCE = /\.(ts|tsx|mjs|cjs|sql|md)$/;

const ID = String.raw`(?:(?:SHOP|ADMIN)-[1-9]\d*\.[1-9]\d*|OWN-[1-9]\d*)`;
const DEFINITION = new RegExp(String.raw`^(${ID}): \S`);
/** Matches the start of a line that is meant as a requirement, well-formed or not. */
const BEGINS_DEFINITION = /^(?:- )?(?:SHOP|ADMIN|OWN)-/;
const OPEN_LINE = new RegExp(String.raw`^- (${ID})(?: .*)?$`);
/** Matches anything that looks like a requirement's id, so that a mistyped one is reported. */
const CITED = /(?<![\w-])(?:(?:SHOP|ADMIN)-\d+(?:\.\d+)?|OWN-\d+(?:\.\d+)?|D-\d+)(?![\w-])/g;
const DECISION = /^## (D-\d{2,3}): \S/;
const TEST = /\.(?:int-|long-)?spec\.tsx?$/;

/**
 * Collects the ids that lines begin with, each with its place, such as `own.md:12`. Malformed lines and duplicate ids
 * are reported as problems.
 * @param {readonly File[]} files
 * @param {RegExp} begins matches the start of such a line, well-formed or not
 * @param {RegExp} form matches a well-formed line; its first group is the id
 * @param {string} example
 */
const collectIds = (files, begins, form, example) => {
  /** @type {Map<string, string>} */
  const ids = new Map();
  const problems = files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      if (!begins.test(line)) return [];
      const place = `${path}:${index + 1}`;
      const id = form.exec(line.trimEnd())?.[1];
      if (id === undefined) return [`${place}: not of the form "${example}"`];
      if (ids.has(id)) return [`${place}: ${id} is there twice, first in ${ids.get(id)}`];
      ids.set(id, place);
      return [];
    }),
  );
  return { ids, problems };
};

/**
 * Finds all cited requirement ids: those in test files count as tested, unknown ones are reported as problems.
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

/** @type {import('./rule.mjs').Rule} */
export const requirements = {
  name: 'requirements',
  demand: 'Each numbered requirement has a test or a line in the open list, and each id cited exists.',
  find({ paths, read }) {
    const sources = paths
      .filter((path) => SOURCE.test(path) && path !== OPEN)
      .map((path) => ({ path, text: read(path) }));
    const { ids: defined, problems: badLines } = collectIds(
      filesIn(sources, 'requirements'),
      BEGINS_DEFINITION,
      DEFINITION,
      'SHOP-1.2: Text. (D-12)',
    );
    const { ids: decided, problems: badDecisions } = collectIds(
      filesIn(sources, 'decisions'),
      DECISION,
      DECISION,
      '',
    );
    const { ids: open, problems: badOpen } = collectIds(
      [{ path: OPEN, text: read(OPEN) }],
      /^- /,
      OPEN_LINE,
      '- SHOP-1.2',
    );
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

/** Selects the files of a folder of the contracts' docs. @param {readonly File[]} files @param {string} folder */
const filesIn = (files, folder) =>
  files.filter(({ path }) => path.startsWith(`packages/contracts/docs/${folder}/`) && path.endsWith('.md'));
