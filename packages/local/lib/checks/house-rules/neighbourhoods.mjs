/**
 * House rule about the backend's neighbourhoods, its groups of modules: which tables each may write and read, and
 * through which files they call each other.
 */
import { runInNewContext } from 'node:vm';
import { placeOf } from './rule.mjs';

const LIST = 'backend/neighbourhoods.cjs';
const FOLDER = 'backend/src/';
const SOURCE = /^backend\/src\/.*(?<!spec)\.ts$/;
const MIGRATION = /\/migrations\//;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const NEW_TABLE = /CREATE TABLE (\w+)/g;
const TABLE_NAME = /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:ONLY\s+)?(\w+)/g;
const WRITTEN_TABLE = /(?:\b(?:INSERT INTO|(?<!FOR )UPDATE|DELETE FROM)\s+(?:ONLY\s+)?|@Entity\(')(\w+)/g;

/**
 * @typedef {object} Neighbourhoods
 * @property {Record<string, string[]>} doors
 * @property {Record<string, string>} triggerTables
 * @property {Record<string, [tables: string[], reason: string]>} exceptions
 */

/** @type {import('./rule.mjs').Rule} */
export const neighbourhoods = {
  name: 'neighbourhoods',
  demand: 'One neighbourhood writes each table; others but office read it only for a listed reason.',
  find({ paths, read }) {
    const list = read(LIST);
    /** @type {{ exports: Neighbourhoods }} */
    const module = { exports: { doors: {}, triggerTables: {}, exceptions: {} } };
    runInNewContext(list, { module });
    const { doors, triggerTables, exceptions } = module.exports;
    const all = paths
      .filter((path) => SOURCE.test(path))
      .map((path) => ({ path, owner: path.split('/')[2] ?? '', text: blankComments(read(path)) }));
    const tables = new Set(
      all
        .flatMap(({ path, text }) => (MIGRATION.test(path) ? tablesIn(text, NEW_TABLE) : []))
        .map(({ table }) => table),
    );
    const sources = all.filter(({ path, owner }) => owner in doors && !MIGRATION.test(path));
    /** Neighbourhoods that write each table. @type {Map<string, Set<string>>} */
    const writersOf = new Map([...tables].map((table) => [table, new Set()]));
    for (const { text, owner } of sources)
      for (const { table } of tablesIn(text, WRITTEN_TABLE)) writersOf.get(table)?.add(owner);
    for (const [table, owner] of Object.entries(triggerTables)) writersOf.get(table)?.add(owner);
    const reads = sources.flatMap(({ path, text, owner }) =>
      tablesIn(text, TABLE_NAME)
        .filter(({ table }) => owner !== 'office' && writersOf.get(table)?.has(owner) === false)
        .map(({ table, index }) => ({ key: `${path} ${table}`, table, place: placeOf(path, text, index) })),
    );
    const allowed = Object.entries(exceptions).flatMap(([file, [names]]) =>
      names.map((table) => ({ key: `${FOLDER}${file} ${table}`, file })),
    );
    const inVain = [
      ...Object.keys(triggerTables).filter((table) => !tables.has(table)),
      ...allowed.filter(({ key }) => !reads.some((one) => one.key === key)).map(({ file }) => file),
      ...Object.entries(doors).flatMap(([name, files]) =>
        files.filter((file) => !paths.includes(`${FOLDER}${name}/${file}`)),
      ),
    ];
    return [
      ...[...writersOf]
        .filter(([, writers]) => writers.size !== 1)
        .map(
          ([table, writers]) =>
            `${LIST}:1: ${table} is written by ${[...writers].join(' and ') || 'nobody'}: let one write it`,
        ),
      ...reads
        .filter(({ key }) => !allowed.some((one) => one.key === key))
        .map(({ table, place }) => `${place}: reads ${table} of another neighbourhood: ask its queries`),
      ...inVain.map(
        (name) => `${placeOf(LIST, list, list.indexOf(name))}: ${name} is listed in vain: remove it`,
      ),
    ];
  },
};

/** Lists the tables that SQL statements in a text name, with their index. @param {string} text @param {RegExp} statement */
const tablesIn = (text, statement) =>
  [...text.matchAll(statement)].map(({ 1: table = '', index }) => ({ table, index }));

/** Removes comments from a text, and keeps the line numbers. @param {string} text */
const blankComments = (text) => text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ''));
