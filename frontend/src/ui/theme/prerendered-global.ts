import type { SystemContext } from '@chakra-ui/react/styled-system';

const MARK = 'style[data-emotion^="css-global "]';

/** Name of the global styles in the prerendered page (start/prerender-shell.tsx); undefined elsewhere. */
export const prerenderedGlobalName = (): string | undefined =>
  globalThis.document?.querySelector(MARK)?.getAttribute('data-emotion')?.split(' ')[1];

/** Returns the style engine without the global styles that the prerendered page already contains. */
export function withoutPrerenderedGlobal(system: SystemContext): SystemContext {
  const name = prerenderedGlobalName();
  if (name === undefined) return system;
  return Object.defineProperty(system, '_global', { value: { name, styles: '' } });
}
