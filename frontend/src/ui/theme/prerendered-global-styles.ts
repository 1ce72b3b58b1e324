import type { SystemContext } from '@chakra-ui/react/styled-system';

const MARK = 'style[data-emotion^="css-global "]';

/** Emotion's name of the global styles in the prerendered page (start/prerender-shell.tsx); undefined elsewhere. */
export const prerenderedGlobalStyleName = (): string | undefined =>
  globalThis.document?.querySelector(MARK)?.getAttribute('data-emotion')?.split(' ')[1];

/** Returns the style engine without the global styles that the prerendered page already contains. */
export function withoutPrerenderedGlobalStyles(system: SystemContext): SystemContext {
  const name = prerenderedGlobalStyleName();
  if (name === undefined) return system;
  return Object.defineProperty(system, '_global', { value: { name, styles: '' } });
}
