import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useDelivery } from '../../../lib/http/delivery';

const Title = chakra('h2', { base: { textStyle: 'subheading', mb: '3' } });
const List = chakra('ol', {
  base: {
    display: 'grid',
    gap: '2.5',
    counterReset: 'step',
    '& li': { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', counterIncrement: 'step' },
    '& li::before': { content: 'counter(step)', color: 'accent', fontWeight: 'bold', textStyle: 'numeric' },
  },
});

interface NextStepsProps {
  readonly hasCoins: boolean;
  readonly hasOthers: boolean;
}

/** What happens next. */
export function NextSteps({ hasCoins, hasOthers }: NextStepsProps) {
  const { t } = useTranslation('checkout');
  const delivery = useDelivery();
  return (
    <section>
      <Title>{t('ticket.next')}</Title>
      <List>
        <li>{t('ticket.nextSteps.seen')}</li>
        {hasCoins && <li>{t('ticket.nextSteps.coins', delivery)}</li>}
        {hasOthers && <li>{t('ticket.nextSteps.other', delivery)}</li>}
        <li>{t('ticket.nextSteps.ping')}</li>
      </List>
    </section>
  );
}
