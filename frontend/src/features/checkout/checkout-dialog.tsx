import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/components/overlay/dialog';
import { CheckoutSections } from './checkout-sections';
import { PayFooter, SignInFooter } from './pay/pay-footer';
import { ProblemBox } from './problem-box';
import { useCheckout, useSubmitCheckout, type CheckoutOptions } from './use-checkout';

interface CheckoutDialogProps extends CheckoutOptions {
  readonly onClose: () => void;
  /** Shows a preview of the celebration of these points. */
  readonly onPreview: (points: number) => void;
}

/** The checkout: items, recipient, credit and payment in one view. */
export function CheckoutDialog({ onClose, onPreview, ...options }: CheckoutDialogProps) {
  const { open, me, cart, returnTo } = options;
  const { t } = useTranslation('checkout');
  const formId = useId();
  const checkout = useCheckout(options);
  const { submit, isWaiting, cancel } = useSubmitCheckout(checkout);
  const { lines, view, method, isFree, shown, paying } = checkout;
  const payFooter = (
    <PayFooter
      form={formId}
      total={view.quote.total}
      method={method}
      isFree={isFree}
      isEmpty={lines.length === 0}
      namesMissing={method === 'wallet' && !isFree && checkout.namesMissing}
      busy={paying.busy || isWaiting}
      slow={paying.slow}
      onRetry={paying.retryPayment}
      methods={checkout.methods}
    />
  );
  const closeCheckout = () => {
    paying.abortPayment();
    cancel();
    onClose();
  };
  return (
    <Dialog
      open={open}
      size="xl"
      onClose={closeCheckout}
      title={t('title')}
      description={t('description')}
      footer={me === null ? <SignInFooter returnTo={returnTo} onLeave={closeCheckout} /> : payFooter}
    >
      {shown && (
        <ProblemBox
          problem={shown}
          cart={cart}
          method={method}
          isAnswer={shown === paying.problem}
          onSolved={paying.dismissProblem}
          onDropReward={() => checkout.setReward(undefined)}
          onPayAgain={paying.payAgain}
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
        <CheckoutSections
          checkout={checkout}
          cart={cart}
          open={open}
          isEstimate={me === null}
          onPreview={onPreview}
          onLeave={closeCheckout}
        />
        {/* A visitor's Enter in a field submits the form too. */}
        {me === null && <input type="submit" hidden value={t('signIn.action')} />}
      </form>
    </Dialog>
  );
}
