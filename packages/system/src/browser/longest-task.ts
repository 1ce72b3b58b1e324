import type { Page } from 'playwright-core';
import { z } from 'zod';

const MAIN_THREAD = 'CrRendererMain';
/** Trace event of a browser task, in µs; `tdur` is the time that the thread really ran, without waits for a core. */
const traceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  tdur: z.number().optional(),
  args: z.object({ name: z.string().optional() }).optional(),
});
const collected = z.object({ value: z.array(z.unknown()) });

/**
 * Traces the tasks of a page's main thread while `act` runs.
 * @returns processor time of the longest task, ms, as on a machine without other load
 */
export async function measureLongestTaskMs(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const devtools = await browser.newBrowserCDPSession();
  const traced: unknown[] = [];
  devtools.on('Tracing.dataCollected', (data) => traced.push(...collected.parse(data).value));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  });
  await act();
  const isComplete = new Promise<void>((resolve) => {
    devtools.once('Tracing.tracingComplete', () => resolve());
  });
  await devtools.send('Tracing.end');
  await isComplete;
  await devtools.detach();
  const events = traced.flatMap((one) => traceEvent.safeParse(one).data ?? []);
  const threadKey = ({ pid, tid }: (typeof events)[number]): string => `${pid}:${tid}`;
  const threadNames = events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD);
  const threads = new Set(threadNames.map((event) => threadKey(event)));
  const tasks = events.filter((event) => event.name === 'RunTask' && threads.has(threadKey(event)));
  if (tasks.length === 0) throw new Error('no task was traced');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
