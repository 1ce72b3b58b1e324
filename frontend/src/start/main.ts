import { reportStartOutcome } from './view/report-start-outcome';
import { waitForNextTask, waitForNextPaint } from '../lib/browser/scheduling';

// Zod is configured before any schema exists, because it would try `new Function`, which the page's policy forbids.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

/**
 * Loads the scripts after the first paint, each run in its own task, so that a phone stays responsive. No module may
 * use top-level await, because it would block all its importers, even those it waits for.
 */
async function main(): Promise<void> {
  // The prerendered view accepts no input if the app will replace it.
  document.querySelector("html:not([data-shell='home']) #shell")?.toggleAttribute('inert', true);
  await waitForNextPaint();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=deferred]'))
    link.rel = 'modulepreload';
  await import('react-dom/client');
  await waitForNextTask();
  await import('../lib/http/query-client');
  await waitForNextTask();
  await import('../ui/theme/system');
  await waitForNextTask();
  await import('../app/pages/home-page');
  await waitForNextTask();
  const { startApp } = await import('./start-app');
  await startApp();
}

main().catch((error: unknown) => {
  reportStartOutcome('failed');
  throw error;
});
