import { chakra } from '@chakra-ui/react/styled-system';

/** Small number at the corner of a button. */
export const CountMark = chakra('span', {
  base: {
    position: 'absolute',
    top: '-5px',
    insetEnd: '-5px',
    minWidth: '20px',
    px: '1',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: '20px',
    textAlign: 'center',
    color: 'onAccent',
    bg: 'accent',
    textStyle: 'numeric',
  },
});

/** Formats the number of a `CountMark`: "99+" above 99. */
export const formatCountMark = (count: number): string => (count > 99 ? '99+' : String(count));
