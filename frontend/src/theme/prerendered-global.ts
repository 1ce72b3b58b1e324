import type { SystemContext } from '@chakra-ui/react/styled-system';

const MARK = 'style[data-emotion^="css-global "]';

/**
 * The engine with the global styles that the page came with, by name alone, where it came with them
 * (app/prerender-shell.tsx); a page without them has them made.
 */
export function withPrerenderedGlobal(system: SystemContext): SystemContext {
  const name = document.querySelector(MARK)?.getAttribute('data-emotion')?.split(' ')[1];
  if (name === undefined) return system;
  return Object.defineProperty(system, '_global', { value: { name, styles: '' } });
}
