import { defineLayerStyles } from '@chakra-ui/react/styled-system';

const step = 'var(--notch-step, 4px)';
const far = `calc(100% - ${step})`;

/** CSS clip path of a surface with stepped corners. */
export const notchPath = `polygon(${[
  `${step} 0`,
  `${far} 0`,
  `${far} ${step}`,
  `100% ${step}`,
  `100% ${far}`,
  `${far} ${far}`,
  `${far} 100%`,
  `${step} 100%`,
  `${step} ${far}`,
  `0 ${far}`,
  `0 ${step}`,
  `${step} ${step}`,
].join(', ')})`;

/**
 * Styles of a surface with notched corners. Two pseudo-elements paint edge and fill, so that focus ring and shadow are
 * not clipped. Colours: `--notch-fill`, `--notch-edge`, `--notch-light`.
 */
export const notched = {
  position: 'relative',
  isolation: 'isolate',
  borderWidth: '0',
  borderRadius: 'none',
  background: 'transparent',
  _before: {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '-1',
    clipPath: notchPath,
    background: 'var(--notch-edge, var(--pax-colors-line))',
    transition: 'background-color var(--pax-durations-base) var(--pax-easings-out)',
  },
  _after: {
    content: '""',
    position: 'absolute',
    inset: '1px',
    zIndex: '-1',
    clipPath: notchPath,
    background: 'var(--notch-fill, var(--pax-colors-surface))',
    boxShadow: 'inset 0 1px 0 var(--notch-light, var(--pax-colors-highlight))',
    transition: 'background-color var(--pax-durations-base) var(--pax-easings-out)',
  },
  // In forced colours mode a border is added, because the mode hides what the pseudo-elements paint.
  '@media (forced-colors: active)': {
    border: '1px solid',
    _before: { display: 'none' },
    _after: { display: 'none' },
  },
} as const;

export const layerStyles = defineLayerStyles({
  notch: { value: notched },
  /** Clips pictures and backgrounds that fill a surface up to its notched corners. */
  notchClip: { value: { clipPath: notchPath } },
});
