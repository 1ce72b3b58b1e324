import type { SystemContext } from '@chakra-ui/react/styled-system';

const MARK = 'style[data-emotion^="css-global "]';

/** The engine without the global styles that the prerendered page already has (start/prerender-shell.tsx). */
export function withPrerenderedGlobal(system: SystemContext): SystemContext {
  const name = document.querySelector(MARK)?.getAttribute('data-emotion')?.split(' ')[1];
  if (name === undefined) return system;
  return Object.defineProperty(system, '_global', { value: { name, styles: '' } });
}
