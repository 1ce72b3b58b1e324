import { useEffect, useState } from 'react';

/** How saving went; `stale` is the version that a second saving replaces. */
export type SaveOutcome = 'saved' | 'failed' | { readonly stale: number | undefined };

/** How long "gespeichert" stays, ms. */
const SAVED_MS = 1_500;

/** A value as it is shown, and the version that it has. */
export interface SeenValue {
  /** The present value as it is typed. */
  readonly value: string;
  readonly version: number | undefined;
}

interface Draft {
  readonly text: string;
  /** The value when typing began; its version is that of the last refusal, if there was one. */
  readonly seen: SeenValue;
}

/**
 * The version to save with: the one that was seen when typing began, so that what somebody else saved meanwhile is
 * refused; while the value itself is still the same, the newest, so that one's own edits are no conflict.
 */
export const versionToSend = (seen: SeenValue, now: SeenValue): number | undefined =>
  seen.value === now.value ? now.version : seen.version;

export interface DraftInput<T> extends SeenValue {
  /** Undefined when what was typed is no value. */
  readonly read: (typed: string) => T | undefined;
  readonly onSave: (value: T, version: number | undefined) => Promise<SaveOutcome>;
}

/** The typed text and the state of saving it. */
export function useDraft<T>({ value, version, read, onSave }: DraftInput<T>) {
  const [draft, setDraft] = useState<Draft>();
  const [state, setState] = useState<'saving' | 'saved' | 'invalid'>();
  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(() => setState(undefined), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const reset = () => {
    setDraft(undefined);
    setState(undefined);
  };
  const type = (text: string) => {
    setState(undefined);
    setDraft((known) => ({ text, seen: known?.seen ?? { value, version } }));
  };
  const save = async () => {
    if (!draft || state === 'saving') return;
    if (draft.text.trim() === value) return reset();
    const wanted = read(draft.text);
    if (wanted === undefined) return setState('invalid');
    setState('saving');
    const outcome = await onSave(wanted, versionToSend(draft.seen, { value, version }));
    if (outcome === 'saved') setDraft(undefined);
    else if (outcome !== 'failed') {
      const { stale } = outcome;
      setDraft((known) => known && { ...known, seen: { ...known.seen, version: stale } });
    }
    setState(outcome === 'saved' ? 'saved' : undefined);
  };
  return { draft, state, type, save, reset };
}
