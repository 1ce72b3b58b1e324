import {
  defineKeyframes,
  defineSemanticTokens,
  defineTextStyles,
  defineTokens,
} from '@chakra-ui/react/styled-system';
import { dark, light, paletteNames } from './palette';

const wrapTokenValues = <V extends string | number>(
  record: Record<string, V>,
): Record<string, { value: V }> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, { value }]));

/** Spacing steps with a base of 4 px: `4` is 16 px. */
const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 56, 64,
];
const space = {
  px: '1px',
  0: '0px',
  ...Object.fromEntries(steps.map((step) => [String(step), `${step * 4}px`])),
};

/** Stacking order of all layers, which is defined only here. */
const layers = {
  base: 0,
  lift: 1,
  sticky: 100,
  header: 200,
  float: 300,
  scrim: 400,
  sheet: 500,
  popover: 600,
  tooltip: 700,
  toast: 800,
  celebration: 900,
};

export const tokens = defineTokens({
  fonts: wrapTokenValues({
    body: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
    display: "'Chakra Petch', 'Chakra Petch Fallback', system-ui, sans-serif",
    mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', monospace",
  }),
  fontSizes: wrapTokenValues({
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.25rem',
    xl: '1.5625rem',
    '2xl': '1.9375rem',
    '3xl': '2.4375rem',
  }),
  fontWeights: wrapTokenValues({ normal: 400, medium: 500, semibold: 600, bold: 700 }),
  lineHeights: wrapTokenValues({ tight: 1.15, snug: 1.3, body: 1.5, loose: 1.65 }),
  letterSpacings: wrapTokenValues({ tight: '-0.01em', normal: '0', wide: '0.04em' }),
  spacing: wrapTokenValues(space),
  sizes: wrapTokenValues({
    ...space,
    full: '100%',
    touch: '44px',
    page: '1240px',
    panel: '420px',
    prose: '70ch',
    '1/2': '50%',
  }),
  radii: wrapTokenValues({ none: '0', input: '2px', full: '9999px' }),
  zIndex: wrapTokenValues(layers),
  durations: wrapTokenValues({ fast: '120ms', base: '160ms', slow: '200ms', tick: '500ms' }),
  easings: wrapTokenValues({ out: 'cubic-bezier(0.2, 0.8, 0.2, 1)', in: 'cubic-bezier(0.6, 0, 0.9, 0.4)' }),
  shadows: wrapTokenValues({ none: 'none' }),
});

export const semanticTokens = defineSemanticTokens({
  colors: Object.fromEntries(
    paletteNames.map((name) => [name, { value: { _light: light[name], _dark: dark[name] } }]),
  ),
  shadows: {
    lift: { value: '0 2px 0 {colors.shadow}, 0 8px 20px -8px {colors.shadow}' },
    float: { value: '0 4px 0 {colors.shadow}, 0 24px 48px -12px {colors.shadow}' },
  },
});

/** Breakpoints, for phones first: from `md` a sheet is a side panel, from `lg` the product grid has its full width. */
export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' };

const display = {
  fontFamily: 'display',
  fontWeight: '600',
  letterSpacing: 'tight',
  lineHeight: 'tight',
} as const;

/** Text styles of 12, 14, 16, 20, 25, 31 and 39 px: the display font from 20 px on, otherwise Inter. */
export const textStyles = defineTextStyles({
  hero: { value: { ...display, fontSize: { base: '2xl', md: '3xl' } } },
  title: { value: { ...display, fontSize: { base: 'xl', md: '2xl' } } },
  heading: { value: { ...display, fontSize: { base: 'lg', md: 'xl' } } },
  subheading: { value: { ...display, fontSize: { base: 'md', md: 'lg' } } },
  label: { value: { fontSize: 'sm', fontWeight: 'medium', lineHeight: 'snug' } },
  body: { value: { fontSize: 'md', lineHeight: 'body' } },
  small: { value: { fontSize: 'sm', lineHeight: 'body' } },
  tiny: { value: { fontSize: 'xs', lineHeight: 'snug' } },
  /** Text style with digits of equal width, for comparing and animating numbers. */
  numeric: {
    value: { fontVariantNumeric: 'tabular-nums slashed-zero', fontFeatureSettings: "'tnum', 'zero', 'cv11'" },
  },
  reference: { value: { fontFamily: 'mono', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' } },
});

/** Animations; under reduced motion `--shift` and `--lift` are 0 (first-paint.css), so that only fading remains. */
export const keyframes = defineKeyframes({
  fadeIn: { from: { opacity: 0 }, to: { opacity: 1 } },
  fadeOut: { from: { opacity: 1 }, to: { opacity: 0 } },
  riseIn: {
    from: { opacity: 0, transform: 'translateY(var(--shift))' },
    to: { opacity: 1, transform: 'none' },
  },
  riseOut: {
    from: { opacity: 1, transform: 'none' },
    to: { opacity: 0, transform: 'translateY(var(--shift))' },
  },
  dropIn: {
    from: { opacity: 0, transform: 'translateY(calc(var(--shift) * -2))' },
    to: { opacity: 1, transform: 'none' },
  },
  dropOut: {
    from: { opacity: 1, transform: 'none' },
    to: { opacity: 0, transform: 'translateY(calc(var(--shift) * -2))' },
  },
  sideIn: {
    from: { opacity: 0, transform: 'translateX(calc(var(--shift) * 4))' },
    to: { opacity: 1, transform: 'none' },
  },
  sideOut: {
    from: { opacity: 1, transform: 'none' },
    to: { opacity: 0, transform: 'translateX(calc(var(--shift) * 4))' },
  },
  sheetIn: {
    from: { opacity: 0, transform: 'translateY(calc(var(--shift) * 6))' },
    to: { opacity: 1, transform: 'none' },
  },
  sheetOut: {
    from: { opacity: 1, transform: 'none' },
    to: { opacity: 0, transform: 'translateY(calc(var(--shift) * 6))' },
  },
  runOut: { to: { transform: 'scaleX(0)' } },
  spin: { to: { transform: 'rotate(360deg)' } },
  breathe: { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.45 } },
  waiting: { '0%, 100%': { opacity: 0.6 }, '50%': { opacity: 0.3 } },
  rollUp: { from: { transform: 'translateY(0.7em)', opacity: 0 }, to: { transform: 'none', opacity: 1 } },
  rollDown: { from: { transform: 'translateY(-0.7em)', opacity: 0 }, to: { transform: 'none', opacity: 1 } },
  glow: { '0%': { textShadow: '0 0 14px currentColor' }, '100%': { textShadow: '0 0 0 transparent' } },
});
