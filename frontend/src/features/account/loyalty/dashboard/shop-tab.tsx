import type { RewardOfferAnswer } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../../ui/components/feedback/skeleton';
import type { Loyalty } from '../stored-loyalty';
import type { LoyaltyView } from '../use-loyalty';
import { OfferCard, OfferGrid, offerStateOf } from './offer-card';
import { RedeemDialog } from './redeem-dialog';

interface ShopTabProps {
  readonly view: LoyaltyView;
  readonly loyalty: Loyalty;
  readonly onRewards: () => void;
}

/** Tab of the reward shop, where points buy rewards. */
export function ShopTab({ view, loyalty, onRewards }: ShopTabProps) {
  const { t } = useTranslation('loyalty');
  const [chosen, setChosen] = useState<RewardOfferAnswer>();
  if (!view.answer) {
    if (!view.isPending) return <ErrorState sentence={t('shop.failed')} onRetry={view.retry} />;
    return (
      <Loading>
        <OfferGrid>
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} height="168px" />
          ))}
        </OfferGrid>
      </Loading>
    );
  }
  return (
    <>
      <OfferGrid>
        {view.answer.shop.map((offer) => (
          <li key={offer.id}>
            <OfferCard
              offer={offer}
              state={offerStateOf(offer, loyalty)}
              points={loyalty.points}
              onRedeem={() => setChosen(offer)}
            />
          </li>
        ))}
      </OfferGrid>
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
