import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button';

/** Patience before the hint shows, ms. */
export const SLOW_MS = 6_000;

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', pb: '4', color: 'muted' },
});

/** Says after a while that loading takes long, and lets one ask again by hand. */
export function SlowHint({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation(['shop', 'common']);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      {slow && (
        <Row>
          {t('shop:empty.slow')}
          <Button size="sm" icon="refresh" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        </Row>
      )}
    </div>
  );
}
