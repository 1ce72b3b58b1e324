import { chakra } from '@chakra-ui/react/styled-system';

export const EditRow = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minWidth: '0',
    minHeight: { base: 'touch', lg: '36px' },
    ps: '2',
    bg: 'transparent',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderBottomColor: 'line',
    fontWeight: 'medium',
    transition: 'border-color 120ms, background-color 120ms',
    _hover: { borderColor: 'edge' },
    _focusWithin: { borderColor: 'accent', bg: 'bg' },
  },
});

/** Looks like text until it is touched. */
export const EditInput = chakra('input', {
  base: {
    // The amount is never cut by the note beside it.
    flex: '1 0 calc(var(--chars) * 1ch + 6px)',
    width: '0',
    minWidth: '0',
    minHeight: 'inherit',
    bg: 'transparent',
    color: 'text',
    fontSize: 'inherit',
    fontWeight: 'inherit',
    textStyle: 'numeric',
    textOverflow: 'ellipsis',
    _focusVisible: { outlineOffset: '-2px' },
  },
});

export const EditNote = chakra('p', { base: { color: 'danger', textStyle: 'tiny', mt: '1', px: '2' } });
