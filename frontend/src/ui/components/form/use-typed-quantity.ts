import { useRef, useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from 'react';
import { readWhole, type TypedNumber } from '../../../lib/values/whole-number';

interface QuantityRange {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly top: number;
}

const inRange = (count: number, min: number, max: number) => Math.min(max, Math.max(min, count));

/** State and events of a typed quantity; the field may hold text that is no quantity yet. */
export function useTypedQuantity({ value, onChange, min, top }: QuantityRange) {
  const [typedText, setDraft] = useState<string>();
  const valueBefore = useRef(value);
  const isCount = (typed: TypedNumber): typed is number =>
    typeof typed === 'number' && typed >= Math.max(1, min);
  const entered = typedText === undefined ? 'none' : readWhole(typedText);
  // The quantity may change while the field has the focus, such as when stock shrinks; then it replaces the
  // input.
  const draft = isCount(entered) && entered !== value ? undefined : typedText;

  const change = (next: number) => {
    if (next !== value) onChange(next);
  };
  const take = (count: number) => {
    setDraft(undefined);
    valueBefore.current = inRange(count, min, top);
    change(valueBefore.current);
  };
  const type = (text: string) => {
    const typed = readWhole(text);
    if (isCount(typed) && typed > top) return take(top);
    setDraft(text);
    // Typing "2.5" passes through "2": an invalid entry restores the quantity before it.
    change(isCount(typed) ? typed : valueBefore.current);
  };
  const commit = () => {
    const typed = draft === undefined ? 'none' : readWhole(draft);
    if (typeof typed === 'number') take(typed);
    else setDraft(undefined);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    take(value + step);
  };

  return {
    shown: draft ?? String(value),
    take,
    fieldEvents: {
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        valueBefore.current = value;
        event.target.select();
      },
      onBlur: commit,
      onKeyDown: keys,
    },
  };
}
