import type { CurrentUser, Order } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TabItem } from '../../ui/components/base/tabs';
import { Badge, type ChipTone } from '../../ui/components/shop/chip';
import { VisuallyHidden } from '../../ui/components/base/visually-hidden';
import { AchievementsTab } from './achievements/achievements-tab';
import { useAchievements } from './achievements/achievements';
import type { AccountTab } from './account-tab';
import { HistoryTab } from './history-tab';
import { OrdersTab } from './orders-tab';
import { ProfileTab } from './profile-tab';
import { ReferralsTab } from './referral/referrals-tab';
import { SecurityTab } from './security/security-tab';
import { useUnseenNoticeCount } from './security/notices-card';

/** Contents of account tabs that other features provide. */
export interface AccountParts {
  /** Content of the tab with the user's support tickets. */
  readonly tickets: ReactNode;
  /** Content of the tab with the user's tier and points. */
  readonly loyalty: ReactNode;
  /** Puts an order's goods into the cart again; undefined until the products are loaded. */
  readonly onBuyAgain?: ((order: Order) => void) | undefined;
}

/** Number next to a tab's name, with a text for screen readers. */
function CountBadge({ count, words, tone }: { count: number; words: string; tone?: ChipTone }) {
  return (
    <Badge {...(tone ? { tone } : {})}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Badge>
  );
}

/** Returns the tabs of an account; a blocked account sees only its orders. */
export function useAccountTabs(
  me: CurrentUser,
  { tickets, loyalty, onBuyAgain }: AccountParts,
): TabItem<AccountTab>[] {
  const { t } = useTranslation(['account', 'security']);
  const unseen = useUnseenNoticeCount(me.id, !me.blocked);
  const { achievements } = useAchievements(!me.blocked);
  const earned = achievements?.filter(({ isEarned }) => isEarned).length;
  const orders: TabItem<AccountTab> = {
    value: 'orders',
    label: t('account:tabs.orders'),
    icon: 'box',
    content: <OrdersTab readOnly={me.blocked} onBuyAgain={onBuyAgain} />,
  };
  if (me.blocked) return [orders];
  return [
    orders,
    { value: 'profile', label: t('account:tabs.profile'), icon: 'user', content: <ProfileTab /> },
    {
      value: 'security',
      label: t('account:tabs.security'),
      icon: 'shield',
      badge: unseen > 0 && (
        <CountBadge count={unseen} words={t('security:notices.badge', { count: unseen })} />
      ),
      content: <SecurityTab account={me.id} />,
    },
    {
      value: 'achievements',
      label: t('account:tabs.achievements'),
      icon: 'star',
      badge: earned !== undefined && (
        <CountBadge count={earned} words={t('account:tabs.earned', { count: earned })} tone="loyalty" />
      ),
      content: <AchievementsTab />,
    },
    { value: 'referrals', label: t('account:tabs.referrals'), icon: 'share', content: <ReferralsTab /> },
    { value: 'loyalty', label: t('account:tabs.loyalty'), icon: 'gift', content: loyalty },
    { value: 'history', label: t('account:tabs.history'), icon: 'clock', content: <HistoryTab /> },
    { value: 'support', label: t('account:tabs.support'), icon: 'chat', content: tickets },
  ];
}
