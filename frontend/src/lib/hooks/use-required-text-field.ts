import { useRef, useState, type ChangeEvent, type RefObject, type SyntheticEvent } from 'react';

interface RequiredTextFieldOptions {
  /** Nothing is sent meanwhile. */
  readonly busy: boolean;
  /** True when blanks around the text are removed. */
  readonly trims?: boolean;
  /** Gets what was typed and the field to go back to. */
  readonly onSubmit: (typed: string, field: RefObject<HTMLInputElement | null>) => void;
}

/** A form of one line that must not be empty: nothing is sent without it, and the focus goes back to it. */
export function useRequiredTextField({ busy, trims = false, onSubmit }: RequiredTextFieldOptions) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  return {
    field,
    isMissing,
    clear: (): void => {
      setTyped('');
      setMissing(false);
    },
    formProps: {
      noValidate: true,
      onSubmit: (event: SyntheticEvent): void => {
        event.preventDefault();
        // React bubbles events from a dialog to the form that it stands in.
        event.stopPropagation();
        const line = trims ? typed.trim() : typed;
        setMissing(line === '');
        if (line === '') field.current?.focus();
        else if (!busy) onSubmit(line, field);
      },
    },
    fieldProps: {
      ref: field,
      value: typed,
      onChange: (event: ChangeEvent<HTMLInputElement>): void => {
        setMissing(false);
        setTyped(event.target.value);
      },
    },
  };
}

/** State and handlers shared by the parts of such a form. */
export type RequiredTextField = ReturnType<typeof useRequiredTextField>;
