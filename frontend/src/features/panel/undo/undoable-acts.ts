import { create } from 'zustand';
import { useKeySetting } from '../shared/use-key-bindings';
import { dismissToast, showToast, type Toast } from '../../../lib/browser/toast';

/** An act of this page that can still be taken back. */
export interface UndoableAct {
  /** Things that the act changed, each with the version to which it raised them; empty until the shop answered. */
  readonly versions: Map<string, number>;
  readonly undo: () => void;
}

const useActs = create<{ readonly acts: readonly UndoableAct[] }>(() => ({ acts: [] }));
const setActs = (change: (acts: readonly UndoableAct[]) => readonly UndoableAct[]): void =>
  useActs.setState(({ acts }) => ({ acts: change(acts) }));

/** Tells whether some act can be taken back. */
export const useHasUndoableAct = (): boolean => useActs(({ acts }) => acts.length > 0);
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

/** Takes the newest act back, which may still be on its way; nothing without one. */
export function undoNewestAct(): void {
  const act = useActs.getState().acts.at(-1);
  if (act) undoAct(act);
}

/** Says what an act did, with a button that takes it back for `seconds` from now; only the shop decides. */
export function offerUndo(
  act: UndoableAct,
  seconds: number,
  toast: Pick<Toast, 'title' | 'description'> & { readonly label: string },
): void {
  const { label, ...text } = toast;
  const { areOn } = useKeySetting.getState();
  setTimeout(() => forgetAct(act), seconds * 1_000);
  showToast({
    ...text,
    kind: 'success',
    lastsMs: seconds * 1_000,
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
