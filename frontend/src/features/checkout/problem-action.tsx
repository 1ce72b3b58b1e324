import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/components/base/button';
import type { PayMethod } from '../../lib/http/shop-info';
import type { CheckoutCart } from './checkout-cart';
import type { CheckoutProblem } from './checkout-problem';

export interface ProblemBoxProps {
  readonly problem: CheckoutProblem;
  readonly cart: CheckoutCart;
  /** Payment method that the buyer chose. */
  readonly method: PayMethod | undefined;
  /** True when the problem is the answer to a payment attempt; it gets the focus then. */
  readonly isAnswer: boolean;
  /** Called after the buyer solved the problem. */
  readonly onSolved: () => void;
  readonly onDropReward: () => void;
  /** Called when the buyer confirms to buy the same goods again. */
  readonly onPayAgain: () => void;
}

/** Returns the button or link that solves a problem; undefined if there is none. */
export function problemActionFor(
  { problem, cart, onSolved, onDropReward, onPayAgain }: ProblemBoxProps,
  t: TFunction<'checkout'>,
): ReactNode {
  switch (problem.kind) {
    case 'gone':
      return (
        <Button
          size="sm"
          icon="trash"
          onClick={() => {
            cart.removeUnavailable();
            onSolved();
          }}
        >
          {t('problem.goneAction')}
        </Button>
      );
    case 'reward':
      return (
        <Button
          size="sm"
          onClick={() => {
            onDropReward();
            onSolved();
          }}
        >
          {t('problem.rewardAction')}
        </Button>
      );
    case 'paid':
      return (
        <ButtonLink size="sm" asChild>
          <Link to={`/payment-success?checkout=${encodeURIComponent(problem.checkout)}`}>
            {t('problem.paidAction')}
          </Link>
        </ButtonLink>
      );
    case 'confirming':
      return (
        <ButtonLink size="sm" asChild>
          <Link to={`/payment-success?checkout=${encodeURIComponent(problem.checkout)}`}>
            {t('problem.confirmingAction')}
          </Link>
        </ButtonLink>
      );
    case 'again':
    case 'againConfirming':
      return (
        <>
          <ButtonLink size="sm" asChild>
            <Link to={`/payment-success?checkout=${encodeURIComponent(problem.checkout)}`}>
              {t(problem.kind === 'again' ? 'problem.paidAction' : 'problem.confirmingAction')}
            </Link>
          </ButtonLink>
          <Button size="sm" onClick={onPayAgain}>
            {t('problem.againAction')}
          </Button>
        </>
      );
    case 'open':
    case 'waiting':
      return (
        problem.url && (
          <ButtonLink size="sm" href={problem.url}>
            {t('problem.openAction')}
          </ButtonLink>
        )
      );
    default:
      return undefined;
  }
}
