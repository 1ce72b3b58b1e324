import { findCheaperCoinAmount, getCentsPerMillion, computeCustomCoinPrice } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { formatCents, formatMillions } from '../../../lib/values/format';
import { toMemberPrice, useMemberTerms } from '../../../lib/http/member-price';
import { inputRecipe } from '../../../ui/theme/recipes/input';
import { isValidMillions, parseMillions, type EnteredMillions } from './purchase-rules';
import { RangeInput } from './range-input';

/** Preset amounts of coins, in millions. */
const COIN_PRESETS = [10, 25, 50, 100, 250, 500] as const;

/** Step sizes of the slider in millions, each from an amount on. */
const STEP_SIZES = [
  { from: 1, by: 1 },
  { from: 20, by: 5 },
  { from: 100, by: 10 },
  { from: 250, by: 25 },
  { from: 500, by: 50 },
  { from: 1000, by: 250 },
] as const;

/**
 * Returns the slider's positions in millions: small steps for small amounts, large steps for large ones, up to `max`.
 */
export function createCoinSteps(max: number): number[] {
  const steps: number[] = [];
  for (let at = 1; at < max; at += STEP_SIZES.findLast(({ from }) => at >= from)?.by ?? 1) steps.push(at);
  return max >= 1 ? [...steps, max] : [];
}

/** Returns the index of the slider position for an amount: the last position that is not above it. */
export const findStepIndex = (steps: readonly number[], millions: number): number =>
  Math.max(
    0,
    steps.findLastIndex((step) => step <= millions),
  );

interface CoinAmountInputProps {
  /** Entered amount; at most `max` unless it is invalid. */
  readonly value: EnteredMillions;
  readonly onChange: (entered: EnteredMillions) => void;
  /** Whole millions of coins in the pool. */
  readonly max: number;
}

const Stack = chakra('div', { base: { display: 'grid', gap: '3', minWidth: '0' } });
/** Row of preset amounts, as wide as the slider on a phone. */
const Presets = chakra('fieldset', {
  base: {
    display: { base: 'grid', md: 'flex' },
    gridTemplateColumns: 'repeat(auto-fit, minmax(2.75rem, 1fr))',
    gap: { base: '1.5', md: '2' },
    '& > button': { px: { base: '0.5', md: '3' } },
  },
});
const Preset = chakra('span', { base: { display: 'grid', lineHeight: 'tight', textStyle: 'numeric' } });
const PresetPrice = chakra('span', { base: { color: 'money', fontSize: 'min(0.75rem, 3.5vw)' } });
const Row = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '4', minWidth: '0' } });
const Typed = chakra('span', { base: { position: 'relative', width: '116px', flexShrink: '0' } });
const Field = chakra('input', inputRecipe);
const Unit = chakra('span', {
  base: {
    position: 'absolute',
    insetEnd: '3',
    insetBlock: '0',
    display: 'grid',
    alignItems: 'center',
    color: 'muted',
    fontWeight: 'semibold',
    pointerEvents: 'none',
  },
});

const Note = chakra('p', {
  base: {
    textStyle: 'small',
    color: 'muted',
    '&[data-wrong]': { color: 'danger' },
    _empty: { display: 'none' },
  },
});

