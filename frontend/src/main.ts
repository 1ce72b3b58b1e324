import { sayLoadFailed } from './lib/load-failed';
import { nextTurn, painted } from './lib/turns';

// The page holds the first view's picture (app/shell.tsx): it has the line and the processor to itself. Then the scripts
// come, all at once (the build names them in the page), and are worked on in turns, so that no single one keeps a phone
// from answering.
try {
  // Where the picture is going to be replaced nobody shall get into it.
  document.querySelector("html:not([data-shell='home']) #shell")?.toggleAttribute('inert', true);
  await painted();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]'))
    link.rel = 'modulepreload';
  await import('react-dom/client');
  await nextTurn();
  await import('./lib/query-client');
  await nextTurn();
  await import('./theme/system');
  await nextTurn();
  await import('./app/pages/home-page');
  await nextTurn();
  await import('./start');
} catch (error) {
  sayLoadFailed();
  throw error;
}
