import type { Order, OrderTransition, OrderStatus, PaymentStatus } from '@pax/contracts';

/** Labels in posts, in German as in the panel. */
export const STATUS_LABEL: Record<OrderStatus, string> = {
  pending: 'Ausstehend',
  processing: 'In Bearbeitung',
  completed: 'Abgeschlossen',
  archived: 'Archiviert',
  cancelled: 'Storniert',
};

export const PAYMENT_LABEL: Record<PaymentStatus, string> = {
  paid: 'bezahlt',
  unconfirmed: 'unbestätigt',
  partly_refunded: 'teilweise erstattet',
  refunded: 'erstattet',
  disputed: 'angefochten',
  lost: 'verloren',
  void: 'verfallen',
};

export const MOVE_LABEL: Record<OrderTransition, string> = {
  process: 'Übernehmen',
  release: 'Zurückgeben',
  complete: 'Abschließen',
  archive: 'Archivieren',
  cancel: 'Stornieren',
};

/** True while an order's goods are not delivered. */
export const isOpen = (order: Order): boolean => order.status === 'pending' || order.status === 'processing';
