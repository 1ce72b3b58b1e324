import { chakra } from '@chakra-ui/react/styled-system';
import { fromDecimal, type CurrentUser, type PlacedAnswer } from '@pax/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { tell } from '../../lib/tell';
import { useProfile } from '../../lib/api/current-user';
import { formatDecimal } from '../../lib/format';
import type { Basket } from './basket';
import { emptyFields, type CheckoutFields } from './checkout-form';
import { problemOf } from './checkout-problem';
import { CreditStep } from './credit-step';
import { DeliveryStep } from './delivery-step';
import { PayStep, type Method } from './pay-step';
import { ProblemBox } from './problem-box';
import { QuoteReceipt } from './quote-receipt';
import { Step } from './step';
import { usePay } from './use-pay';
import { useQuote } from './use-quote';

const Foot = chakra('div', { base: { display: 'grid', gap: '2' } });
const Small = chakra('p', { base: { color: 'muted', textStyle: 'tiny', textAlign: 'center' } });
const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface CheckoutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly me: CurrentUser | null | undefined;
  readonly basket: Basket;
  /** Closes the dialog and goes to the sign-in page. */
  readonly onSignIn: () => void;
  /** A checkout of total 0 was placed; `href` is its page in the shop. */
  readonly onDone: (placed: PlacedAnswer, href: string) => void;
  /** Goes to the provider's page. */
  readonly onLeave: (href: string) => void;
}

/** The checkout: what, to whom, credit, pay – one column, all of it at once (SHOP-2.55 to 2.60). */
export function CheckoutDialog({
  open,
  onClose,
  me,
  basket,
  onSignIn,
  onDone,
  onLeave,
}: CheckoutDialogProps) {
  const { t } = useTranslation('checkout');
  const signedIn = Boolean(me);
  const profile = useProfile(signedIn && open).data;
  const [method, setMethod] = useState<Method | undefined>('card');
  const [wantsCredit, setWantsCredit] = useState(false);
  const useStoreCredit = wantsCredit && profile !== undefined;
  const { lines } = basket;
  const view = useQuote({ lines, profile: signedIn ? profile : undefined, useStoreCredit, enabled: open });
  const { quote } = view;
  const form = useForm<CheckoutFields>({
    defaultValues: emptyFields,
    values: profile && {
      inGameName: profile.minecraftName ?? '',
      discordName: profile.discordUsername ?? '',
      consent: false,
    },
    resetOptions: { keepDirtyValues: true },
  });
  const toSignIn = () => {
    tell({ title: t('notice.authentication'), description: t('notice.authenticationText'), kind: 'error' });
    onSignIn();
  };
  const { pay, busy, problem, solved } = usePay({
    lines,
    view,
    useStoreCredit,
    onSignIn: toSignIn,
    onDone: (placed, href) => {
      tell({ title: t('notice.done'), description: t('notice.doneText'), kind: 'success' });
      form.reset(emptyFields);
      onDone(placed, href);
    },
    onLeave,
  });

  const submit = () => {
    if (!signedIn) return toSignIn();
    if (lines.length === 0)
      return tell({ title: t('notice.empty'), description: t('notice.emptyText'), kind: 'error' });
    if (!method)
      return tell({ title: t('notice.method'), description: t('notice.methodText'), kind: 'error' });
    void form.handleSubmit(pay, ({ inGameName, discordName }) => {
      if (inGameName || discordName)
        tell({ title: t('notice.missing'), description: t('notice.missingText'), kind: 'error' });
    })();
  };

  const total = fromDecimal(quote.total);
  const quoteProblem = view.error ? problemOf(view.error, total) : undefined;
  const shown = problem ?? (quoteProblem?.kind === 'provider' ? undefined : quoteProblem);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('description')}
      footer={
        <Foot>
          <Button kind="primary" size="lg" loading={busy} disabled={lines.length === 0} onClick={submit}>
            {busy
              ? t('pay.leaving')
              : t(total === 0 ? 'pay.submitFree' : 'pay.submit', { amount: formatDecimal(quote.total) })}
          </Button>
          <Small>{t('pay.secure')}</Small>
        </Foot>
      }
    >
      {shown && <ProblemBox problem={shown} basket={basket} onSolved={solved} />}
      <Step place={1} title={t('steps.what')}>
        <QuoteReceipt quote={quote} tier={profile?.membershipTier ?? 'bronze'} />
        {me === null && <Note>{t('receipt.estimate')}</Note>}
        {quoteProblem?.kind === 'provider' && <Note aria-live="polite">{t('receipt.offline')}</Note>}
      </Step>
      <Step place={2} title={t('steps.whom')}>
        <DeliveryStep form={form} lines={lines} />
      </Step>
      <Step place={3} title={t('steps.credit')}>
        <CreditStep profile={profile} quote={quote} checked={wantsCredit} onChange={setWantsCredit} />
      </Step>
      <Step place={4} title={t('steps.pay')}>
        <PayStep form={form} signedIn={signedIn} method={method} onMethod={setMethod} onLeave={onClose} />
      </Step>
    </Dialog>
  );
}
