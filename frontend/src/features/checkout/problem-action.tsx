import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/components/base/button';
import type { PayMethod } from '../../lib/http/shop-info';
import type { Basket } from './basket';
import type { CheckoutProblem } from './checkout-problem';

export interface ProblemBoxProps {
  readonly problem: CheckoutProblem;
  readonly basket: Basket;
  /** How the buyer wanted to pay. */
  readonly method: PayMethod | undefined;
  /** The problem came from a payment attempt: it gets the focus. */
  readonly isAnswer: boolean;
  /** The problem was dealt with. */
  readonly onSolved: () => void;
  readonly onDropReward: () => void;
  /** The buyer wants the same again. */
  readonly onPayAgain: () => void;
}

/** The button or link that solves a problem; undefined where words are all. */
export function problemActionFor(
  { problem, basket, onSolved, onDropReward, onPayAgain }: ProblemBoxProps,
  t: TFunction<'checkout'>,
): ReactNode {
  switch (problem.kind) {
    case 'gone':
      return (
        <Button
          size="sm"
          icon="trash"
          onClick={() => {
            basket.removeUnavailable();
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
