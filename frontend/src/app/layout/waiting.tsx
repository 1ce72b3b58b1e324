import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/button';
import { Page } from '../../components/base/page';
import { Loading, SkeletonText } from '../../components/feedback/skeleton';

/** After this delay a slow load is announced, ms. */
export const SLOW_MS = 8_000;

const Slow = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mt: '6' },
});

/** Placeholder while a page's code or messages load; offers a reload when that hangs. */
export function Waiting() {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Page py="10">
      <Loading>
        <SkeletonText lines={5} />
      </Loading>
      {isSlow && (
        <Slow role="alert">
          <p>{t('slow')}</p>
          <Button icon="refresh" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </Slow>
      )}
    </Page>
  );
}
