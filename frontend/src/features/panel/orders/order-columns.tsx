import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Columns } from './row-parts';

/** Areas of a row, by width of the screen. */
export const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) auto',
    lg: '118px 56px minmax(0, 1.5fr) minmax(0, 1fr) 78px 114px 112px',
    xl: '122px 56px minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1.1fr) 84px 118px 112px',
  },
  gridTemplateAreas: {
    base: '"product total" "people act" "state act"',
    lg: '"state number product people total time act"',
    xl: '"state number product people game total time act"',
  },
} as const;

const Head = chakra(Columns, { base: columns });

/** Titles of the columns. */
export function OrderColumns() {
  const { t } = useTranslation('admin');
  return (
    <Head aria-hidden="true">
      <chakra.span gridArea="state">{t('orders.columns.status')}</chakra.span>
      <chakra.span gridArea="number">{t('orders.columns.number')}</chakra.span>
      <chakra.span gridArea="product">{t('orders.columns.product')}</chakra.span>
      <chakra.span gridArea="people">{t('orders.columns.customer')}</chakra.span>
      <chakra.span gridArea="game" display={{ base: 'none', xl: 'block' }}>
        {t('orders.columns.game')}
      </chakra.span>
      <chakra.span gridArea="total" textAlign="end">
        {t('orders.columns.total')}
      </chakra.span>
      <chakra.span gridArea="time">{t('orders.columns.created')}</chakra.span>
    </Head>
  );
}
