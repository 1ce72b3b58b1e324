import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import type { Loyalty } from './stored-loyalty';
import { TierPoints, TierProgress } from './tier-status';
import { Button } from '../../../ui/components/base/button';
import { openLoyaltyDashboard } from './open-loyalty-dashboard';
import { Surface } from '../../../ui/components/base/surface';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { useCurrentUser } from '../../../lib/http/current-user';
import { LoyaltyLoading, VisitorPitch } from './loyalty-placeholders';
import { useLoyalty } from './use-loyalty';

const Beside = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'center' },
  variants: {
    wide: { true: { lg: { gap: '8', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' } } },
  },
});

interface LoyaltySummaryProps {
  readonly loyalty: Loyalty;
  /** True when tier, points and progress may stand side by side. */
  readonly wide?: boolean;
}

/** Tier, points and progress of the user, shown by the loyalty card and the loyalty popover. */
export function LoyaltySummary({ loyalty, wide = false }: LoyaltySummaryProps) {
  return (
    <Beside wide={wide}>
      <TierPoints loyalty={loyalty} />
      <TierProgress loyalty={loyalty} size="sm" />
    </Beside>
  );
}

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.4rem), 1fr))',
    gap: '2',
    // Smaller padding on a phone, so that both buttons fit in one line.
    '& > button': { px: { base: '2', sm: '3' }, whiteSpace: 'nowrap' },
  },
});

/** Two buttons that open the loyalty dashboard, shown by the loyalty card and the loyalty popover. */
export function LoyaltyActions({ onOpen }: { readonly onOpen?: () => void }) {
  const { t } = useTranslation('loyalty');
  return (
    <Row>
      <Button
        icon="gift"
        onClick={() => {
          onOpen?.();
          openLoyaltyDashboard('shop');
        }}
      >
        {t('view')}
      </Button>
      <Button
        icon="star"
        onClick={() => {
          onOpen?.();
          openLoyaltyDashboard();
        }}
      >
        {t('dashboard')}
      </Button>
    </Row>
  );
}

const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gap: { base: '4', lg: '8' },
    alignItems: 'center',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(348px, auto)' },
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-loyalty) 45%, var(--pax-colors-line))',
  },
});

/** Card with the user's tier and points; renders nothing for a blocked account. */
export function LoyaltyCard() {
  const { t } = useTranslation('loyalty');
  const me = useCurrentUser();
  const view = useLoyalty(me);
  if (me?.blocked) return null;
  return (
    <Card pad="md" asChild>
      <section>
        <VisuallyHidden asChild>
          <h2>{t('name')}</h2>
        </VisuallyHidden>
        {me === null ? (
          <VisitorPitch wide />
        ) : view.loyalty ? (
          <LoyaltySummary loyalty={view.loyalty} wide />
        ) : (
          <LoyaltyLoading view={me === undefined ? { ...view, isPending: true } : view} />
        )}
        <LoyaltyActions />
      </section>
    </Card>
  );
}
