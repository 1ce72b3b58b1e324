import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { describeJobs } from './describe-jobs.js';
import { PeriodicJobs } from '../src/platform/jobs/periodic.js';
import { startTestApp, type TestApp } from './app.js';
import { redisUrl } from './settings.js';

const PAGE = new URL('../docs/periodic-jobs.md', import.meta.url);
const runningIn = ({ app }: TestApp): string[] =>
  app
    .get(PeriodicJobs)
    .countFailures()
    .map(({ name }) => name);

describe('periodic jobs', () => {
  const shops: TestApp[] = [];
  const started = async (role?: string): Promise<TestApp> => {
    const shop = await startTestApp(role === undefined ? {} : { ROLE: role, REDIS_URL: redisUrl() });
    shops.push(shop);
    return shop;
  };
  let shop: TestApp;
  beforeAll(async () => {
    shop = await started();
  });
  afterAll(async () => {
    for (const one of shops) await one.close();
  });

  it('are those of the list in the docs, with role, period and first run', async () => {
    const page = await readFile(PAGE, 'utf8');
    const listed = page.split('\n').filter((line) => line.startsWith('- `'));
    expect(listed).toEqual(describeJobs(shop.app.get(PeriodicJobs).listJobs()).split('\n'));
  });

  it('run all in one process without ROLE, and only those of all roles in a web process', async () => {
    const jobs = shop.app.get(PeriodicJobs).listJobs();
    expect(runningIn(shop)).toEqual(jobs.map(({ name }) => name));
    const shared = jobs.filter(({ role }) => role === 'all').map(({ name }) => name);
    expect(runningIn(await started('web'))).toEqual(shared);
  });
});
