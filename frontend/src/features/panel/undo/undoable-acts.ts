import type { CurrentUser } from '@pax/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { useKeySetting } from '../shared/use-key-bindings';
import { dismissToast, showToast, type Toast } from '../../../lib/browser/toast';
import { ME } from '../../../lib/http/query-keys';

/** An act of this page that can still be taken back. */
export interface UndoableAct {
  /** Id of the account that did it, since another one may sign in to the same page. */
  readonly by: number | undefined;
  /** Things that the act changed, each with the version to which it raised them; empty until the shop answered. */
  readonly versions: Map<string, number>;
  /** Until when the shop takes all of it back, ms since 1970; undefined until it is sent. */
  endsAt?: number;
  readonly undo: () => void;
}

export const readUserId = (client: QueryClient): number | undefined =>
  client.getQueryData<CurrentUser | null>(ME)?.id;

const useActs = create<{ readonly acts: readonly UndoableAct[] }>(() => ({ acts: [] }));
const setActs = (change: (acts: readonly UndoableAct[]) => readonly UndoableAct[]): void =>
  useActs.setState(({ acts }) => ({ acts: change(acts) }));

export const isUndoable = (act: UndoableAct): boolean => useActs.getState().acts.includes(act);

/** Adds an act as the newest. It stays until it is taken back, or forgotten. */
export const addUndoableAct = (act: UndoableAct): void => setActs((acts) => [...acts, act]);
/** Removes an act that failed, or that the shop no longer takes back. */
export const forgetAct = (act: UndoableAct): void => setActs((acts) => acts.filter((one) => one !== act));

function undoAct(act: UndoableAct): void {
  if (!isUndoable(act)) return;
  forgetAct(act);
  dismissToast();
  act.undo();
}

/** Returns the function that takes the user's newest act back, which may still be on its way; undefined without one. */
export function useUndoNewest(): (() => void) | undefined {
  const by = readUserId(useQueryClient());
  const newest = useActs(({ acts }) => acts.findLast((act) => act.by === by));
  return newest && (() => undoAct(newest));
}

/** Says what an act did, with a button that takes it back until its end; only the shop decides. */
export function offerUndo(
  act: UndoableAct,
  toast: Pick<Toast, 'title' | 'description'> & { readonly label: string },
): void {
  const { label, ...text } = toast;
  const { areOn } = useKeySetting.getState();
  const lastsMs = (act.endsAt ?? 0) - Date.now();
  if (lastsMs <= 0) {
    forgetAct(act);
    return showToast({ ...text, kind: 'success' });
  }
  setTimeout(() => forgetAct(act), lastsMs);
  showToast({
    ...text,
    kind: 'success',
    lastsMs,
    action: { label, ...(areOn && { shortcut: 'z' }), run: () => undoAct(act) },
  });
}

/**
 * Gives the act before an undone one the new version of the thing, as the shop does, so that it can be taken back
 * next.
 */
export function moveEarlierAct(thing: string, undoneVersion: number, newVersion: number): void {
  for (const { versions } of useActs.getState().acts)
    if (versions.get(thing) === undoneVersion - 1) versions.set(thing, newVersion);
}
