import { chakra } from '@chakra-ui/react/styled-system';
import { REWARD_KEYS, REWARD_SHOP } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { OfferCard } from './offer-card';
import { OfferGrid } from './offer-grid';

const Heading = chakra('h2', { base: { textStyle: 'heading', mb: '3' } });

/** The reward shop as everybody may see it: what there is, what it costs, and from which tier on. */
export function VisitorRewards() {
  const { t } = useTranslation('loyalty');
  return (
    <section aria-label={t('tabs.shop')}>
      <Heading>{t('tabs.shop')}</Heading>
      <OfferGrid>
        {REWARD_KEYS.map((id) => (
          <li key={id}>
            <OfferCard offer={{ ...REWARD_SHOP[id], id }} state={{ kind: 'visitor' }} />
          </li>
        ))}
      </OfferGrid>
    </section>
  );
}
