import { parseDecimalToCents, type CartItem, type CurrentUser, type Quote } from '@pax/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../lib/http/current-user';
import { usePaymentMethods, type PayMethod } from '../../lib/http/shop-info';
import { showToast } from '../../lib/browser/toast';
import { tryOrNull } from '../../lib/storage/browser-storage';
import type { CheckoutCart, CheckoutCartLine } from './checkout-cart';
import { checkoutProblemOf, type CheckoutProblem } from './checkout-problem';
import { useCheckoutForm } from './checkout-form';
import { useAgreedLines, usePayment, type PlacedOrder } from './use-payment';
import { useQuote, type ChosenReward } from './use-quote';

export interface CheckoutOptions {
  readonly open: boolean;
  readonly me: CurrentUser | null | undefined;
  readonly cart: CheckoutCart;
  /** Address to which a sign-in returns: the page below the dialog, with the checkout open. */
  readonly returnTo: string;
  /** Closes the checkout dialog and opens the sign-in page. */
  readonly onSignIn: () => void;
  /** Called with reference and lines of a checkout after the server accepted it. */
  readonly onPlaced: (checkout: string, lines: readonly CartItem[]) => void;
  /** Called when the order was placed without leaving the shop: with crypto, or when nothing had to be paid. */
  readonly onDone: (order: PlacedOrder) => void;
  /** Navigates the browser to the provider's payment page. */
  readonly onLeave: (href: string) => void;
}

export type Checkout = ReturnType<typeof useCheckout>;

/** State of the open checkout dialog: the buyer's choices, the quote and the payment. */
export function useCheckout(options: CheckoutOptions) {
  const { open, me, onSignIn, onPlaced, onDone, onLeave } = options;
  const { lines } = options.cart;
  const { t } = useTranslation('checkout');
  const signedIn = Boolean(me);
  const profile = useProfile(signedIn && open).data;
  const [wantsCredit, setWantsCredit] = useState(false);
  const [reward, setReward] = useState<ChosenReward>();
  const useStoreCredit = wantsCredit && profile !== undefined;
  const buyer = signedIn ? profile : undefined;
  const offer = usePaymentMethod(open);
  const view = useQuote({
    lines,
    profile: buyer,
    useStoreCredit,
    reward,
    method: offer.method,
    enabled: open,
  });
  const isFree = lines.length > 0 && parseDecimalToCents(view.quote.total) === 0;
  const { form, clear, namesMissing } = useCheckoutForm(me, profile);
  const goToSignIn = () => {
    showErrorToast(t('notice.authentication'), t('notice.authenticationText'));
    onSignIn();
  };
  const paying = usePayment({
    lines: useAgreedLines(lines, open),
    view,
    useStoreCredit,
    onSignIn: goToSignIn,
    onPlaced,
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
  return {
    signedIn,
    profile,
    buyer,
    lines,
    view,
    isFree,
    form,
    namesMissing,
    toSignIn: goToSignIn,
    paying,
    wantsCredit,
    setWantsCredit,
    reward,
    setReward,
    ...offer,
    ...findFirstProblem(lines, view, paying.problem),
  };
}

/**
 * Returns a function that submits the checkout, or shows what the buyer still has to enter. Before the payment methods
 * are loaded, it waits for them, unless `cancel` is called.
 */
export function useSubmitCheckout(checkout: Checkout) {
  const { t } = useTranslation('checkout');
  const { signedIn, lines, isFree, methods, method, form, paying, toSignIn } = checkout;
  const [isPressed, setIsPressed] = useState(false);
  const submit = () => {
    if (!signedIn) return toSignIn();
    if (lines.length === 0) return showErrorToast(t('notice.empty'), t('notice.emptyText'));
    const way = isFree ? methods?.[0] : method;
    // All fields are checked at once, also while no method is offered.
    void form.handleSubmit(
      (fields) => {
        if (!methods) return setIsPressed(true);
        if (!way) return showErrorToast(t('notice.method'), t('notice.methodText'));
        if (!isFree) storeUsedMethod(way);
        paying.startPayment(fields, way);
      },
      ({ inGameName, discordName }) => {
        if (inGameName || discordName) showErrorToast(t('notice.missing'), t('notice.missingText'));
      },
    )();
  };
  const goOn = useEffectEvent(submit);
  const isReady = isPressed && methods !== undefined;
  useEffect(() => {
    if (isReady) goOn();
  }, [isReady]);
  return { submit, isWaiting: isPressed && !methods, cancel: () => setIsPressed(false) };
}

function showErrorToast(title: string, description: string): void {
  showToast({ title, description, kind: 'error' });
}

const METHOD_KEY = 'pax-method';

/** Stores the payment method of the last attempt in this browser. */
const storeUsedMethod = (method: PayMethod): void =>
  void tryOrNull(() => localStorage.setItem(METHOD_KEY, method));

/** Returns the offered payment methods and the chosen one: at first the one used last, then card, then any. */
function usePaymentMethod(open: boolean) {
  const methods = usePaymentMethods(open);
  const [used] = useState(() => tryOrNull(() => localStorage.getItem(METHOD_KEY)));
  const [picked, setMethod] = useState<PayMethod>();
  const wanted = [picked, used, 'card'].find((method) => methods?.some((offered) => offered === method));
  return {
    methods,
    method: methods?.find((offered) => offered === wanted) ?? methods?.[0],
    setMethod,
  };
}

/** Returns the problem to show: first of the payment, then of the cart, then of the quote. */
function findFirstProblem(
  lines: readonly CheckoutCartLine[],
  { error, quote }: ReturnType<typeof useQuote>,
  problem: CheckoutProblem | undefined,
) {
  const broken = lines.find(({ trouble }) => trouble);
  const found = error ? checkoutProblemOf(error, quote) : undefined;
  const isUnconfirmed = found?.kind === 'provider' || found?.kind === 'offline';
  const shown =
    problem ??
    (broken && toCheckoutProblem(broken)) ??
    findExceededLimit(lines, quote) ??
    (isUnconfirmed ? undefined : found);
  return { shown, isUnconfirmed };
}

/**
 * Finds a hold limit of the chosen method that a line exceeds; the cart checks the limits that hold for all methods.
 */
function findExceededLimit(
  lines: readonly CheckoutCartLine[],
  { limits = [] }: Quote,
): CheckoutProblem | undefined {
  const limit = limits.find(({ id, available }) =>
    lines.some(({ item }) => item.id === id && (item.customAmount ?? item.quantity) > available),
  );
  return limit && { kind: 'limit', limit };
}

/** Converts the problem of a cart line into a problem of the checkout. */
function toCheckoutProblem({ id, trouble }: CheckoutCartLine): CheckoutProblem | undefined {
  switch (trouble?.kind) {
    case 'gone':
      return { kind: 'gone' };
    case 'short':
      return { kind: 'soldOut', id, left: trouble.left };
    case 'limited':
      return { kind: 'limit', limit: trouble.limit };
    default:
      return undefined;
  }
}
