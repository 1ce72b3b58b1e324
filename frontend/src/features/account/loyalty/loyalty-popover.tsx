import { chakra } from '@chakra-ui/react/styled-system';
import type { CurrentUser } from '@pax/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusWithoutScroll } from '../../../lib/browser/focus-without-scroll';
import { notched } from '../../../ui/theme/recipes/notch';
import { ActivityList } from './activity-list';
import { BenefitList, benefitsOf } from './benefits';
import { LoyaltyActions, LoyaltySummary } from './loyalty-card';
import { LoyaltyLoading, VisitorPitch } from './loyalty-placeholders';
import { useLoyalty } from './use-loyalty';

/** Number of recent earnings shown in the popover. */
const LATEST = 3;

const Sheet = chakra('div', {
  base: {
    ...notched,
    '--notch-fill': 'colors.surface',
    '--notch-edge': 'colors.edge',
    position: { base: 'fixed', md: 'absolute' },
    top: { base: 'calc(var(--header) + 6px)', md: 'calc(100% + 6px)' },
    insetEnd: { base: '4', md: '0' },
    zIndex: 'popover',
    width: 'min(372px, calc(100vw - 32px))',
    outline: 'none',
    boxShadow: '0 12px 48px var(--pax-colors-shadow)',
    animation: 'riseIn 140ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Body = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    p: '5',
    maxHeight: 'calc(100dvh - var(--header) - 22px)',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  },
});
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
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => focusWithoutScroll(sheet.current), []);
  return (
    <Sheet ref={sheet} id={id} role="dialog" aria-label={t('name')} tabIndex={-1}>
      <Body>
        {me ? <CustomerSummary me={me} /> : <VisitorPitch onLeave={onClose} />}
        <LoyaltyActions onOpen={onClose} />
      </Body>
    </Sheet>
  );
}
