import { chakra } from '@chakra-ui/react/styled-system';
import { fromDecimal, type CurrentUser } from '@pax/contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/button';
import { Dialog } from '../../components/overlay/dialog';
import { useProfile } from '../../lib/http/current-user';
import { usePaymentMethods, type PayMethod } from '../../lib/http/payment-methods';
import { showToast } from '../../lib/ui/toast';
import type { Basket, BasketLine } from './basket';
import { problemOf, type CheckoutProblem } from './checkout-problem';
import { CreditSection } from './credit-section';
import { DeliverySection } from './delivery-section';
import { LoyaltyPreview } from './loyalty-preview';
import { PayFoot } from './pay-foot';
import { PaySection } from './pay-section';
import { ProblemBox } from './problem-box';
import { QuoteReceipt } from './quote-receipt';
import { RewardChooser } from './reward-chooser';
import { CheckoutSection } from './checkout-section';
import { useCheckoutForm } from './use-checkout-form';
import { usePay, type DoneOrder } from './use-pay';
import { useQuote, type ChosenReward } from './use-quote';
import { useRewardCodes } from './use-reward-codes';

const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface CheckoutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly me: CurrentUser | null | undefined;
  readonly basket: Basket;
  /** Closes the dialog and goes to the sign-in page. */
  readonly onSignIn: () => void;
  /** An order was placed without leaving the shop: by crypto, or with nothing to pay. */
  readonly onDone: (order: DoneOrder) => void;
  /** Goes to the provider's page. */
  readonly onLeave: (href: string) => void;
  /** Previews the celebration of these points. */
  readonly onPreview: (points: number) => void;
}

/** The checkout: items, recipient, credit and payment in one column (SHOP-2.55 to 2.62). */
export function CheckoutDialog(props: CheckoutDialogProps) {
  const { open, onClose, me, basket, onSignIn, onDone, onLeave, onPreview } = props;
  const { t } = useTranslation('checkout');
  const formId = useId();
  const signedIn = Boolean(me);
  const profile = useProfile(signedIn && open).data;
  const methods = usePaymentMethods(open);
  const rewards = useRewardCodes(signedIn && open);
  const [picked, setPicked] = useState<PayMethod>();
  const [wantsCredit, setWantsCredit] = useState(false);
  const [reward, setReward] = useState<ChosenReward>();
  const useStoreCredit = wantsCredit && profile !== undefined;
  const buyer = signedIn ? profile : undefined;
  const { lines } = basket;
  const view = useQuote({ lines, profile: buyer, useStoreCredit, reward, enabled: open });
  const { quote } = view;
  const isFree = lines.length > 0 && fromDecimal(quote.total) === 0;
  // With a single payment method there is no choice.
  const method = methods?.find((offered) => offered === picked || methods.length === 1);
  const { form, clear, namesMissing } = useCheckoutForm(profile);

  const toSignIn = () => {
    showToast({
      title: t('notice.authentication'),
      description: t('notice.authenticationText'),
      kind: 'error',
    });
    onSignIn();
  };
  const { pay, again, stop, busy, slow, problem, solved } = usePay({
    lines,
    view,
    useStoreCredit,
    onSignIn: toSignIn,
    onDone: (order) => {
      const description = t(order.partner === undefined ? 'notice.doneText' : 'notice.doneCryptoText');
      showToast({ title: t('notice.done'), description, kind: 'success' });
      clear();
      setReward(undefined);
      setWantsCredit(false);
      onDone(order);
    },
    onLeave,
  });

  const close = () => {
    stop();
    onClose();
  };

  const submit = () => {
    if (!signedIn) return toSignIn();
    if (lines.length === 0)
      return showToast({ title: t('notice.empty'), description: t('notice.emptyText'), kind: 'error' });
    const way = isFree ? methods?.[0] : method;
    if (!way)
      return showToast({ title: t('notice.method'), description: t('notice.methodText'), kind: 'error' });
    void form.handleSubmit(
      (fields) => pay(fields, way),
      ({ inGameName, discordName }) => {
        if (inGameName || discordName)
          showToast({ title: t('notice.missing'), description: t('notice.missingText'), kind: 'error' });
      },
    )();
  };

  const broken = lines.find(({ trouble }) => trouble);
  const inBasket = broken && troubleInBasket(broken);
  const found = view.error ? problemOf(view.error, quote) : undefined;
  const isUnconfirmed = found?.kind === 'provider' || found?.kind === 'offline';
  const shown = problem ?? inBasket ?? (isUnconfirmed ? undefined : found);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('title')}
      description={t('description')}
      footer={
        <PayFoot
          form={formId}
          signedIn={signedIn}
          total={quote.total}
          method={method}
          isFree={isFree}
          isEmpty={lines.length === 0}
          namesMissing={method === 'wallet' && !isFree && namesMissing}
          busy={busy}
          slow={slow}
          onAgain={again}
          methods={methods}
          lines={lines}
        />
      }
    >
      {shown && (
        <ProblemBox
          problem={shown}
          basket={basket}
          method={method}
          isAnswer={shown === problem}
          onSolved={solved}
          onDropReward={() => setReward(undefined)}
        />
      )}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CheckoutSection place={1} title={t('steps.what')}>
          <QuoteReceipt quote={quote} tier={profile?.membershipTier ?? 'bronze'} />
          {me === null && <Note>{t('receipt.estimate')}</Note>}
          {isUnconfirmed && (
            <Note aria-live="polite">
              {t('receipt.offline')}{' '}
              <Button size="sm" icon="refresh" loading={view.asking} onClick={view.again}>
                {t('receipt.again')}
              </Button>
            </Note>
          )}
        </CheckoutSection>
        <CheckoutSection place={2} title={t('steps.whom')}>
          <DeliverySection form={form} />
        </CheckoutSection>
        <CheckoutSection place={3} title={t('steps.credit')}>
          <CreditSection
            signedIn={signedIn}
            profile={profile}
            quote={quote}
            checked={wantsCredit}
            onChange={setWantsCredit}
          />
          {buyer && (
            <>
              <RewardChooser
                rewards={rewards}
                chosen={reward}
                onChoose={setReward}
                applied={quote.reward}
                refusal={view.refusal}
              />
              <LoyaltyPreview points={quote.points} onPlay={() => onPreview(quote.points)} />
            </>
          )}
        </CheckoutSection>
        <CheckoutSection place={4} title={t('steps.pay')}>
          <PaySection
            form={form}
            signedIn={signedIn}
            methods={methods}
            method={method}
            onMethod={setPicked}
            isFree={isFree}
            onLeave={close}
          />
        </CheckoutSection>
      </form>
    </Dialog>
  );
}

/** A line's problem as a problem of the checkout. */
function troubleInBasket({ id, trouble }: BasketLine): CheckoutProblem | undefined {
  switch (trouble?.kind) {
    case 'gone':
      return { kind: 'gone' };
    case 'short':
      return { kind: 'soldOut', id, left: trouble.left };
    case 'limited':
      return { kind: 'limit', limit: { id, available: trouble.left, reason: trouble.reason } };
    default:
      return undefined;
  }
}
