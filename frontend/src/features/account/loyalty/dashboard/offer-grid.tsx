import { chakra } from '@chakra-ui/react/styled-system';

/** The cards of the reward shop, as many beside each other as there is room for. */
export const OfferGrid = chakra('ul', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
    },
  },
});
