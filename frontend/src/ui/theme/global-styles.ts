import { defineGlobalStyles, type SystemContext } from '@chakra-ui/react/styled-system';

/** Global styles: reset, vertical spacing, focus ring. Those for reduced motion are in first-paint.css. */
export const globalStyles = defineGlobalStyles({
  '*, *::before, *::after': {
    boxSizing: 'border-box',
    margin: 0,
    padding: 0,
    borderWidth: 0,
    borderStyle: 'solid',
    borderColor: 'line',
  },
  html: {
    fontFamily: 'body',
    fontSize: '100%',
    lineHeight: 'body',
    textSizeAdjust: '100%',
    background: 'bg',
    color: 'text',
    scrollPaddingTop: '128px',
    colorScheme: 'dark',
  },
  'html.light': { colorScheme: 'light' },
  body: { minHeight: '100dvh', background: 'bg', color: 'text', overflowWrap: 'break-word' },
  'h1, h2, h3, h4, h5, h6': { fontSize: 'inherit', fontWeight: 'inherit', textWrap: 'balance' },
  'p, li': { textWrap: 'pretty' },
  'ol, ul': { listStyle: 'none' },
  'img, svg, canvas': { display: 'block', maxWidth: '100%' },
  'img, video': { height: 'auto' },
  img: { height: 'auto' },
  'button, input, select, textarea': { font: 'inherit', color: 'inherit', background: 'transparent' },
  button: { cursor: 'pointer', touchAction: 'manipulation' },
  'button:disabled, [aria-disabled=true]': { cursor: 'not-allowed' },
  a: { color: 'inherit', textDecoration: 'none' },
  '::placeholder': { color: 'muted', opacity: 1 },
  ':placeholder-shown': { textOverflow: 'ellipsis' },
  // The selection's colours are set on the root only, because a rule for all elements would be computed twice for
  // each.
  ':root::selection': { background: 'accent', color: 'onAccent' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  table: { borderCollapse: 'collapse', width: '100%' },
  '[hidden]': { display: 'none !important' },
});

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
