import { chakra } from '@chakra-ui/react/styled-system';

/**
 * Row of a list: two lines of text on a phone, one line of columns on a desktop. A button in it opens the row's sheet.
 */
export const BaseRow = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    alignItems: 'center',
    columnGap: '3',
    rowGap: { base: '0.5', lg: '1' },
    px: '3',
    py: { base: '2', lg: '1' },
    minHeight: 'touch',
    bg: 'surface',
    borderBottomWidth: '1px',
    borderColor: 'line',
    fontSize: 'sm',
    lineHeight: 'snug',
    transition: 'background-color 120ms',
    '@media (hover: hover)': { _hover: { bg: 'raised' } },
    _before: { content: '""', position: 'absolute', insetY: '0', insetStart: '0', width: '3px' },
    '&[data-selected]': { bg: 'raised', _before: { bg: 'edge' } },
    '&[data-chosen]': { bg: 'raised', _before: { bg: 'accent' } },
    '&[data-fresh]': {
      _before: { bg: 'accent' },
      animation: 'riseIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    },
  },
});

/** Button of a row, below the texts and above the background, so that a click anywhere on the row reaches it. */
export const RowButton = chakra('button', {
  base: { position: 'absolute', inset: '0', _focusVisible: { outlineOffset: '-2px' } },
});

/** Cell with text, which lets clicks through to the row's button. */
export const Cell = chakra('div', {
  base: { minWidth: '0', pointerEvents: 'none', position: 'relative' },
});

export const Line = chakra('span', {
  base: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export const Tiny = chakra(Line, { base: { color: 'muted', textStyle: 'tiny' } });

/** Column titles, hidden from screen readers, because each row already names its values. */
export const Columns = chakra('div', {
  base: {
    display: { base: 'none', lg: 'grid' },
    position: 'sticky',
    top: '0',
    zIndex: 'sticky',
    alignItems: 'center',
    columnGap: '3',
    px: '3',
    minHeight: '36px',
    bg: 'bg',
    borderBottomWidth: '1px',
    borderColor: 'edge',
    color: 'muted',
    textStyle: 'tiny',
    fontWeight: 'semibold',
  },
});
