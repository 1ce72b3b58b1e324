import { REASON_LENGTH } from '@pax/contracts';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/components/form/text-field';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Optional field for the reason of a step with an order. */
export function ReasonField({ value, onChange, ref }: ReasonFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <TextField
      ref={ref}
      label={t('reasons.label')}
      hint={t('reasons.hint')}
      maxLength={REASON_LENGTH}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The reason as sent: trimmed, or undefined when empty. */
export const saidReason = (typed: string): string | undefined => typed.trim() || undefined;
