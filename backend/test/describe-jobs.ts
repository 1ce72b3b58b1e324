import type { PeriodicJob } from '../src/platform/jobs/periodic.js';

const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** The list of jobs, as `docs/periodic-jobs.md` shows it. */
export function describeJobs(jobs: readonly PeriodicJob[]): string {
  return jobs
    .map(({ name, every, role, firstAfter = 0 }) => {
      const first = firstAfter === 0 ? '' : `, after ${formatDuration(firstAfter)}`;
      return `- \`${name}\`: ${formatDuration(every)}${first}${role === 'all' ? ', web too' : ''}`;
    })
    .join('\n');
}

function formatDuration(ms: number): string {
  const [unit, size] = UNITS.find((one) => ms % one[1] === 0) ?? ['ms', 1];
  return `${ms / size} ${unit}`;
}
