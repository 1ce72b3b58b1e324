import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';

/** Seconds until the redirect to the shop. */
export const REDIRECT_S = 15;

const Row = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    color: 'muted',
    textStyle: 'small',
    minHeight: 'touch',
  },
});

/** Counts down to the redirect; can be stopped. */
export function RedirectCountdown({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('checkout');
  const [left, setLeft] = useState(REDIRECT_S);
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    if (stopped) return undefined;
    if (left <= 0) return onDone();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, stopped, onDone]);
  return (
    <Row>
      {stopped ? (
        <output>{t('redirect.stopped')}</output>
      ) : (
        <>
          <chakra.span role="timer" textStyle="numeric">
            {t('redirect.text', { count: left })}
          </chakra.span>
          <Button size="sm" onClick={() => setStopped(true)}>
            {t('redirect.stop')}
          </Button>
        </>
      )}
    </Row>
  );
}
