import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { TextField } from '../../../ui/components/form/text-field';
import { amountWords, readPrice } from '../shared/read-amount';
import { ReasonField, saidReason } from './reason-field';
import type { Decided, PaymentDecision } from './use-payment-decision';

const Question = chakra('div', { base: { display: 'grid', gap: '3', flex: '1 0 100%' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

/** Focuses the safe answer, because the button that had the focus is gone. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

interface PaymentQuestionProps {
  readonly decision: PaymentDecision;
  readonly onYes: (decided: Decided) => void;
  readonly onNo: () => void;
}

/** Asks once more before money moves: confirm, cancel, refund. */
export function PaymentQuestion({ decision, onYes, onNo }: PaymentQuestionProps) {
  const { t } = useTranslation('admin');
  const [restock, setRestock] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [reason, setReason] = useState('');
  const yes = () => {
    const amount = readPrice(typed);
    const isWhole = decision !== 'refund' || typed.trim() === '';
    if (!isWhole && amount === undefined) setIsWrong(true);
    else onYes({ decision, restock, amount: isWhole ? undefined : amount, reason: saidReason(reason) });
  };
  return (
    <Question role="group" aria-label={t(`purchase.${decision}`)}>
      <p id="payment-question">
        <strong>{t(`purchase.ask.${decision}`)}</strong> {t(`purchase.scope.${decision}`)}
      </p>
      {decision === 'refund' && (
        <>
          <TextField
            label={t('purchase.amount')}
            hint={t('purchase.amountHint')}
            error={isWrong && t('purchase.amountWrong', amountWords())}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsWrong(false);
            }}
          />
          <Checkbox checked={restock} onChange={(event) => setRestock(event.target.checked)}>
            {t('purchase.restock')}
          </Checkbox>
        </>
      )}
      <ReasonField value={reason} onChange={setReason} />
      <Answers>
        <Button kind={decision === 'confirm' ? 'primary' : 'danger'} size="lg" onClick={yes}>
          {t(`purchase.yes.${decision}`)}
        </Button>
        <Button ref={focus} size="lg" aria-describedby="payment-question" onClick={onNo}>
          {t('purchase.no')}
        </Button>
      </Answers>
    </Question>
  );
}
