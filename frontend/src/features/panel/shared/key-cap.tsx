import { chakra } from '@chakra-ui/react/styled-system';

/** Name of a key of the keyboard, drawn as one. */
export const KeyCap = chakra('kbd', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '32px',
    px: '2',
    minHeight: '28px',
    fontFamily: 'mono',
    fontSize: 'sm',
    whiteSpace: 'nowrap',
    bg: 'raised',
    borderWidth: '1px',
    borderColor: 'edge',
    borderBottomWidth: '3px',
  },
});
