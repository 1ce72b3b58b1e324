/** The last lines of a run of the tests, which is all that a shortened log keeps. */

/**
 * The end of a run's log: what failed with its messages, what is unstable, what was left out, the numbers.
 * @param {readonly import('./second-try.mjs').LevelCount[]} counts
 * @param {readonly string[]} notRun levels
 * @returns {{ text: string, isGreen: boolean }} not green either when no test ran
 */
export function reportOf(counts, notRun) {
  const sum = (/** @type {'passed' | 'failed'} */ what) =>
    counts.reduce((all, count) => all + count[what], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  const unstable = counts.flatMap((count) => count.unstable);
  const atSecond = unstable.length > 0 ? `, ${unstable.length} of the passed only at a second try` : '';
  const parts = [
    listOf(
      'failed',
      counts.flatMap(({ failures }) => failures),
    ),
    listOf('FAILED BESIDE OTHERS, PASSED BY ITSELF: each is a task', unstable),
    ...(notRun.length > 0 ? [`\nnot run: ${notRun.join(', ')}`] : []),
    `\n${passed} passed, ${failed} failed${atSecond}`,
  ];
  return { text: parts.filter((part) => part !== '').join('\n'), isGreen: failed === 0 && passed > 0 };
}

/**
 * @param {string} title
 * @param {readonly import('./failures.mjs').Failure[]} failures
 */
function listOf(title, failures) {
  const lines = failures.map(
    ({ path, test = 'the file itself', message }) =>
      `  ✗ ${path}: ${test}\n${message.replace(/^/gm, '      ')}`,
  );
  return lines.length === 0 ? '' : `\n  ${title}\n${lines.join('\n')}`;
}
