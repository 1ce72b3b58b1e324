import { chakra } from '@chakra-ui/react/styled-system';
import { REWARD_KEYS, REWARD_SHOP, getRewardState, type LoyaltyAnswer } from '@pax/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../../ui/components/shop/chip';
import { Icon } from '../../../../ui/components/base/icon';
import { Page } from '../../../../ui/components/base/page';
import { Surface } from '../../../../ui/components/base/surface';
import { Tabs, type TabItem } from '../../../../ui/components/base/tabs';
import { useCurrentUser } from '../../../../lib/http/current-user';
import { useMediaQuery } from '../../../../lib/hooks/use-media-query';
import { useNow } from '../../../../lib/hooks/use-now';
import { useDocumentTitle } from '../../../../lib/hooks/use-title';
import type { DashboardTab } from '../open-loyalty-dashboard';
import { LoyaltyLoading, VisitorPitch } from '../loyalty-placeholders';
import { useLoyalty } from '../use-loyalty';
import { DashboardHero, TierLadder } from './dashboard-hero';
import { OverviewTab, RecentActivity } from './overview-tab';
import { RewardsTab } from './rewards-tab';
import { ShopTab } from './shop-tab';
import { OfferCard, OfferGrid } from './offer-card';

const Back = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'touch',
    fontWeight: 'medium',
    fontSize: 'sm',
    color: 'muted',
    _hover: { color: 'accent' },
  },
});
const Heading = chakra('h1', { base: { textStyle: 'title', outline: 'none', mb: '4' } });
const SectionHeading = chakra('h2', { base: { textStyle: 'heading', mb: '3' } });
const Stack = chakra('div', {
  base: { display: 'grid', gap: '5', gridTemplateColumns: 'minmax(0, 1fr)' },
});
// Tab styles by which all four tabs of the dashboard fit on a phone.
const FittingTabs = chakra('div', {
  base: { '& [role=tab]': { px: { base: '1.5', md: '3' }, fontSize: { base: '13px', md: 'sm' } } },
});
const Note = chakra('p', {
  base: { display: 'flex', gap: '2', alignItems: 'center', color: 'muted', textStyle: 'small' },
});

interface DashboardProps {
  readonly tab: DashboardTab;
  readonly onTab: (tab: DashboardTab) => void;
  readonly onBack: () => void;
}

const removeTabIcon = ({ value, label, badge, content }: TabItem<DashboardTab>): TabItem<DashboardTab> => ({
  value,
  label,
  badge,
  content,
});

const Narrow = chakra('div', { base: { maxWidth: '720px' } });

/** Tab with the latest changes of the points. */
function PointsHistoryTab(props: Pick<LoyaltyAnswer, 'transactions' | 'pending'>) {
  return (
    <Narrow>
      <RecentActivity {...props} />
    </Narrow>
  );
}

function CustomerDashboard({ tab, onTab }: Omit<DashboardProps, 'onBack'>) {
  const { t } = useTranslation('loyalty');
  const me = useCurrentUser();
  const view = useLoyalty(me);
  const { loyalty } = view;
  const now = useNow();
  // Tab icons are shown only on wide screens, because four labels with icons do not fit on a phone.
  const wide = useMediaQuery('(min-width: 768px)');
  if (!loyalty) return <LoyaltyLoading view={me === undefined ? { ...view, isPending: true } : view} />;
  const active = loyalty.rewards.filter((reward) => getRewardState(reward, now) === 'active').length;
  const items: TabItem<DashboardTab>[] = [
    {
      value: 'overview',
      label: t('tabs.overview'),
      icon: 'star',
      content: <OverviewTab loyalty={loyalty} view={view} onShop={() => onTab('shop')} />,
    },
    {
      value: 'rewards',
      label: t('tabs.rewards'),
      icon: 'gift',
      badge: active > 0 ? <Badge tone="loyalty">{active}</Badge> : undefined,
      content: <RewardsTab rewards={loyalty.rewards} onShop={() => onTab('shop')} />,
    },
    {
      value: 'shop',
      label: t('tabs.shop'),
      icon: 'tag',
      content: <ShopTab view={view} loyalty={loyalty} onRewards={() => onTab('rewards')} />,
    },
    {
      value: 'history',
      label: t('tabs.history'),
      icon: 'clock',
      content: <PointsHistoryTab transactions={loyalty.transactions} pending={view.answer?.pending ?? []} />,
    },
  ];
  return (
    <Stack>
      {!view.answer && !view.isPending && (
        <Note role="status">
          <Icon name="info" size={18} />
          {t('stale')}
        </Note>
      )}
      <DashboardHero loyalty={loyalty} deduction={view.answer?.pendingDeduction ?? 0} />
      <FittingTabs>
        <Tabs
          label={t('tabs.label')}
          items={wide ? items : items.map(removeTabIcon)}
          value={tab}
          onChange={onTab}
        />
      </FittingTabs>
    </Stack>
  );
}

/** Reward shop as visitors see it: rewards, their costs and the required tiers. */
function VisitorRewards() {
  const { t } = useTranslation('loyalty');
  return (
    <section aria-label={t('tabs.shop')}>
      <SectionHeading>{t('tabs.shop')}</SectionHeading>
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

/** The loyalty dashboard, shown instead of the home page. */
export function LoyaltyDashboard({ onBack, ...rest }: DashboardProps) {
  const { t } = useTranslation(['loyalty', 'shop']);
  useDocumentTitle(t('shop:title.page', { page: t('loyalty:heading') }));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const me = useCurrentUser();
  return (
    <Page pt={{ base: '2', md: '4' }} pb="10">
      <Back type="button" onClick={onBack}>
        <Icon name="arrowLeft" size={18} />
        {t('loyalty:back')}
      </Back>
      <Heading ref={heading} tabIndex={-1}>
        {t('loyalty:heading')}
      </Heading>
      {me === null ? (
        <Stack>
          <Surface pad="md" maxWidth="560px">
            <VisitorPitch />
          </Surface>
          <VisitorRewards />
          <section aria-label={t('loyalty:ladder.label')}>
            <SectionHeading>{t('loyalty:ladder.label')}</SectionHeading>
            <TierLadder />
          </section>
        </Stack>
      ) : (
        <CustomerDashboard {...rest} />
      )}
    </Page>
  );
}
