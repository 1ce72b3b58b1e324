import { defineRecipe } from '@chakra-ui/react/styled-system';
import { notched } from './notch';

/** Styles of buttons: `primary` once per screen, `danger` for irreversible actions, `bare` inside rows and bars. */
export const buttonRecipe = defineRecipe({
  className: 'button',
  base: {
    ...notched,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    minHeight: 'touch',
    fontFamily: 'body',
    fontSize: 'md',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    // A label in a large font wraps instead of making the button wider than the screen.
    maxWidth: 'full',
    textAlign: 'center',
    overflowWrap: 'break-word',
    userSelect: 'none',
    transitionProperty: 'transform, opacity, color',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    _active: { transform: 'translateY(calc(var(--lift) / 2))' },
    _disabled: { opacity: 0.55, transform: 'none' },
    _icon: { flexShrink: '0' },
  },
  variants: {
    kind: {
      primary: {
        color: 'onAccent',
        '--notch-fill': 'colors.accent',
        '--notch-edge': 'colors.accent',
        '--notch-light': 'colors.sheen',
        _hover: {
          '&:not(:disabled)': { '--notch-fill': 'colors.accentHover', '--notch-edge': 'colors.accentHover' },
        },
      },
      quiet: {
        color: 'text',
        '--notch-fill': 'colors.raised',
        '--notch-edge': 'colors.edge',
        _hover: { '&:not(:disabled)': { '--notch-edge': 'colors.accent' } },
        _pressed: { color: 'accent', '--notch-edge': 'colors.accent' },
      },
      danger: {
        color: 'onDanger',
        '--notch-fill': 'colors.danger',
        '--notch-edge': 'colors.danger',
        '--notch-light': 'colors.sheen',
      },
      /** Look of buttons that lead to a dangerous action, which the next step asks to confirm. */
      dangerQuiet: {
        color: 'danger',
        '--notch-fill': 'colors.raised',
        '--notch-edge': 'colors.edge',
        _hover: { '&:not(:disabled)': { '--notch-edge': 'colors.danger' } },
      },
      bare: {
        color: 'muted',
        '--notch-fill': 'transparent',
        '--notch-edge': 'transparent',
        '--notch-light': 'transparent',
        _hover: { '&:not(:disabled)': { color: 'text', '--notch-fill': 'colors.raised' } },
        _pressed: { color: 'accent' },
      },
    },
    size: {
      sm: { minHeight: '36px', px: '3', fontSize: 'sm', '@media (pointer: coarse)': { minHeight: 'touch' } },
      md: { px: '4' },
      lg: { minHeight: '52px', px: '6', fontSize: 'md' },
      icon: { width: 'touch', height: 'touch', p: '0' },
      iconSm: {
        width: '36px',
        minHeight: '36px',
        p: '0',
        '@media (pointer: coarse)': { width: 'touch', minHeight: 'touch' },
      },
    },
  },
  defaultVariants: { kind: 'quiet', size: 'md' },
});
