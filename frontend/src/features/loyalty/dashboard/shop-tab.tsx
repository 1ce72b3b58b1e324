import { chakra } from '@chakra-ui/react/styled-system';
import type { RewardOfferAnswer } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/empty-state';
import { Loading, Skeleton } from '../../../components/skeleton';
import type { Loyalty } from '../stored-loyalty';
import type { LoyaltyView } from '../use-loyalty';
import { OfferCard } from './offer-card';
import { RedeemDialog } from './redeem-dialog';

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(340px, 1fr))' },
  },
});

interface ShopTabProps {
  readonly view: LoyaltyView;
  readonly loyalty: Loyalty;
  readonly onRewards: () => void;
}

/** The reward shop: what points buy (SHOP-9.19, SHOP-9.20). */
export function ShopTab({ view, loyalty, onRewards }: ShopTabProps) {
  const { t } = useTranslation('loyalty');
  const [chosen, setChosen] = useState<RewardOfferAnswer>();
  if (!view.answer) {
    if (!view.isPending) return <ErrorState sentence={t('shop.failed')} onRetry={view.retry} />;
    return (
      <Loading>
        <Grid>
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} height="168px" />
          ))}
        </Grid>
      </Loading>
    );
  }
  return (
    <>
      <Grid>
        {view.answer.shop.map((offer) => (
          <li key={offer.id}>
            <OfferCard offer={offer} loyalty={loyalty} onRedeem={() => setChosen(offer)} />
          </li>
        ))}
      </Grid>
      {chosen && (
        <RedeemDialog
          key={chosen.id}
          offer={chosen}
          points={loyalty.points}
          onClose={() => setChosen(undefined)}
          onRewards={() => {
            setChosen(undefined);
            onRewards();
          }}
        />
      )}
    </>
  );
}
