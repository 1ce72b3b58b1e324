import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/button';

/** Delay before the hint, ms. */
const SLOW_MS = 6_000;

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', pb: '4', color: 'muted' },
});

/** After a delay says that loading is slow and offers a retry. */
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