/** Input for an amount of coins in whole millions, with presets, a slider and a field. */
export function CoinAmountInput({ value, onChange, max }: CoinAmountInputProps) {
  const { t } = useTranslation('shop');
  const noteId = useId();
  const terms = useMemberTerms();
  const [draft, setDraft] = useState<string>();
  const steps = createCoinSteps(max);
  const amount = isValidMillions(value) ? value : undefined;
  const typed = draft === undefined ? undefined : parseMillions(draft);
  const wrong = value === 'fraction' || value === 'invalid' ? t(`custom.${value}`) : undefined;
  const isCapped = isValidMillions(typed) && typed > max;
  const chooseAmount = (millions: number) => {
    setDraft(undefined);
    onChange(Math.min(millions, max));
  };
  const typeAmount = (text: string) => {
    setDraft(text);
    const entered = parseMillions(text);
    onChange(isValidMillions(entered) ? Math.min(entered, max) : entered);
  };
  const clearValidDraft = () => setDraft(amount === undefined ? draft : undefined);
  return (
    <Stack>
      <Presets aria-label={t('custom.presets')}>
        {COIN_PRESETS.filter((preset) => preset <= max).map((preset) => (
          <Button key={preset} size="sm" aria-pressed={value === preset} onClick={() => chooseAmount(preset)}>
            <Preset>
              <span>{formatMillions(preset)}</span>
              <PresetPrice>{formatCents(toMemberPrice(computeCustomCoinPrice(preset), terms))}</PresetPrice>
            </Preset>
          </Button>
        ))}
      </Presets>
      <Row>
        <RangeInput
          label={t('custom.slider')}
          max={steps.length - 1}
          value={findStepIndex(steps, amount ?? 1)}
          valueText={
            amount === undefined
              ? ''
              : t('custom.read', {
                  amount: formatMillions(amount),
                  price: formatCents(toMemberPrice(computeCustomCoinPrice(amount), terms)),
                })
          }
          onChange={(place) => chooseAmount(steps[place] ?? 1)}
        />
        <Typed>
          <Field
            inputMode="numeric"
            autoComplete="off"
            pe="9"
            textStyle="numeric"
            aria-label={t('custom.amount')}
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={noteId}
            value={draft ?? String(amount ?? '')}
            onChange={(event) => typeAmount(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={clearValidDraft}
          />
          <Unit aria-hidden="true">M</Unit>
        </Typed>
      </Row>
      <Note id={noteId} aria-live="polite" data-wrong={wrong && ''}>
        {wrong ?? (isCapped && t('custom.max', { amount: formatMillions(max) }))}
      </Note>
    </Stack>
  );
}

const Facts = chakra('div', { base: { display: 'grid', gap: '2', textStyle: 'small' } });
const Rate = chakra('p', {
  base: { color: 'muted', textStyle: 'numeric', '& strong': { color: 'money', fontWeight: 'semibold' } },
});
const Better = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '2',
    p: '2.5',
    ps: '3',
    bg: 'plinthCoins',
    borderInlineStartWidth: '3px',
    borderColor: 'accent',
    textStyle: 'numeric',
    '& > span': { flex: '1 1 200px' },
  },
});

/** Price per million, and the next larger amount with a lower price per million, if there is one. */
export function CoinPriceFacts({
  value,
  onChange,
  max,
}: Pick<CoinAmountInputProps, 'value' | 'onChange' | 'max'>) {
  const { t } = useTranslation('shop');
  const amount = isValidMillions(value) ? value : undefined;
  const terms = useMemberTerms();
  const priceOf = (millions: number) => toMemberPrice(computeCustomCoinPrice(millions), terms);
  const better = amount === undefined ? undefined : findCheaperCoinAmount(amount);
  return (
    <Facts aria-live="polite">
      {amount !== undefined && (
        <Rate>
          <span>{t('custom.rate', { price: formatCents(getCentsPerMillion(amount)) })}</span>
          {amount >= 100 && (
            <span>
              {' · '}
              <strong>{t('custom.bulk')}</strong>
            </span>
          )}
        </Rate>
      )}
      {amount !== undefined && better !== undefined && better <= max && (
        <Better>
          <span>
            {t('custom.better', {
              amount: formatMillions(better),
              price: formatCents(priceOf(better)),
              more: formatMillions(better - amount),
              saved: formatCents(priceOf(amount) - priceOf(better)),
            })}
          </span>
          <Button size="sm" onClick={() => onChange(better)}>
            {t('custom.take', { amount: formatMillions(better) })}
          </Button>
        </Better>
      )}
    </Facts>
  );
}
