import { orderCalls, type StaffOrder } from '@pax/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readPage } from '../../../lib/http/paged-list';
import type { OrderQuery } from './order-list-cache';

/** Largest number of orders that can be chosen. */
export const MAX_CHOSEN = 500;

type Chosen = ReadonlyMap<number, StaffOrder>;
const NONE: Chosen = new Map();

/** The orders that the user chose for an act on all of them, each as it was when it was chosen. */
export interface ChosenOrders {
  readonly orders: Chosen;
  /** Chooses an order or takes it out again; with `isRange` chooses all from the last chosen row to this one. */
  readonly choose: (id: number, isRange: boolean) => void;
  /** Chooses the first orders of the whole list, also those not loaded; rejects as a call does. */
  readonly chooseAll: () => Promise<void>;
  readonly clear: () => void;
  /** Takes moved orders out, and stores the newest state of the refused ones. */
  readonly settle: (moved: readonly number[], refused: readonly StaffOrder[]) => void;
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
    settle: (moved, refused) =>
      change((known) => {
        const left = new Map([...known].filter(([id]) => !moved.includes(id)));
        for (const order of refused) if (left.has(order.id)) left.set(order.id, order);
        return left;
      }),
  };
}
