import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../ui/components/base/surface';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { useMe } from '../../../lib/http/current-user';
import { LoyaltyActions } from './loyalty-actions';
import { LoyaltySummary } from './loyalty-summary';
import { LoyaltyWaiting, VisitorPitch } from './not-ready';
import { useLoyalty } from './use-loyalty';

const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gap: { base: '4', lg: '8' },
    alignItems: 'center',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(348px, auto)' },
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-loyalty) 45%, var(--pax-colors-line))',
  },
});

/** The loyalty widget as a card; nothing for a blocked account. */
export function LoyaltyCard() {
  const { t } = useTranslation('loyalty');
  const me = useMe();
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
          <LoyaltyWaiting view={me === undefined ? { ...view, isPending: true } : view} />
        )}
        <LoyaltyActions />
      </section>
    </Card>
  );
}
