import { parseArgs } from 'node:util';
import { pinToCore } from '../bench/pin-to-core.js';
import { reportMissedGoals, type Goal, describeMachine, writeSection } from '../bench/bench-report.js';
import { computeMedian } from '../bench/statistics.js';
import { waitUntilIdle } from '../check/wait-until-idle.js';
import { readPid } from '../support/run-record.js';
import { startWholeShop } from '../support/whole-shop.js';
import { runLighthouse, listFailedAudits, type Report } from './run-lighthouse.js';
import { judgePages, type JudgedPage } from './judge-pages.js';

const RUNS = 5;
/** Processes that serve the measured page. */
const PARTS = ['backend', 'bot', 'stand-ins', 'redis'] as const;

interface Metric {
  readonly title: string;
  readonly read: (report: Report) => number;
  readonly format: (value: number) => string;
  readonly goal?: { readonly text: string; readonly isMet: (value: number) => boolean };
}

const scoreMetric = (name: keyof Report['categories'], title: string, least?: number): Metric => ({
  title,
  read: ({ categories }) => Math.round((categories[name].score ?? 0) * 100),
  format: String,
  goal: least === undefined ? undefined : { text: `≥ ${least}`, isMet: (value) => value >= least },
});
const timingMetric = (audit: string, title: string): Metric => ({
  title,
  read: ({ audits }) => audits[audit]?.numericValue ?? Number.NaN,
  format: (value) => `${(value / 1_000).toFixed(1)} s`,
});

/** Accessibility score that every page must reach. */
const ALL = 100;

const METRICS: readonly Metric[] = [
  scoreMetric('performance', 'Performance', 95),
  scoreMetric('accessibility', 'Accessibility', ALL),
  scoreMetric('best-practices', 'Best practices', 100),
  scoreMetric('seo', 'Findability'),
  timingMetric('first-contentful-paint', 'First content'),
  timingMetric('largest-contentful-paint', 'Largest content'),
  timingMetric('speed-index', 'Speed index'),
  {
    title: 'Main thread blocked',
    read: ({ audits }) => audits['total-blocking-time']?.numericValue ?? Number.NaN,
    format: (value) => `${Math.round(value)} ms`,
  },
  {
    title: 'Layout shift',
    read: ({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    format: (value) => value.toFixed(3),
    goal: { text: '≤ 0.02', isMet: (value) => value <= 0.02 },
  },
  {
    // The simulated phone is this machine slowed down four times, so the figures depend on the machine's speed.
    title: "The machine's own speed (Lighthouse's index)",
    read: ({ environment }) => environment.benchmarkIndex,
    format: (value) => String(Math.round(value)),
  },
];

const printLine = (line: string): void => void process.stdout.write(`  ${line}\n`);

/**
 * `npm run lighthouse`: measures the home page of a production build as on a phone (median of five), and the
 * accessibility of all other pages. `--runs <n>` below five writes no report. Exits with 1 if a goal is missed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: 'string' } } });
  const runs = Number(values.runs ?? RUNS);
  if (!Number.isInteger(runs) || runs < 0) throw new Error('--runs takes a whole number');
  printLine('· shop         starting');
  const shop = await startWholeShop();
  const reports: Report[] = [];
  let pages: readonly JudgedPage[] = [];
  try {
    // The first run starts after the seed's posts are sent, so that the servers take little time from the browser.
    for (const part of PARTS) await pinToCore(readPid(shop.dataDir, part), 'client');
    await waitUntilIdle(shop);
    for (let run = 1; run <= runs; run += 1) {
      reports.push(await runLighthouse(`${shop.shopUrl}/`));
      printLine(`· home         ${run} of ${runs}`);
    }
    pages = await judgePages(shop, ({ title, score, failed }) =>
      printLine(`· ${title.padEnd(20)} ${[score, ...failed].join(' ')}`),
    );
  } finally {
    await shop.stop();
  }
  const pageGoals = pages.map((page) => toPageGoal(page));
  const below = pageGoals.filter(({ isMet }) => !isMet).map(({ name, value }) => `${name} (${value})`);
  const other = `Accessibility of ${pages.length} other pages: ${ALL}${below.length > 0 ? ` but ${below.join(', ')}` : ''}.`;
  process.stdout.write(`\n${other}\n\n`);
  process.exitCode = reportMissedGoals([...pageGoals, ...listHomeGoals(reports)], (line) =>
    printLine(`· goal         ${line}`),
  );
  if (runs === 0) return;
  const home = formatHomeResults(reports);
  process.stdout.write(`${home}\n\n`);
  const open = [...new Set(reports.flatMap((report) => listFailedAudits(report)))];
  if (open.length > 0) printLine(`· not passed   ${open.join(', ')}`);
  if (runs < RUNS) return;
  const method = `${runs} runs of Lighthouse's mobile preset (a slow phone on a slow connection, simulated), each with a new profile; the shop keeps to one of two cores. The other pages as an admin sees them, what an admin does not see as a visitor, judged once for accessibility alone.`;
  writeSection(
    'lighthouse',
    ['## `npm run lighthouse`', describeMachine(), home, other, method].join('\n\n'),
  );
}

// Some audits do not count towards the score, so a page with 100 can still fail them.
const toPageGoal = ({ title, score, failed }: JudgedPage): Goal => ({
  name: `${title}, accessibility`,
  value: [score, ...failed].join(' '),
  goal: `≥ ${ALL}, no failed audit`,
  isMet: score >= ALL && failed.length === 0,
});

const medianOf = (reports: readonly Report[], { read }: Metric): number =>
  computeMedian(reports.map((report) => read(report)));

const listHomeGoals = (reports: readonly Report[]): Goal[] =>
  METRICS.flatMap((metric) => {
    const { title, format, goal } = metric;
    if (!goal || reports.length === 0) return [];
    const middle = medianOf(reports, metric);
    return [{ name: `Home, ${title}`, value: format(middle), goal: goal.text, isMet: goal.isMet(middle) }];
  });

/** Formats each metric of the home page: median, range in brackets, goal. */
function formatHomeResults(reports: readonly Report[]): string {
  const lines = METRICS.map((metric) => {
    const { title, read, format, goal } = metric;
    const all = reports.map((report) => read(report));
    const middle = medianOf(reports, metric);
    const range = `${format(Math.min(...all))}–${format(Math.max(...all))}`;
    const judged = goal ? `, ${goal.isMet(middle) ? '' : 'not '}${goal.text}` : '';
    return `- ${title}: ${format(middle)} (${range})${judged}`;
  });
  return lines.join('\n');
}

await main();
