import { defineKeyframes } from '@chakra-ui/react/styled-system';

/** `--shift` and `--lift` are 0 under reduced motion (first-paint.css), which leaves the fades. */
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
  spin: { to: { transform: 'rotate(360deg)' } },
  breathe: { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.45 } },
  waiting: { '0%, 100%': { opacity: 0.6 }, '50%': { opacity: 0.3 } },
  rollUp: { from: { transform: 'translateY(0.7em)', opacity: 0 }, to: { transform: 'none', opacity: 1 } },
  rollDown: { from: { transform: 'translateY(-0.7em)', opacity: 0 }, to: { transform: 'none', opacity: 1 } },
  glow: { '0%': { textShadow: '0 0 14px currentColor' }, '100%': { textShadow: '0 0 0 transparent' } },
});
