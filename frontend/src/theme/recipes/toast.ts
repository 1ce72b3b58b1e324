import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { notched } from '../notch';

export const toastRecipe = defineSlotRecipe({
  className: 'toast',
  slots: ['group', 'root', 'title', 'description', 'actionTrigger', 'closeTrigger', 'indicator'],
  base: {
    root: {
      ...notched,
      '--notch-fill': 'colors.raised',
      '--notch-edge': 'colors.edge',
      '--toast-tone': 'colors.info',
      width: 'min(420px, calc(100vw - 32px))',
      maxWidth: '420px',
      display: 'grid',
      gridTemplateColumns: 'auto 1fr auto',
      columnGap: '3',
      alignItems: 'start',
      py: '3',
      ps: '4',
      pe: '2',
      color: 'text',
      touchAction: 'pan-y',
      overflowWrap: 'anywhere',
      opacity: 'var(--opacity)',
      translate: 'var(--x) var(--y)',
      zIndex: 'var(--z-index)',
      filter: 'drop-shadow(0 12px 24px var(--pax-colors-shadow))',
      transition: 'translate 160ms, opacity 160ms',
      '&[data-type=success]': { '--toast-tone': 'colors.money', '--notch-edge': 'colors.money' },
      '&[data-type=error]': { '--toast-tone': 'colors.danger', '--notch-edge': 'colors.danger' },
      '&[data-type=loyalty]': { '--toast-tone': 'colors.loyalty', '--notch-edge': 'colors.loyalty' },
      '@media (prefers-reduced-motion: reduce)': { translate: 'var(--swipe, 0px) 0' },
    },
    title: { fontWeight: 'semibold', fontSize: 'md', lineHeight: 'snug' },
    description: { color: 'muted', fontSize: 'sm', mt: '1' },
  },
});
