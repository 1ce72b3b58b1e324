import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { openDashboard } from './dashboard-event';

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.4rem), 1fr))',
    gap: '2',
    // On a phone both keep one line beside each other.
    '& > button': { px: { base: '2', sm: '3' }, whiteSpace: 'nowrap' },
  },
});

/** The two buttons into the dashboard, in both forms of the widget. */
export function LoyaltyActions({ onOpen }: { readonly onOpen?: () => void }) {
  const { t } = useTranslation('loyalty');
  return (
    <Row>
      <Button
        icon="gift"
        onClick={() => {
          onOpen?.();
          openDashboard('shop');
        }}
      >
        {t('view')}
      </Button>
      <Button
        icon="star"
        onClick={() => {
          onOpen?.();
          openDashboard();
        }}
      >
        {t('dashboard')}
      </Button>
    </Row>
  );
}
