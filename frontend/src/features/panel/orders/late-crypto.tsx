import { refundCalls } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { AskOnceMore } from './ask-once-more';
import { invalidateOrderLists } from './order-queries';

interface LateCryptoProps {
  /** Reference of the purchase. */
  readonly checkout: string;
}

/** Form for an admin to record that the crypto of an ended purchase arrived after all; asks for confirmation. */
export function LateCrypto({ checkout }: LateCryptoProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(refundCalls.lateCrypto, { params: { ref: checkout } }),
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
    <AskOnceMore
      ask={t('lateCrypto.ask')}
      scope={t('lateCrypto.scope')}
      yes={t('lateCrypto.yes')}
      busy={isPending}
      onYes={() => mutate()}
      onNo={() => setIsAsked(false)}
    />
  );
}
