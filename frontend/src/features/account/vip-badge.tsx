import { chakra } from '@chakra-ui/react/styled-system';
import type { AccountProfile } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../components/shop/chip';

const Line = chakra('p', { base: { mb: '4', color: 'muted', textStyle: 'small' } });

/** The VIP badge, or that it is held back; nothing for accounts without one. */
export function VipBadge({ profile }: { readonly profile: AccountProfile }) {
  const { t } = useTranslation('account');
  if (profile.frozenVipBadge) return <Line>{t('vip.frozen')}</Line>;
  if (profile.vipBadge !== true) return null;
  return (
    <Line>
      <Chip tone="loyalty" icon="star">
        {t('vip.badge')}
      </Chip>
    </Line>
  );
}
