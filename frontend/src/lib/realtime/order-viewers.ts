import { VIEWING_EVERY_MS, VIEWING_LASTS_MS, type Viewing } from '@pax/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';

/** Orders that other panels have open, by connection. */
type Viewers = ReadonlyMap<string, Viewing>;

const useViewerStore = create<{ readonly viewers: Viewers }>(() => ({ viewers: new Map() }));
const expiries = new Map<string, ReturnType<typeof setTimeout>>();

function removeViewer(connection: string): void {
  expiries.delete(connection);
  useViewerStore.setState(({ viewers }) => ({
    viewers: new Map([...viewers].filter(([other]) => other !== connection)),
  }));
}

/** Records a sign of life of another panel; without another one its order counts as closed after a while. */
export function recordViewing(viewing: Viewing): void {
  const { connection, orderId } = viewing;
  clearTimeout(expiries.get(connection));
  if (orderId === null) return removeViewer(connection);
  expiries.set(
    connection,
    setTimeout(() => removeViewer(connection), VIEWING_LASTS_MS),
  );
  const known = useViewerStore.getState().viewers.get(connection);
  if (known?.orderId === orderId) return;
  useViewerStore.setState(({ viewers }) => ({ viewers: new Map(viewers).set(connection, viewing) }));
}

/** Returns the names of others who have an order open, each once. */
export function useOrderViewers(orderId: number | undefined, ownId: number | undefined): readonly string[] {
  // A text, because a new list on every message would render each row again.
  const names = useViewerStore(({ viewers }) => {
    const others = [...viewers.values()].filter((each) => each.orderId === orderId && each.userId !== ownId);
    return [...new Set(others.map(({ name }) => name))].join('\n');
  });
  return names === '' ? [] : names.split('\n');
}

let send: (orderId: number | null) => void = () => undefined;

/** Sets the function that sends signs of life, which drops them while there is no connection. */
export function setViewingSender(sender: typeof send): void {
  send = sender;
}

/** Time for which an order is open before others are told, ms; one that is passed by with keys is not told. */
const SETTLE_MS = 1_000;

/** Tells other panels that an order is open, as long as the component is mounted and the page is visible. */
export function useTellViewing(orderId: number | undefined): void {
  useEffect(() => {
    if (orderId === undefined) return undefined;
    let isTold = false;
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      isTold = true;
      send(orderId);
    };
    const first = setTimeout(tell, SETTLE_MS);
    const timer = setInterval(tell, VIEWING_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      if (isTold) send(null);
    };
  }, [orderId]);
}
