import { chakra } from '@chakra-ui/react/styled-system';
import type { CurrentUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { HeaderSheet } from '../../../ui/components/overlay/header-popover';
import { ActivityList } from './activity-list';
import { BenefitList, benefitsOf } from './benefits';
import { LoyaltyActions, LoyaltySummary } from './loyalty-card';
import { LoyaltyLoading, VisitorPitch } from './loyalty-placeholders';
import { useLoyalty } from './use-loyalty';

/** Number of recent earnings shown in the popover. */
const LATEST = 3;

const Heading = chakra('h3', {
  base: { textStyle: 'label', color: 'muted', mb: '1.5' },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Section = chakra('section', { base: { borderTopWidth: '1px', borderColor: 'line', pt: '3.5' } });

interface LoyaltyPopoverProps {
  readonly id: string;
  readonly me: CurrentUser | null;
  readonly onClose: () => void;
}

function CustomerSummary({ me }: Pick<LoyaltyPopoverProps, 'me'>) {
  const { t } = useTranslation('loyalty');
  const view = useLoyalty(me);
  const { loyalty } = view;
  if (!loyalty) return <LoyaltyLoading view={view} />;
  const pending = (view.answer?.pending ?? []).slice(0, LATEST);
  const earnings = loyalty.transactions
    .filter(({ type }) => type === 'earned')
    .slice(0, LATEST - pending.length);
  return (
    <>
      <LoyaltySummary loyalty={loyalty} />
      <Section>
        <Heading>{t('earnings.heading')}</Heading>
        {pending.length + earnings.length > 0 ? (
          <ActivityList pending={pending} transactions={earnings} dense />
        ) : (
          <Quiet>{t('earnings.none')}</Quiet>
        )}
      </Section>
      <Section>
        <Heading>{t('benefits.heading')}</Heading>
        <BenefitList benefits={benefitsOf(loyalty.membershipTier, view.tierBonus)} />
      </Section>
    </>
  );
}

/** Loyalty popover of the header: tier, points, progress, the three latest earnings and the tier's benefits. */
export function LoyaltyPopover({ id, me, onClose }: LoyaltyPopoverProps) {
  const { t } = useTranslation('loyalty');
  return (
    <HeaderSheet id={id} label={t('name')}>
      {me ? <CustomerSummary me={me} /> : <VisitorPitch onLeave={onClose} />}
      <LoyaltyActions onOpen={onClose} />
    </HeaderSheet>
  );
}
