import { chakra } from '@chakra-ui/react/styled-system';
import { type RewardCategory, isTierAtLeast, type RewardOfferAnswer, type RewardOffer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../../ui/components/base/icon';
import type { Loyalty } from '../stored-loyalty';
import { Button } from '../../../../ui/components/base/button';
import { StatusChip } from '../../../../ui/components/shop/chip';
import { Gauge } from '../../../../ui/components/shop/gauge';
import { Surface } from '../../../../ui/components/base/surface';
import { TierBadge } from '../../../../ui/components/shop/tier-badge';
import { formatCount } from '../../../../lib/values/format';
import { useLoyaltyTexts } from '../use-loyalty-texts';

const icons: Readonly<Record<RewardCategory, IconName>> = {
  discount: 'tag',
  delivery: 'truck',
  credit: 'wallet',
  badge: 'star',
  access: 'clock',
};

const Tile = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    flexShrink: '0',
    layerStyle: 'notchClip',
    color: 'loyalty',
    bg: 'color-mix(in srgb, var(--pax-colors-loyalty) 15%, var(--pax-colors-bg))',
    boxShadow: 'inset 0 2px 0 color-mix(in srgb, var(--pax-colors-loyalty) 40%, transparent)',
    '&[data-off]': { color: 'muted', bg: 'raised', boxShadow: 'inset 0 2px 0 var(--pax-colors-line)' },
  },
});

interface RewardBadgeProps {
  readonly category: RewardCategory;
  /** True when the icon is greyed out, because the reward is used, expired or out of reach. */
  readonly off?: boolean;
}

/** The icon of a reward's category. */
export function RewardBadge({ category, off = false }: RewardBadgeProps) {
  return (
    <Tile data-off={off ? '' : undefined} aria-hidden="true">
      <Icon name={icons[category]} size={26} />
    </Tile>
  );
}

/** State of a reward offer: redeemable, or the reason why not. The server makes the same checks. */
type OfferState =
  | { readonly kind: 'open' }
  | { readonly kind: 'owned' }
  /** Offer shown to a visitor, who has no points to compare with. */
  | { readonly kind: 'visitor' }
  | { readonly kind: 'tier' }
  | { readonly kind: 'points'; readonly missing: number };

/**
 * Returns the state of a reward offer. Reasons are checked in this order: already owned, tier too low, too few points.
 */
export function offerStateOf(
  offer: Pick<RewardOfferAnswer, 'isOwned' | 'requiredTier' | 'pointsCost'>,
  { points, membershipTier }: Pick<Loyalty, 'points' | 'membershipTier'>,
): OfferState {
  if (offer.isOwned) return { kind: 'owned' };
  if (!isTierAtLeast(membershipTier, offer.requiredTier)) return { kind: 'tier' };
  if (points < offer.pointsCost) return { kind: 'points', missing: offer.pointsCost - points };
  return { kind: 'open' };
}

/** Grid of reward cards, as many per row as fit. */
export const OfferGrid = chakra('ul', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
    },
  },
});

const Card = chakra(Surface, {
  base: { display: 'grid', gridTemplateRows: '1fr auto', gap: '4', height: 'full' },
});
const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'start' },
});
const Name = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });
const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    minHeight: 'touch',
  },
});
const Cost = chakra('p', {
  base: { color: 'loyalty', fontWeight: 'bold', textStyle: 'numeric', whiteSpace: 'nowrap' },
});
const Missing = chakra('div', { base: { flex: '1 1 140px', maxWidth: '220px', textAlign: 'end' } });
const MissingHint = chakra('p', { base: { textStyle: 'small', mb: '1.5', fontWeight: 'medium' } });
const Locked = chakra('p', {
  base: { display: 'flex', alignItems: 'center', gap: '2', textStyle: 'small', color: 'muted' },
});

interface OfferCardProps {
  readonly offer: Pick<RewardOfferAnswer, 'id'> &
    Pick<RewardOffer, 'name' | 'description' | 'pointsCost' | 'category' | 'requiredTier'>;
  readonly state: OfferState;
  /** Points that the account can spend. */
  readonly points?: number;
  readonly onRedeem?: () => void;
}

/** Card of a reward offer: description, cost, and which tier or points the account lacks. */
export function OfferCard({ offer, state, points = 0, onRedeem }: OfferCardProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const texts = useLoyaltyTexts();
  const name = texts.rewardName(offer.id, offer);
  return (
    <Card pad="md" asChild>
      <article aria-label={name}>
        <Top>
          <RewardBadge category={offer.category} off={state.kind === 'tier'} />
          <div>
            <Name>{name}</Name>
            <Text>{texts.rewardText(offer.id, offer)}</Text>
          </div>
        </Top>
        <Foot>
          <Cost>{t('loyalty:shop.cost', { points: formatCount(offer.pointsCost) })}</Cost>
          {state.kind === 'open' && (
            <Button onClick={onRedeem} aria-label={t('loyalty:shop.redeemNamed', { name })}>
              {t('loyalty:shop.redeem')}
            </Button>
          )}
          {state.kind === 'owned' && <StatusChip tone="money">{t('loyalty:shop.owned')}</StatusChip>}
          {(state.kind === 'tier' || state.kind === 'visitor') && (
            <Locked>
              {state.kind === 'tier' && <Icon name="shield" size={16} />}
              <span>{t('loyalty:shop.tierText')}</span>
              <TierBadge tier={offer.requiredTier} size={24} />
            </Locked>
          )}
          {state.kind === 'points' && (
            <Missing>
              <MissingHint>{t('loyalty:shop.missing', { points: formatCount(state.missing) })}</MissingHint>
              <Gauge
                kind="progress"
                tone="loyalty"
                size="sm"
                value={points}
                max={offer.pointsCost}
                label={name}
                valueText={t('loyalty:shop.missing', { points: formatCount(state.missing) })}
              />
            </Missing>
          )}
        </Foot>
      </article>
    </Card>
  );
}
