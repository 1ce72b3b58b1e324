import { chakra } from '@chakra-ui/react/styled-system';
import { orderCalls } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/ui/toast';
import { invalidateOrderLists } from './order-queries';

const Part = chakra('div', { base: { display: 'grid', gap: '3' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

interface LateCryptoProps {
  /** Reference of the purchase. */
  readonly checkout: string;
}

/** An admin says that crypto of an ended purchase came all the same; asks once more (OWN-678). */
export function LateCrypto({ checkout }: LateCryptoProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(orderCalls.lateCrypto, { params: { ref: checkout } }),
    onSuccess: () => showToast({ title: t('lateCrypto.done'), kind: 'success' }),
    onError: (error) => {
      if (noAnswer(error)) return;
      showToast({ title: t('moves.failed'), description: t('lateCrypto.failed'), kind: 'error' });
    },
    onSettled: () => {
      setIsAsked(false);
      invalidateOrderLists(client);
    },
  });
  if (!isAsked) return <Button onClick={() => setIsAsked(true)}>{t('lateCrypto.open')}</Button>;
  return (
    <Part role="group" aria-label={t('lateCrypto.ask')}>
      <p>
        <strong>{t('lateCrypto.ask')}</strong> {t('lateCrypto.scope')}
      </p>
      <Answers>
        <Button kind="danger" loading={isPending} onClick={() => mutate()}>
          {t('lateCrypto.yes')}
        </Button>
        <Button ref={(button) => button?.focus()} onClick={() => setIsAsked(false)}>
          {t('purchase.no')}
        </Button>
      </Answers>
    </Part>
  );
}
