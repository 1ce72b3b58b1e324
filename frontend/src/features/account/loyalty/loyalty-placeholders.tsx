import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../ui/components/base/button';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton, SkeletonText } from '../../../ui/components/feedback/skeleton';
import { TierPlinth } from './tier-status';
import type { LoyaltyView } from './use-loyalty';

const Stack = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'center' },
  variants: { wide: { true: { md: { gap: '8', gridTemplateColumns: 'minmax(0, 1fr) auto' } } } },
});
const Row = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'center' },
});
const Title = chakra('p', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });

/** Placeholder of the loyalty widget while loading; an error message with a retry button after a failure. */
export function LoyaltyLoading({ view }: { readonly view: LoyaltyView }) {
  const { t } = useTranslation('loyalty');
  if (!view.isPending) return <ErrorState compact sentence={t('failed')} onRetry={view.retry} />;
  return (
    <Loading>
      <Row>
        <Skeleton width="72px" height="72px" />
        <SkeletonText lines={2} />
      </Row>
      <Skeleton height="12px" mt="4" />
      <Skeleton height="20px" mt="2" />
    </Loading>
  );
}

interface VisitorPitchProps {
  readonly onLeave?: () => void;
  /** True when text and button may stand side by side. */
  readonly wide?: boolean;
}

/** Introduction of the loyalty programme for visitors, with a link to sign in. */
export function VisitorPitch({ onLeave, wide = false }: VisitorPitchProps) {
  const { t } = useTranslation('loyalty');
  return (
    <Stack wide={wide}>
      <Row>
        <TierPlinth tier="gold" size={72} />
        <div>
          <Title>{t('visitor.heading')}</Title>
          <Text>{t('visitor.text')}</Text>
        </div>
      </Row>
      <ButtonLink asChild kind={wide ? 'quiet' : 'primary'} onClick={onLeave}>
        <Link to="/login">{t('visitor.signIn')}</Link>
      </ButtonLink>
    </Stack>
  );
}
