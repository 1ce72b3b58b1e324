import { endStart } from './lib/start-outcome';
import { nextTask, nextPaint } from './lib/scheduling';

/**
 * Lets the browser paint the first view that the page holds (app/shell.tsx), which has line and processor to itself.
 * Then the scripts come, all at once (the build names them in the page), each run in a turn of its own, so that no
 * single one keeps a phone from answering. Nothing here or below waits at its top level: a module that does holds up
 * all that import it, also what it waits for (OWN-300).
 */
async function main(): Promise<void> {
  // Where the picture is going to be replaced nobody shall get into it.
  document.querySelector("html:not([data-shell='home']) #shell")?.toggleAttribute('inert', true);
  await nextPaint();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=deferred]'))
    link.rel = 'modulepreload';
  await import('react-dom/client');
  await nextTask();
  await import('./lib/query-client');
  await nextTask();
  await import('./theme/system');
  await nextTask();
  await import('./app/pages/home-page');
  await nextTask();
  const { start } = await import('./start');
  await start();
}

main().catch((error: unknown) => {
  endStart('failed');
  throw error;
});
