import { chakra } from '@chakra-ui/react/styled-system';
import { priceCart } from '@pax/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Surface } from '../../../ui/components/base/surface';
import { Plinth } from '../../../ui/components/shop/plinth';
import { formatCents, formatMillions } from '../../../lib/values/format';
import { useCartLines, type CartLineView } from './cart-lines';

/** Number of lines that are named; the rest is counted. */
const MOST_LINES = 5;

const Box = chakra(Surface, {
  base: { width: 'full', maxWidth: '440px', display: 'grid', gap: { base: '0', lg: '4' } },
});
const Top = chakra('div', {
  base: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '3' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Total = chakra('span', { base: { fontWeight: 'bold', textStyle: 'numeric', fontSize: 'lg' } });
const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const List = chakra('ul', { base: { display: { base: 'none', lg: 'grid' }, gap: '3' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '48px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '3',
    '& > p': { overflowWrap: 'anywhere' },
  },
});
const Amount = chakra('span', { base: { color: 'muted' } });
const ImagePlinth = chakra(Plinth, { base: { width: '48px', height: '48px' } });

/** Amount of a line in words: its millions, or its pieces if there are several. */
function formatLineAmount({ item }: CartLineView): string | undefined {
  if (item.isCustom) return formatMillions(Number(item.customAmount));
  return item.quantity > 1 ? `× ${item.quantity}` : undefined;
}

/** Read-only list of the cart's lines; on a phone only the total. */
export function CartSummary() {
  const { t } = useTranslation('cart');
  const id = useId();
  const lines = useCartLines();
  const { total } = priceCart(lines.map(({ pricing }) => pricing));
  const more = lines.length - MOST_LINES;
  return (
    <Box asChild pad={{ base: 'md', lg: 'lg' }}>
      <section aria-labelledby={id}>
        <Top>
          <Heading id={id}>{t('title')}</Heading>
          <Total>{formatCents(total)}</Total>
        </Top>
        <List>
          {lines.slice(0, MOST_LINES).map((line) => (
            <Row key={line.item.id}>
              <ImagePlinth category={line.product?.category ?? line.item.category}>
                <ArtImage src={line.product?.image ?? line.item.image} />
              </ImagePlinth>
              <p>
                <span>{line.product?.name ?? line.item.name}</span> <Amount>{formatLineAmount(line)}</Amount>
              </p>
              <span>{formatCents(line.lineCents)}</span>
            </Row>
          ))}
        </List>
        <Note>{more > 0 ? t('keptMore', { count: more }) : t('kept')}</Note>
      </section>
    </Box>
  );
}
