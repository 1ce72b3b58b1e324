/** What failed in a level, from Jest's results, so that the end of a long log says it. */
import { stripVTControlCharacters } from 'node:util';
import { specsByTitle } from './spec-titles.mjs';

/**
 * @typedef {object} FailedFile a spec's file as Jest reports it
 * @property {string} name
 * @property {string} status
 * @property {string} message of the whole file
 * @property {readonly FailedTest[]} assertionResults
 */
/**
 * @typedef {{ title: string, ancestorTitles: readonly string[], status: string, failureMessages?: readonly string[] |
 * null }} FailedTest
 */
/**
 * @typedef {object} Failure
 * @property {string} path of the spec from the root
 * @property {string} [test] its titles; none when the file itself failed, as by a hook that ends its shop
 * @property {string} message
 */

/** So many lines of a message say what was expected and where. */
const LINES = 24;

/**
 * @param {readonly FailedFile[]} files
 * @returns {Failure[]}
 */
export function failuresOf(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const specOf = specsByTitle(name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ path: specOf(''), message: brief(message) }];
      return failed.map(({ title, ancestorTitles, failureMessages }) => ({
        path: specOf(ancestorTitles[0] ?? title),
        test: [...ancestorTitles, title].join(' › '),
        message: brief(failureMessages?.[0] ?? message),
      }));
    });
}

/** @param {string} message */
function brief(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  return [...lines.slice(0, LINES), ...(lines.length > LINES ? ['…'] : [])].join('\n');
}
