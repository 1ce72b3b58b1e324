import { useRef, useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { parseWholeNumber, type TypedNumber } from '../../../lib/values/whole-number';
import { NARROWEST_PHONE } from '../../theme/media-queries';
import { Icon } from '../base/icon';

interface QuantityRange {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly top: number;
}

const clampToRange = (count: number, min: number, max: number) => Math.min(max, Math.max(min, count));

/** State and handlers of a quantity field, whose text may not be a quantity yet while the user types. */
function useTypedQuantity({ value, onChange, min, top }: QuantityRange) {
  const [typedText, setDraft] = useState<string>();
  const valueBefore = useRef(value);
  const isCount = (typed: TypedNumber): typed is number =>
    typeof typed === 'number' && typed >= Math.max(1, min);
  const entered = typedText === undefined ? 'none' : parseWholeNumber(typedText);
  // The typed text is dropped when the quantity changes from outside while the field is focused, as when stock
  // shrinks.
  const draft = isCount(entered) && entered !== value ? undefined : typedText;

  const changeQuantity = (next: number) => {
    if (next !== value) onChange(next);
  };
  const setQuantity = (count: number) => {
    setDraft(undefined);
    valueBefore.current = clampToRange(count, min, top);
    changeQuantity(valueBefore.current);
  };
  const typeQuantity = (text: string) => {
    const typed = parseWholeNumber(text);
    if (isCount(typed) && typed > top) return setQuantity(top);
    setDraft(text);
    // The quantity from before typing is restored after invalid input, because typing "2.5" has already set it to 2.
    changeQuantity(isCount(typed) ? typed : valueBefore.current);
  };
  const commitTyped = () => {
    const typed = draft === undefined ? 'none' : parseWholeNumber(draft);
    if (typeof typed === 'number') setQuantity(typed);
    else setDraft(undefined);
  };
  const stepByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commitTyped();
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setQuantity(value + step);
  };

  return {
    shown: draft ?? String(value),
    take: setQuantity,
    fieldEvents: {
      onChange: (event: ChangeEvent<HTMLInputElement>) => typeQuantity(event.target.value),
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        valueBefore.current = value;
        event.target.select();
      },
      onBlur: commitTyped,
      onKeyDown: stepByKey,
    },
  };
}

interface QuantityPickerProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  /** Maximum quantity; 99 by default, and never below `min`. */
  readonly max?: number;
  /** Name of the field for screen readers, which says what is counted. */
  readonly label?: string;
  readonly disabled?: boolean;
  /** Size of the picker; `sm` is narrower, for cards, with touch targets that are still 44 px high. */
  readonly size?: 'sm' | 'md';
}

const Root = chakra('div', {
  base: {
    display: 'inline-flex',
    alignItems: 'stretch',
    height: 'touch',
    borderWidth: '1px',
    borderColor: 'edge',
    bg: 'bg',
  },
});
const StepButton = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '42px',
    '[data-size=sm] > &': { width: { base: '30px', sm: '34px' }, [NARROWEST_PHONE]: { width: '24px' } },
    color: 'muted',
    transition: 'color 120ms',
    _hover: { '&:not(:disabled)': { color: 'accent' } },
    _focusVisible: { outlineOffset: '-2px' },
    _disabled: { opacity: 0.4 },
  },
});
const Count = chakra('input', {
  base: {
    width: '44px',
    '[data-size=sm] > &': {
      width: { base: '32px', sm: '38px' },
      fontSize: 'sm',
      [NARROWEST_PHONE]: { width: '26px' },
    },
    textAlign: 'center',
    fontWeight: 'semibold',
    textStyle: 'numeric',
    fontSize: 'md',
    borderInlineWidth: '1px',
    borderColor: 'line',
    _focusVisible: { outlineOffset: '-2px' },
  },
});

/**
 * Field for a quantity from `min` to `max`, set by buttons, arrow keys or typing. Typed numbers out of range are
 * clamped; other input restores the last quantity.
 */
export function QuantityPicker({
  value,
  onChange,
  min = 1,
  max = 99,
  label,
  disabled = false,
  size = 'md',
}: QuantityPickerProps) {
  const { t } = useTranslation();
  const top = Math.max(min, max);
  const { shown, take, fieldEvents } = useTypedQuantity({ value, onChange, min, top });
  return (
    <Root role="group" data-size={size} aria-label={label ?? t('quantity.label')}>
      <StepButton
        type="button"
        aria-label={t('quantity.less')}
        disabled={disabled || value <= min}
        onClick={() => take(value - 1)}
      >
        <Icon name="minus" size={16} />
      </StepButton>
      <Count
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label ?? t('quantity.label')}
        aria-valuemin={min}
        aria-valuemax={top}
        aria-valuenow={value}
        disabled={disabled}
        value={shown}
        {...fieldEvents}
      />
      <StepButton
        type="button"
        aria-label={t('quantity.more')}
        disabled={disabled || value >= top}
        onClick={() => take(value + 1)}
      >
        <Icon name="plus" size={16} />
      </StepButton>
    </Root>
  );
}
