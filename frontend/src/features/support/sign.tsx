import { chakra } from '@chakra-ui/react/styled-system';

/** The ground of a large icon. */
export const Sign = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '44px',
    height: '44px',
    layerStyle: 'notchClip',
    bg: 'raised',
  },
});
