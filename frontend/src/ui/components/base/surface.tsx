import { chakra } from '@chakra-ui/react/styled-system';
import { notched } from '../../theme/recipes/notch';

/** Background with notched corners for cards, panels and tiles; `interactive` raises it while hovered. */
export const Surface = chakra('div', {
  base: { ...notched, minWidth: '0' },
  variants: {
    tone: {
      surface: {},
      raised: { '--notch-fill': 'colors.raised' },
      sunken: { '--notch-fill': 'colors.bg' },
      accent: { '--notch-edge': 'colors.accent' },
    },
    pad: { none: {}, sm: { p: '3' }, md: { p: { base: '4', md: '5' } }, lg: { p: { base: '5', md: '8' } } },
    interactive: {
      true: {
        transitionProperty: 'transform',
        transitionDuration: 'base',
        transitionTimingFunction: 'out',
        '@media (hover: hover)': {
          _hover: { transform: 'translateY(calc(-1 * var(--lift)))', '--notch-edge': 'colors.edge' },
        },
        _focusWithin: { '--notch-edge': 'colors.edge' },
      },
    },
  },
  defaultVariants: { tone: 'surface', pad: 'none' },
});
