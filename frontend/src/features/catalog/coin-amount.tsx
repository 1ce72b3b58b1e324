import { betterCoinAmount, coinRate, customCoinPrice } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button';
import { formatCents, formatMillions } from '../../lib/format';
import { COIN_PRESETS, coinSteps, stepOf } from './coin-steps';
import { inputRecipe } from '../../theme/recipes/input';
import { parseMillions } from './purchase-rules';
import { Range } from './range';

interface CoinAmountProps {
  /** Whole millions; undefined while what is typed is no amount. */
  readonly value: number | undefined;
  readonly onChange: (millions: number | undefined) => void;
  /** Whole millions that the pool holds. */
  readonly max: number;
  /** Names what is wrong with the amount, for the field. */
  readonly errorId?: string | undefined;
}

const Stack = chakra('div', { base: { display: 'grid', gap: '3', minWidth: '0' } });
/** On a phone all of them in one row, as broad as what stands below. */
const Presets = chakra('fieldset', {
  base: {
    display: { base: 'grid', md: 'flex' },
    gridTemplateColumns: 'repeat(auto-fit, minmax(2.75rem, 1fr))',
    gap: { base: '1.5', md: '2' },
    '& > button': { px: { base: '0.5', md: '3' } },
  },
});
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

/** An amount of coins in whole millions: presets, a slider and a field that agree (SHOP-2.32). */
export function CoinAmount({ value, onChange, max, errorId }: CoinAmountProps) {
  const { t } = useTranslation('shop');
  const [draft, setDraft] = useState<string>();
  const steps = coinSteps(max);
  const choose = (millions: number) => {
    setDraft(undefined);
    onChange(Math.min(millions, max));
  };
  const type = (typed: string) => {
    setDraft(typed.slice(0, 9));
    const millions = parseMillions(typed);
    onChange(millions === undefined ? undefined : Math.min(millions, max));
  };
  const leave = () => setDraft(value === undefined ? draft : undefined);
  return (
    <Stack>
      <Presets aria-label={t('custom.presets')}>
        {COIN_PRESETS.filter((preset) => preset <= max).map((preset) => (
          <Button key={preset} size="sm" aria-pressed={value === preset} onClick={() => choose(preset)}>
            {formatMillions(preset)}
          </Button>
        ))}
      </Presets>
      <Row>
        <Range
          label={t('custom.slider')}
          max={steps.length - 1}
          value={stepOf(steps, value ?? 1)}
          valueText={
            value === undefined
              ? ''
              : t('custom.read', {
                  amount: formatMillions(value),
                  price: formatCents(customCoinPrice(value)),
                })
          }
          onChange={(place) => choose(steps[place] ?? 1)}
        />
        <Typed>
          <Field
            inputMode="numeric"
            autoComplete="off"
            pe="9"
            textStyle="figures"
            aria-label={t('custom.amount')}
            aria-invalid={value === undefined || undefined}
            aria-describedby={errorId}
            value={draft ?? String(value ?? '')}
            onChange={(event) => type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={leave}
          />
          <Unit aria-hidden="true">M</Unit>
        </Typed>
      </Row>
    </Stack>
  );
}

const Facts = chakra('div', { base: { display: 'grid', gap: '2', textStyle: 'small' } });
const Rate = chakra('p', {
  base: { color: 'muted', textStyle: 'figures', '& strong': { color: 'money', fontWeight: 'semibold' } },
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
    textStyle: 'figures',
    '& > span': { flex: '1 1 200px' },
  },
});

/** The price per million, and the larger amount that costs less where there is one (OWN-42). */
export function CoinFacts({ value, onChange, max }: Pick<CoinAmountProps, 'value' | 'onChange' | 'max'>) {
  const { t } = useTranslation('shop');
  const better = value === undefined ? undefined : betterCoinAmount(value);
  return (
    <Facts aria-live="polite">
      {value !== undefined && (
        <Rate>
          {t('custom.rate', { price: formatCents(coinRate(value)) })}
          {value >= 100 && (
            <>
              {' · '}
              <strong>{t('custom.bulk')}</strong>
            </>
          )}
        </Rate>
      )}
      {value !== undefined && better !== undefined && better <= max && (
        <Better>
          <span>
            {t('custom.better', {
              amount: formatMillions(better),
              price: formatCents(customCoinPrice(better)),
              more: formatMillions(better - value),
              saved: formatCents(customCoinPrice(value) - customCoinPrice(better)),
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
