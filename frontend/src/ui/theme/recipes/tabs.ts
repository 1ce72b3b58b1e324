import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

export const tabsRecipe = defineSlotRecipe({
  className: 'tabs',
  slots: ['root', 'trigger', 'list', 'content', 'contentGroup', 'indicator'],
  base: {
    root: { position: 'relative' },
    list: {
      display: 'flex',
      gap: '1',
      overflowX: 'auto',
      scrollbarWidth: 'none',
      borderBottomWidth: '1px',
      borderColor: 'line',
      '&::-webkit-scrollbar': { display: 'none' },
      '--fade-start': '0px',
      '--fade-end': '0px',
      '&[data-cut~=start]': { '--fade-start': '32px' },
      '&[data-cut~=end]': { '--fade-end': '32px' },
      '&[data-cut]:not([data-cut=""])': {
        maskImage:
          'linear-gradient(to right, transparent, #000 var(--fade-start), #000 calc(100% - var(--fade-end)), transparent)',
      },
    },
    trigger: {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      flexShrink: '0',
      minHeight: '48px',
      px: '3',
      fontSize: 'sm',
      fontWeight: 'semibold',
      color: 'muted',
      whiteSpace: 'nowrap',
      transition: 'color 120ms',
      _hover: { color: 'text' },
      _focusVisible: { outlineOffset: '-2px' },
      _selected: { color: 'text', _after: { background: 'accent' } },
      _after: {
        content: '""',
        position: 'absolute',
        insetX: '0',
        bottom: '0',
        height: '3px',
        background: 'transparent',
      },
      _disabled: { opacity: 0.5 },
    },
    content: {
      pt: '5',
      outline: 'none',
      _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    },
  },
});
