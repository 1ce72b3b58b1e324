import { chakra } from '@chakra-ui/react/styled-system';

/** Coloured block that marks a category, always beside the category's name. */
export const CategoryMark = chakra('span', {
  base: { width: '10px', height: '10px', flexShrink: '0', boxShadow: 'inset 0 2px 0 rgba(255,255,255,0.25)' },
  variants: {
    category: {
      coins: { bg: 'plinthCoinsGlow' },
      items: { bg: 'plinthItemsGlow' },
      bases: { bg: 'plinthBasesGlow' },
      armor: { bg: 'plinthArmorGlow' },
    },
  },
});
