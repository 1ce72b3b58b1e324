import { useMe } from '../../../../lib/http/current-user';
import { useLoyalty } from '../use-loyalty';
import { PointsHistory } from './points-history';
import { TierCard } from './tier-card';

/** Tier and points on the account page. */
export function LoyaltyTab() {
  const { tierBonus, answer } = useLoyalty(useMe());
  return (
    <>
      <TierCard tierBonus={tierBonus} />
      <PointsHistory pending={answer?.pending ?? []} />
    </>
  );
}
