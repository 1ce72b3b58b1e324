import type { PeriodicJob } from '../src/platform/jobs/periodic-jobs.js';

const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** The Markdown table of jobs, as `docs/periodic-jobs.md` shows it. */
export function describeJobs(jobs: readonly PeriodicJob[]): string {
  const rows = jobs.map(({ name, every, role, firstAfter = 0 }) => [
    `\`${name}\``,
    role === 'all' ? 'web, worker' : 'worker',
    duration(every),
    firstAfter === 0 ? 'at start' : `after ${duration(firstAfter)}`,
  ]);
  return [['Job', 'Runs in', 'Every', 'First run'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function duration(ms: number): string {
  const [unit, size] = UNITS.find((one) => ms % one[1] === 0) ?? ['ms', 1];
  return `${ms / size} ${unit}`;
}
