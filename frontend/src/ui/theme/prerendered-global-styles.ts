import type { SystemContext } from '@chakra-ui/react/styled-system';

const MARK = 'style[data-emotion^="css-global "]';

/** Returns the name under which Emotion knows the global styles of the prerendered page; undefined on other pages. */
export const prerenderedGlobalStyleName = (): string | undefined =>
  globalThis.document?.querySelector(MARK)?.getAttribute('data-emotion')?.split(' ')[1];

/** Returns the style engine without the global styles, which the prerendered page already contains. */
export function withoutPrerenderedGlobalStyles(system: SystemContext): SystemContext {
  const name = prerenderedGlobalStyleName();
  if (name === undefined) return system;
  return Object.defineProperty(system, '_global', { value: { name, styles: '' } });
}
