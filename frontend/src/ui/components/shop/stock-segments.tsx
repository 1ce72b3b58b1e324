import { chakra } from '@chakra-ui/react/styled-system';
import { LOW_STOCK } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/values/format';

interface StockSegmentsProps {
  /** Number of pieces that can be bought now. */
  readonly stock: number;
  /** Number of pieces from which all five segments are lit. */
  readonly full?: number;
  /** Quantity that the buyer wants; if the stock is smaller, the text says how much is left. */
  readonly wanted?: number;
  /** Formats the stock for the text; as a number of pieces by default. */
  readonly format?: (stock: number) => string;
}

const SEGMENTS = 5;

const Row = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '1.5',
    minHeight: '20px',
  },
});
const Bars = chakra('span', { base: { display: 'inline-flex', gap: '3px' } });
const Bar = chakra('span', {
  base: {
    width: { base: '8px', sm: '14px' },
    height: '6px',
    bg: 'line',
    transition: 'background-color 200ms',
    '&[data-lit=plenty]': { bg: 'money' },
    '&[data-lit=low]': { bg: 'accent' },
  },
});
const Label = chakra('span', {
  base: { fontSize: 'xs', fontWeight: 'semibold', textStyle: 'numeric', whiteSpace: 'nowrap' },
});

/** Returns how many of the five segments a stock lights; one piece is enough for the first. */
export const countLitSegments = (stock: number, full: number): number =>
  stock <= 0 ? 0 : Math.max(1, Math.min(SEGMENTS, Math.floor((stock / full) * SEGMENTS)));

/** Stock as a bar of five segments, and as a text that changes when the stock is low or empty. */
export function StockSegments({ stock, full = 50, wanted = 0, format = formatCount }: StockSegmentsProps) {
  const { t } = useTranslation();
  const lit = countLitSegments(stock, full);
  const low = stock <= LOW_STOCK || stock < wanted;
  return (
    <Row>
      <Bars aria-hidden="true">
        {Array.from({ length: SEGMENTS }, (_, place) => (
          <Bar key={place} data-bar="" data-lit={place < lit ? (low ? 'low' : 'plenty') : undefined} />
        ))}
      </Bars>
      {stock <= 0 && <Label color="muted">{t('stock.out')}</Label>}
      {stock > 0 && (
        <Label color={low ? 'accent' : 'muted'}>
          {t(low ? 'stock.low' : 'stock.in', { amount: format(stock) })}
        </Label>
      )}
    </Row>
  );
}
