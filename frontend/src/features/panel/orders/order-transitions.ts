import { legalTransitions, type StaffOrder, type OrderTransition } from '@pax/contracts';

/** The transitions that the panel offers. */
export type PanelTransition = Exclude<OrderTransition, 'cancel'>;

const isOffered = (transition: OrderTransition): transition is PanelTransition => transition !== 'cancel';

/** The transitions an order allows, by the contract's table. */
export const transitionsOf = ({ status, paymentStatus }: StaffOrder): PanelTransition[] =>
  legalTransitions(status, paymentStatus).filter(isOffered);

/** The row's default transition: complete, then archive. */
export const mainTransitionOf = (order: StaffOrder): PanelTransition | undefined =>
  transitionsOf(order).find((transition) => transition === 'complete' || transition === 'archive');
