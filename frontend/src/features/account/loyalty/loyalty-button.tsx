import { chakra } from '@chakra-ui/react/styled-system';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/components/base/icon';
import { HeaderPopover } from '../../../ui/components/overlay/header-popover';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { useCurrentUser } from '../../../lib/http/current-user';
import { formatCount } from '../../../lib/values/format';
import { LazyLoyaltyPopover } from './lazy-popover';
import { syncStoredLoyalty } from './stored-loyalty';
import { useLoyalty } from './use-loyalty';

const Points = chakra('span', {
  base: { display: { base: 'none', lg: 'inline' }, color: 'loyalty', fontWeight: 'bold' },
});

/** Loyalty widget of the header with tier and points; a click opens its popover. */
export function LoyaltyButton() {
  const { t } = useTranslation(['loyalty', 'common']);
  const client = useQueryClient();
  useEffect(() => syncStoredLoyalty(client), [client]);
  const me = useCurrentUser();
  const { loyalty } = useLoyalty(me);

  if (me === undefined || me?.blocked) return null;
  const label = loyalty
    ? t('loyalty:button.label', {
        points: formatCount(loyalty.points),
        tier: t(`common:tier.${loyalty.membershipTier}`),
      })
    : t(me ? 'loyalty:name' : 'loyalty:button.visitor');
  return (
    <HeaderPopover
      label={label}
      width={{ base: 'touch', lg: loyalty ? 'auto' : 'touch' }}
      px={{ lg: loyalty ? '3' : '0' }}
      renderPopover={({ id, close }) => <LazyLoyaltyPopover id={id} me={me} onClose={close} />}
    >
      {loyalty ? (
        <img src={`/art/tier-${loyalty.membershipTier}.svg`} alt="" width={26} height={26} />
      ) : (
        <chakra.span color="loyalty">
          <Icon name="star" />
        </chakra.span>
      )}
      {loyalty && (
        <Points>
          <TickingNumber value={loyalty.points} format={formatCount} />
        </Points>
      )}
    </HeaderPopover>
  );
}
