/** House rule: the table of limits matches the sources. */
import { findConstants, sourceLanguage } from '../../limits/find-limit-constants.mjs';
import { CONTRACT_LIMITS, hasLimits, KINDS } from '../../limits/limits-table.mjs';
import { placeOf } from './rule.mjs';

const TABLE = 'packages/local/limits.json';

/** @type {import('./rule.mjs').Rule} */
export const limits = {
  name: 'limits',
  demand: `Each period and limit of the sources is in ${TABLE}, with a spec that exists or a known kind.`,
  find({ paths, read }) {
    const text = read(TABLE);
    /** @type {Record<string, import('../../limits/limits-table.mjs').ByFile>} */
    const table = JSON.parse(text);
    const constants = paths
      .filter(hasLimits)
      .flatMap((path) =>
        findConstants(read(path), sourceLanguage(path)).map((constant) => ({ path, ...constant })),
      );
    const found = new Set(constants.map(({ path, name }) => `${path} ${name}`));
    const rows = Object.entries(table).flatMap(([part, files]) =>
      Object.entries(files).flatMap(([path, names]) =>
        Object.entries(names).map(([name, proof]) => ({ part, path, name, proof })),
      ),
    );
    const listed = new Set(rows.map(({ path, name }) => `${path} ${name}`));
    const { folder, spec } = CONTRACT_LIMITS;
    const unlisted = constants.filter(
      ({ path, name }) => !path.startsWith(folder) && !listed.has(`${path} ${name}`),
    );
    return [
      ...unlisted.map(
        ({ path, name, start }) =>
          `${placeOf(path, read(path), start)}: ${name} is not in ${TABLE}: add it with its spec or kind`,
      ),
      ...rows.flatMap(({ part, path, name, proof }) => {
        const place = placeOf(TABLE, text, text.indexOf(`"${name}"`, text.indexOf(`"${path}"`)));
        if (!found.has(`${path} ${name}`)) return [`${place}: ${name} is not in ${path}: remove it`];
        if (path.startsWith(folder) && proof === spec)
          return [`${place}: ${name} is tested by ${spec} anyway: remove it`];
        if (part === 'tested' && !paths.includes(proof))
          return [`${place}: ${proof} does not exist: name the spec`];
        return part === 'other' && !(proof in KINDS)
          ? [`${place}: ${proof} is no kind: take one of KINDS`]
          : [];
      }),
    ];
  },
};
