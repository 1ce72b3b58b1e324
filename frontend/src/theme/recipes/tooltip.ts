import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { notched } from '../notch';

export const tooltipRecipe = defineSlotRecipe({
  className: 'tooltip',
  slots: ['trigger', 'arrow', 'arrowTip', 'positioner', 'content'],
  base: {
    content: {
      ...notched,
      '--notch-fill': 'colors.text',
      '--notch-edge': 'colors.text',
      '--notch-light': 'transparent',
      '--notch-step': '3px',
      zIndex: 'tooltip',
      maxWidth: '280px',
      px: '2.5',
      py: '1.5',
      fontSize: 'xs',
      fontWeight: 'medium',
      lineHeight: 'snug',
      color: 'bg',
      _open: { animation: 'fadeIn 120ms ease-out' },
      _closed: { animation: 'fadeOut 100ms ease-in' },
    },
  },
});
