import { chakra } from '@chakra-ui/react/styled-system';

const plinthBackgroundOf = (name: string) => ({
  backgroundColor: `plinth${name}`,
  backgroundImage: `url(/art/plinth-${name.toLowerCase()}.svg), radial-gradient(ellipse 75% 62% at 50% 58%, {colors.plinth${name}Glow}, transparent 100%)`,
  backgroundRepeat: 'no-repeat',
  backgroundPosition: 'center bottom, center',
  backgroundSize: 'auto 100%, cover',
});

/** Tinted background behind products of a category; fills a surface up to its notched corners. */
export const Plinth = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    layerStyle: 'notchClip',
  },
  variants: {
    category: {
      coins: plinthBackgroundOf('Coins'),
      items: plinthBackgroundOf('Items'),
      bases: plinthBackgroundOf('Bases'),
      armor: plinthBackgroundOf('Armor'),
    },
  },
  defaultVariants: { category: 'items' },
});
