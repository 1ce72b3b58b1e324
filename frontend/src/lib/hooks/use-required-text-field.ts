import { useRef, useState, type ChangeEvent, type RefObject, type SyntheticEvent } from 'react';

interface RequiredTextFieldOptions {
  /** True while a request is running; the form cannot be submitted then. */
  readonly busy: boolean;
  /** True when whitespace around the typed text is removed. */
  readonly trims?: boolean;
  /** Called with the typed text, and with the field, which can be focused again. */
  readonly onSubmit: (typed: string, field: RefObject<HTMLInputElement | null>) => void;
}

/** State of a form with one required text field. Submitting the empty form only focuses the field. */
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
        // The event stops here, because React passes a dialog's submit event on to the form around the dialog.
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

/** State and handlers of a required text field, for the components that form its parts. */
export type RequiredTextField = ReturnType<typeof useRequiredTextField>;
