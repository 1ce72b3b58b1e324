/** Rules of the requirement check, as functions of texts, without disk or Git. */

/** @typedef {{ path: string, text: string }} File */
/** @typedef {{ requirements: File[], open: File, decisions: File[], sources: File[] }} Input */
/** @typedef {{ problems: string[], total: number, tested: Set<string>, open: Set<string> }} Result */

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

/**
 * Compares requirements, open list, decisions and citations.
 *
 * @param {Input} input
 * @returns {Result} problems as one line each, in the order of the files
 */
export const checkRequirements = (input) => {
  const { defined, problems: badLines } = readDefinitions(input.requirements);
  const { decided, problems: badDecisions } = readDecisions(input.decisions);
  const { open, problems: badOpen } = readOpen(input.open);
  const everything = new Map(
    [...input.requirements, ...input.decisions, ...input.sources].map((file) => [file.path, file]),
  );
  const { tested, problems: badCitations } = readCitations(
    [...everything.values()],
    (id) => defined.has(id) || decided.has(id),
  );

  const untested = [...defined]
    .filter(([id]) => !tested.has(id) && !open.has(id))
    .map(([id, place]) => `${place}: ${id} has neither a test nor a place in the open list`);
  const stale = [...open].flatMap(([id, place]) => {
    if (!defined.has(id)) return [`${place}: ${id} is listed as open but does not exist`];
    return tested.has(id) ? [`${place}: ${id} is listed as open but has a test (--fix-open removes it)`] : [];
  });
  return {
    problems: [...badLines, ...badDecisions, ...badOpen, ...badCitations, ...untested, ...stale],
    total: defined.size,
    tested,
    open: new Set(open.keys()),
  };
};

/**
 * Removes the lines of ids that have a test from the open list's text.
 * @param {string} text
 * @param {ReadonlySet<string>} tested
 */
export const removeTestedIds = (text, tested) =>
  text
    .split('\n')
    .filter((line) => !tested.has(OPEN_LINE.exec(line.trimEnd())?.[1] ?? ''))
    .join('\n')
    // A section that became empty leaves two blank lines, which the format check refuses.
    .replaceAll(/\n{3,}/g, '\n\n');

/**
 * Formats one line with the numbers of all, tested and open requirements and of problems.
 * @param {Result} result
 */
export const formatSummary = ({ total, tested, open, problems }) =>
  `requirements: ${total} total, ${tested.size} tested, ${open.size} open` +
  (problems.length > 0 ? `, ${problems.length} problems` : '');
