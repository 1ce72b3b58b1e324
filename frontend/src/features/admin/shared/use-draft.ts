import { useEffect, useState } from 'react';

/** How saving went; after `stale` the value is what somebody else saved. */
export type SaveOutcome = 'saved' | 'stale' | 'failed';

/** How long "gespeichert" stays, ms. */
const SAVED_MS = 1_500;

interface Draft {
  readonly text: string;
  /** The value when typing began. */
  readonly base: string;
}

export interface DraftInput<T> {
  /** The present value as it is typed. */
  readonly value: string;
  /** Undefined when what was typed is no value. */
  readonly read: (typed: string) => T | undefined;
  readonly onSave: (value: T) => Promise<SaveOutcome>;
}

/** What is typed, and how saving it goes. */
export function useDraft<T>({ value, read, onSave }: DraftInput<T>) {
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
    setDraft((known) => ({ text, base: known?.base ?? value }));
  };
  const save = async () => {
    if (!draft || state === 'saving') return;
    if (draft.text.trim() === value) return reset();
    const wanted = read(draft.text);
    if (wanted === undefined) return setState('invalid');
    setState('saving');
    const outcome = await onSave(wanted);
    if (outcome === 'saved') setDraft(undefined);
    setState(outcome === 'saved' ? 'saved' : undefined);
  };
  return { draft, state, type, save, reset };
}
