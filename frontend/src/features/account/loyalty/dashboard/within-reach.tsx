import { chakra } from '@chakra-ui/react/styled-system';
import type { RewardOfferAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/components/base/button';
import { Surface } from '../../../../ui/components/base/surface';
import { formatCount } from '../../../../lib/values/format';
import type { Loyalty } from '../stored-loyalty';
import { useLoyaltyTexts } from '../use-loyalty-texts';
import { offerState } from './offer-state';

/** Maximum number of offers shown. */
const SHOWN = 3;

const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '3' } });
const List = chakra('ul', { base: { display: 'grid', gap: '2', mb: '4' } });
const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '3',
  },
});
const Cost = chakra('span', {
  base: { color: 'loyalty', fontWeight: 'semibold', textStyle: 'numeric', whiteSpace: 'nowrap' },
});

interface WithinReachProps {
  readonly offers: readonly RewardOfferAnswer[];
  readonly loyalty: Loyalty;
  readonly onShop: () => void;
}

/** Affordable offers, the most expensive first; nothing if there are none. */
export function WithinReach({ offers, loyalty, onShop }: WithinReachProps) {
  const { t } = useTranslation('loyalty');
  const { rewardName } = useLoyaltyTexts();
  const open = offers
    .filter((offer) => offerState(offer, loyalty).kind === 'open')
    .toSorted((a, b) => b.pointsCost - a.pointsCost)
    .slice(0, SHOWN);
  if (open.length === 0) return null;
  return (
    <Surface pad="md">
      <Heading>{t('reach.heading')}</Heading>
      <List>
        {open.map((offer) => (
          <Row key={offer.id}>
            <span>{rewardName(offer.id, offer)}</span>
            <Cost>{t('shop.cost', { points: formatCount(offer.pointsCost) })}</Cost>
          </Row>
        ))}
      </List>
      <Button icon="gift" onClick={onShop}>
        {t('rewards.toShop')}
      </Button>
    </Surface>
  );
}
