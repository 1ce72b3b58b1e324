import { useEffect, useState } from 'react';

/** Result of saving; `stale` is the newer version on the server, which a second attempt overwrites. */
export type SaveOutcome = 'saved' | 'failed' | { readonly stale: number | undefined };

/** Time for which the word "gespeichert" is shown after saving, ms. */
const SAVED_MS = 1_500;

/** Value that the user sees, and its version. */
export interface SeenValue {
  /** Current value in the form in which users type it. */
  readonly value: string;
  readonly version: number | undefined;
}

interface Draft {
  readonly text: string;
  /** Value when typing began, with its version; after a conflict the version from the server's answer. */
  readonly seen: SeenValue;
}

/**
 * Returns the version to save with: that of the value when typing began, to detect other users' changes; but the
 * newest if the value is the same, so that the user's own saves cause no conflict.
 */
export const versionToSend = (seen: SeenValue, now: SeenValue): number | undefined =>
  seen.value === now.value ? now.version : seen.version;

export interface DraftInput<T> extends SeenValue {
  /** Parses the typed text; undefined if it is invalid. */
  readonly read: (typed: string) => T | undefined;
  readonly onSave: (value: T, version: number | undefined) => Promise<SaveOutcome>;
}

/** State of a value being typed and saved. */
export function useDraft<T>({ value, version, read, onSave }: DraftInput<T>) {
  const [draft, setDraft] = useState<Draft>();
  const [state, setState] = useState<'saving' | 'saved' | 'invalid'>();
  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(() => setState(undefined), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const resetDraft = () => {
    setDraft(undefined);
    setState(undefined);
  };
  const typeText = (text: string) => {
    setState(undefined);
    setDraft((known) => ({ text, seen: known?.seen ?? { value, version } }));
  };
  const saveDraft = async () => {
    if (!draft || state === 'saving') return;
    if (draft.text.trim() === value) return resetDraft();
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
  return { draft, state, type: typeText, save: saveDraft, reset: resetDraft };
}
