import { findBrowser } from '@pax/local';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { settings } from '../settings.js';

/** Last version of Lighthouse for Node 20; fetched on demand, since nothing in the project depends on it. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const TIMEOUT_MS = 180_000;

const category = z.object({ score: z.number().nullable() });
const audit = z.looseObject({ score: z.number().nullable(), numericValue: z.number().optional() });
const audits = z.record(z.string(), audit);
const reportSchema = z.object({
  categories: z.object({
    performance: category,
    accessibility: category,
    'best-practices': category,
    seo: category,
  }),
  audits,
  environment: z.object({ benchmarkIndex: z.number() }),
});
const accessibilitySchema = z.object({ categories: z.object({ accessibility: category }), audits });
export type Report = z.output<typeof reportSchema>;
type AccessibilityReport = z.output<typeof accessibilitySchema>;

const run = promisify(execFile);

/**
 * Measures a page once as a phone on a slow connection (Lighthouse's mobile preset), with a new browser profile.
 * @throws Error if Lighthouse cannot be fetched or the page does not load
 */
export async function runLighthouse(url: string): Promise<Report> {
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])].join(' ');
  return reportSchema.parse(await runReport(url, [`--chrome-flags=${flags}`]));
}

/**
 * Judges only the accessibility of a page, in the browser whose debugging port is `port`.
 * @throws Error if Lighthouse cannot be fetched or the page does not load
 */
export async function judgeAccessibility(url: string, port: number): Promise<AccessibilityReport> {
  // The status 404 is accepted, since the page of an unknown address is answered with it.
  const options = ['--disable-storage-reset', '--only-categories=accessibility', '--ignore-status-code'];
  return accessibilitySchema.parse(await runReport(url, [`--port=${port}`, ...options]));
}

async function runReport(url: string, options: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'pax-lighthouse-'));
  const file = join(folder, 'report.json');
  try {
    await run(
      'npx',
      ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`, ...options],
      { env: { ...settings.inherited, CHROME_PATH: await findBrowser(settings) }, timeout: TIMEOUT_MS },
    );
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lists the audits that failed. */
export function listFailedAudits({ audits: all }: Pick<Report, 'audits'>): string[] {
  return Object.entries(all)
    .filter(([, { score }]) => score !== null && score < 0.9)
    .map(([name]) => name);
}
