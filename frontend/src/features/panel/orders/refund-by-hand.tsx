import { chakra } from '@chakra-ui/react/styled-system';
import { refundCalls, type OrderRefund } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TextField } from '../../../ui/components/form/text-field';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';

const Form = chakra('form', { base: { display: 'grid', gap: '2' } });

function useMarkDone(onSettled: () => unknown) {
  const { t } = useTranslation('admin');
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: ({
      id,
      amount,
      reference,
    }: Pick<OrderRefund, 'id' | 'amount'> & { readonly reference: string }) =>
      callApi(refundCalls.refundDone, { params: { id }, body: { reference, amount } }),
    onSuccess: () => showToast({ title: t('refunds.marked'), kind: 'success' }),
    onError: (error) => {
      if (noAnswer(error)) return;
      const code = callErrorOf(refundCalls.refundDone, error);
      const why = code === 'CONFLICT' ? 'used' : code === 'STALE' ? 'changed' : 'failed';
      const description = t(`refunds.${code === 'DISPUTE_OPEN' ? 'disputed' : why}`);
      showToast({ title: t('moves.failed'), description, kind: 'error' });
    },
    onSettled,
  });
}

interface RefundByHandProps {
  readonly refund: Pick<OrderRefund, 'id' | 'amount'>;
  /** Reads what is shown of it anew. */
  readonly onSettled: () => unknown;
}

/** Form for an admin to record that a manual refund was made, and where to look it up. */
export function RefundByHand({ refund, onSettled }: RefundByHandProps) {
  const { t } = useTranslation('admin');
  const [reference, setReference] = useState('');
  const { mutate, isPending } = useMarkDone(onSettled);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ ...refund, reference });
      }}
    >
      <TextField
        label={t('refunds.reference')}
        hint={t('refunds.referenceHint')}
        required
        maxLength={100}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <Button type="submit" loading={isPending} disabled={reference.trim() === ''}>
        {t('refunds.mark')}
      </Button>
    </Form>
  );
}
