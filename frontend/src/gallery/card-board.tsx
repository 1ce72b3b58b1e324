import { chakra } from '@chakra-ui/react/styled-system';
import { ArtImage } from '../ui/components/base/art-image';
import { Button } from '../ui/components/base/button';
import { Chip } from '../ui/components/shop/chip';
import { IconButton } from '../ui/components/base/icon-button';
import { Plinth } from '../ui/components/shop/plinth';
import { Price } from '../ui/components/shop/price';
import { StockSegments } from '../ui/components/shop/stock-segments';
import { Surface } from '../ui/components/base/surface';
import { Board } from './board';

const goods = [
  {
    art: 'coins-100m',
    name: '100M Coins',
    category: 'coins',
    now: '$15.00',
    before: '$17.00',
    stock: 500,
    chip: 'BEST VALUE',
  },
  {
    art: 'item-elytra',
    name: 'Elytra',
    category: 'items',
    now: '$15.99',
    before: '$19.99',
    stock: 7,
    chip: '',
  },
  {
    art: 'base-castle',
    name: 'Castle base',
    category: 'bases',
    now: '$32.50',
    before: '',
    stock: 1,
    chip: '',
  },
  {
    art: 'armor-diamond-kit',
    name: 'Diamond kit',
    category: 'armor',
    now: '$8.50',
    before: '$12.00',
    stock: 30,
    chip: 'SALE',
  },
  { art: 'item-trident', name: 'Trident', category: 'items', now: '$6.00', before: '', stock: 0, chip: '' },
] as const;

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '4' },
    mt: '4',
    gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(3, 1fr)', lg: 'repeat(5, 1fr)' },
  },
});
const Body = chakra('div', { base: { p: '3', display: 'grid', gap: '2' } });

export function CardBoard() {
  return (
    <Board name="Cards">
      <Grid>
        {goods.map((good) => (
          <Surface
            key={good.art}
            interactive
            css={good.stock === 0 ? { '& img': { filter: 'grayscale(1)', opacity: 0.5 } } : {}}
          >
            <Plinth category={good.category} aspectRatio={4 / 3} m="1px" p="3">
              <chakra.div height="full" aspectRatio={1} minHeight="0">
                <ArtImage src={`/art/${good.art}.svg`} />
              </chakra.div>
              {good.chip && (
                <chakra.span position="absolute" top="2" insetStart="2">
                  <Chip tone="accent">{good.chip}</Chip>
                </chakra.span>
              )}
              <chakra.span position="absolute" top="0.5" insetEnd="0.5">
                <IconButton icon="heart" label="Add to wishlist" />
              </chakra.span>
            </Plinth>
            <Body>
              <chakra.h3 textStyle="subheading">{good.name}</chakra.h3>
              <Price now={good.now} before={good.before} />
              <StockSegments stock={good.stock} />
              <Button kind="primary" icon="plus" disabled={good.stock === 0}>
                Add
              </Button>
            </Body>
          </Surface>
        ))}
      </Grid>
    </Board>
  );
}
