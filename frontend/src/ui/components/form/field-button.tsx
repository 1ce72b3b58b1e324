import { chakra } from '@chakra-ui/react/styled-system';

/** A button at the end of a field, inside its frame; positioned in the field's parent. */
export const FieldButton = chakra('button', {
  base: {
    position: 'absolute',
    insetEnd: '0',
    top: '0',
    width: 'touch',
    height: 'touch',
    display: 'grid',
    placeItems: 'center',
    color: 'muted',
    _hover: { color: 'text' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});
