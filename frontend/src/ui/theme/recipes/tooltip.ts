import { defineRecipe } from '@chakra-ui/react/styled-system';
import { notched } from './notch';

export const tooltipRecipe = defineRecipe({
  className: 'tooltip',
  base: {
    ...notched,
    '--notch-fill': 'colors.text',
    '--notch-edge': 'colors.text',
    '--notch-light': 'transparent',
    '--notch-step': '3px',
    position: 'fixed',
    zIndex: 'tooltip',
    width: 'max-content',
    maxWidth: 'min(280px, calc(100vw - 16px))',
    px: '2.5',
    py: '1.5',
    fontSize: 'xs',
    fontWeight: 'medium',
    lineHeight: 'snug',
    color: 'bg',
    animation: 'fadeIn 120ms ease-out',
  },
});
