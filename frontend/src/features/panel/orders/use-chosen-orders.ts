import { orderCalls, type StaffOrder } from '@pax/contracts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { readPage } from '../../../lib/http/paged-list';
import { followOrders, type OrderQuery } from './order-list-cache';

/** Largest number of orders that can be chosen. */
export const MAX_CHOSEN = 500;

type Chosen = ReadonlyMap<number, StaffOrder>;
const NONE: Chosen = new Map();

/** The orders that the user chose for an act on all of them, each in the newest state that is known. */
export interface ChosenOrders {
  readonly orders: Chosen;
  /** Chooses an order or takes it out again; with `isRange` chooses all from the last chosen row to this one. */
  readonly choose: (id: number, isRange: boolean) => void;
  /** Chooses the first orders of the whole list, also those not loaded; rejects as a call does. */
  readonly chooseAll: () => Promise<void>;
  readonly clear: () => void;
  /** Takes orders out, and stores the newest state of those that stay. */
  readonly settle: (out: readonly number[], newest: readonly StaffOrder[]) => void;
}

/** Keeps the chosen orders of a list; another filter, search or sort order begins anew. */
export function useChosenOrders(query: OrderQuery, rows: readonly StaffOrder[] = []): ChosenOrders {
  const [state, setState] = useState({ query, orders: NONE });
  const orders = state.query === query ? state.orders : NONE;
  /** Row from which a range begins. */
  const anchor = useRef<number>(undefined);
  const latest = useRef({ rows, query });
  useEffect(() => {
    latest.current = { rows, query };
  });
  const change = useCallback((update: (known: Chosen) => Chosen) => {
    const { query: present } = latest.current;
    setState((before) => ({
      query: present,
      orders: update(before.query === present ? before.orders : NONE),
    }));
  }, []);
  const choose = useCallback(
    (id: number, isRange: boolean) => {
      const shown = latest.current.rows;
      const [from, to] = [anchor.current, id].map((each) => shown.findIndex((row) => row.id === each));
      anchor.current = id;
      if (from === undefined || to === undefined || to < 0) return;
      const range =
        isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : undefined;
      change((known) => {
        if (!range && known.has(id)) return new Map([...known].filter(([other]) => other !== id));
        const added = range ?? shown.slice(to, to + 1);
        return new Map([...known, ...added.map((row) => [row.id, row] as const)].slice(0, MAX_CHOSEN));
      });
    },
    [change],
  );
  return {
    orders,
    choose,
    async chooseAll() {
      const sent = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
      const asked = { limit: String(MAX_CHOSEN), ...sent };
      const { items } = await readPage(orderCalls.activeOrders, asked, new AbortController().signal);
      setState({ query, orders: new Map(items.map((row) => [row.id, row])) });
    },
    clear: () => change(() => NONE),
    settle: (out, newest) =>
      change((known) => {
        const left = new Map([...known].filter(([id]) => !out.includes(id)));
        for (const order of newest) if (left.has(order.id)) left.set(order.id, order);
        return left;
      }),
  };
}

/** Tells whether an order changed so much since it was chosen that the user should choose it anew. */
export const hasChanged = (seen: StaffOrder | undefined, now: StaffOrder): boolean =>
  seen !== undefined &&
  (seen.status !== now.status ||
    seen.processedBy !== now.processedBy ||
    seen.paymentStatus !== now.paymentStatus);

interface FollowInput extends Pick<ChosenOrders, 'orders' | 'settle'> {
  readonly rows: readonly StaffOrder[];
  /** True while the user moves the chosen orders, whose states are then not followed. */
  readonly isMoving: RefObject<boolean>;
  /** Called with the orders that were taken out, because somebody changed them. */
  readonly onOut: (orders: readonly StaffOrder[]) => void;
}

/** Keeps the newest state of the chosen orders, from the list and from each message, and takes changed ones out. */
export function useFollowedOrders({ orders, settle, rows, isMoving, onOut }: FollowInput): void {
  const follow = (arrived: readonly StaffOrder[]): void => {
    if (isMoving.current) return;
    const newer = arrived.filter(({ id, version }) => version > (orders.get(id)?.version ?? Infinity));
    if (newer.length === 0) return;
    const changed = newer.filter((order) => hasChanged(orders.get(order.id), order));
    settle(
      changed.map(({ id }) => id),
      newer,
    );
    onOut(changed);
  };
  const latest = useRef(follow);
  // Within the rendering, so that no message meets the orders of before.
  useLayoutEffect(() => {
    latest.current = follow;
  });
  useEffect(() => followOrders((order) => latest.current([order])), []);
  useEffect(() => latest.current(rows));
}
