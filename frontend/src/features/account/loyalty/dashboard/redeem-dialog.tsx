import {
  loyaltyCalls,
  type LoyaltyAnswer,
  CHECKOUT_REWARD_CATEGORIES,
  type RewardCategory,
  type RewardOfferAnswer,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { LOYALTY, PROFILE } from '../../../../lib/http/query-keys';
import { callApi, callErrorCodeOf } from '../../../../lib/http/call-api';
import { ApiError, serverMessageOf } from '../../../../lib/http/fetcher';
import { showToast } from '../../../../lib/browser/toast';
import { Button } from '../../../../ui/components/base/button';
import { Dialog } from '../../../../ui/components/overlay/dialog';
import { Icon } from '../../../../ui/components/base/icon';
import { PriceBreakdown, PriceBreakdownRow } from '../../../../ui/components/shop/price-breakdown';
import { formatCount, formatDate, formatDecimal } from '../../../../lib/values/format';
import { useLoyaltyTexts } from '../use-loyalty-texts';
import { createRequestId } from '../../../../lib/values/request-id';
import { RewardBadge } from './offer-card';
import { CopyableCode } from '../../../../ui/components/form/copyable-code';

const KNOWN = ['INSUFFICIENT_POINTS', 'TIER_TOO_LOW', 'ALREADY_OWNED', 'DISPUTE_OPEN'] as const;

interface RedeemInput {
  readonly rewardId: string;
  /** Idempotency key of the redemption, so that a retry spends the points only once. */
  readonly requestId: string;
}

/** Redeems a reward. If the answer got lost, the same input can be sent again without spending points twice. */
function useRedeemReward() {
  const { t } = useTranslation('loyalty');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: RedeemInput) => callApi(loyaltyCalls.redeemReward, { body: input }),
    onSuccess: ({ reward, points }) => {
      client.setQueryData<LoyaltyAnswer>(
        LOYALTY,
        (known) =>
          known && {
            ...known,
            points,
            rewards: [reward, ...known.rewards.filter(({ id }) => id !== reward.id)],
          },
      );
      void client.invalidateQueries({ queryKey: PROFILE });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const known = KNOWN.find((code) => code === callErrorCodeOf(loyaltyCalls.redeemReward, error));
      showToast({
        title: t(`refused.${known ?? 'other'}`),
        description: known ? t(`refused.${known}Text`) : (serverMessageOf(error) ?? t('refused.otherText')),
        kind: 'error',
      });
    },
    // Points and rewards are refetched whether the redemption succeeded or not.
    onSettled: () => void client.invalidateQueries({ queryKey: LOYALTY }),
  });
}

const Stack = chakra('div', { base: { display: 'grid', gap: '5' } });
const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'center' },
});
const Acts = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '3', width: 'full' },
});
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Silent = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '3',
    p: '3',
    bg: 'bg',
    borderInlineStartWidth: '3px',
    borderColor: 'accent',
    textStyle: 'small',
    '& svg': { color: 'accent' },
  },
});

const effectKeys = {
  discount: 'code',
  delivery: 'code',
  credit: 'credit',
  badge: 'badge',
  access: 'access',
} as const;
const describeRewardEffect = (category: RewardCategory) => effectKeys[category];

const Done = chakra('div', { base: { display: 'grid', gap: '4' } });

interface RedeemedRewardProps {
  readonly reward: LoyaltyAnswer['rewards'][number];
  readonly name: string;
}

/** Shows the redeemed reward and explains how to use it. */
function RedeemedReward({ reward, name }: RedeemedRewardProps) {
  const { t } = useTranslation('loyalty');
  const { category, code, value, expiresAt } = reward;
  const date = formatDate(expiresAt);
  const hasCode = CHECKOUT_REWARD_CATEGORIES.includes(category);
  return (
    <Done role="status">
      <Top>
        <RewardBadge category={category} />
        <p>
          {hasCode && <span>{t('done.code', { date })}</span>}
          {category === 'credit' && <span>{t('done.credit', { amount: formatDecimal(value) })}</span>}
          {category === 'badge' && <span>{t('done.badge')}</span>}
          {category === 'access' && <span>{t('done.access', { date })}</span>}
        </p>
      </Top>
      {hasCode && <CopyableCode code={code} label={t('rewards.code', { name })} />}
    </Done>
  );
}

interface RedeemDialogProps {
  readonly offer: RewardOfferAnswer;
  readonly points: number;
  readonly onClose: () => void;
  readonly onRewards: () => void;
}

/** Dialog that asks before points are spent, then shows the reward. A new one is mounted for each redemption. */
export function RedeemDialog({ offer, points, onClose, onRewards }: RedeemDialogProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { rewardName } = useLoyaltyTexts();
  const [requestId] = useState(createRequestId);
  // Points at the time the dialog opened, because the redemption changes the current points.
  const [before] = useState(points);
  const redeem = useRedeemReward();
  const name = rewardName(offer.id, offer);
  const silent = redeem.isError && !(redeem.error instanceof ApiError);
  const submitRedemption = () =>
    redeem.mutate(
      { rewardId: offer.id, requestId },
      { onError: (error) => error instanceof ApiError && onClose() },
    );

  if (redeem.isSuccess)
    return (
      <Dialog
        open
        size="sm"
        onClose={onClose}
        title={t('loyalty:done.title', { name })}
        footer={
          <Acts>
            <Button onClick={onRewards}>{t('loyalty:done.toRewards')}</Button>
            <Button kind="primary" onClick={onClose}>
              {t('loyalty:done.close')}
            </Button>
          </Acts>
        }
      >
        <RedeemedReward reward={redeem.data.reward} name={name} />
      </Dialog>
    );
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('loyalty:confirm.title', { name })}
      footer={
        <Acts>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" loading={redeem.isPending} onClick={submitRedemption}>
            {silent
              ? t('loyalty:confirm.again')
              : t('loyalty:confirm.submit', { points: formatCount(offer.pointsCost) })}
          </Button>
        </Acts>
      }
    >
      <Stack>
        <Top>
          <RewardBadge category={offer.category} />
          <Text>
            {t(`loyalty:confirm.${describeRewardEffect(offer.category)}`)} {t('loyalty:confirm.final')}
          </Text>
        </Top>
        <PriceBreakdown>
          <PriceBreakdownRow label={t('loyalty:confirm.have')} amount={formatCount(before)} />
          <PriceBreakdownRow label={t('loyalty:confirm.cost')} amount={`−${formatCount(offer.pointsCost)}`} />
          <PriceBreakdownRow
            kind="total"
            label={t('loyalty:confirm.left')}
            amount={formatCount(Math.max(0, before - offer.pointsCost))}
          />
        </PriceBreakdown>
        {silent && (
          <Silent role="alert">
            <Icon name="clock" />
            <p>{t('loyalty:confirm.silent')}</p>
          </Silent>
        )}
      </Stack>
    </Dialog>
  );
}
