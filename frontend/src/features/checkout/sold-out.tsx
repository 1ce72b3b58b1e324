import { chakra } from '@chakra-ui/react/styled-system';
import type { HoldLimit } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { useLimitText } from '../../ui/components/shop/use-limit-text';
import { formatCount, formatMillions } from '../../lib/values/format';
import type { Basket, BasketLine } from './basket';

const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

interface SoldOutProps {
  /** The product, where it is known which. */
  readonly id: number | undefined;
  /** Pieces, or whole millions of custom coins. */
  readonly left: number;
  readonly basket: Basket;
  readonly onSolved: () => void;
}

interface TakeLessProps extends Pick<SoldOutProps, 'left' | 'basket' | 'onSolved'> {
  readonly line: BasketLine;
}

/** Lowers a line to what may be had, or takes it out. */
function TakeLess({ line, left, basket, onSolved }: TakeLessProps) {
  const { t } = useTranslation('checkout');
  const amount = line.pricing.product.isCustom ? formatMillions(left) : formatCount(left);
  const take = (count: number) => {
    basket.take(line.id, count);
    onSolved();
  };
  return (
    <Actions>
      {left > 0 && (
        <Button size="sm" onClick={() => take(left)}>
          {t('problem.take', { amount })}
        </Button>
      )}
      <Button size="sm" icon="trash" onClick={() => take(0)}>
        {t('problem.remove')}
      </Button>
    </Actions>
  );
}

/** The remaining stock, with a button that lowers the line to it. */
export function SoldOut({ id, left, basket, onSolved }: SoldOutProps) {
  const { t } = useTranslation('checkout');
  const line = basket.lines.find((candidate) => candidate.id === id);
  if (!line) return <Text>{t('problem.soldOutAny')}</Text>;
  const { name } = line;
  return (
    <>
      <Text>
        {line.pricing.product.isCustom && left > 0
          ? t('problem.soldOutCoins', { name, amount: formatMillions(left) })
          : t('problem.soldOutText', { name, count: left })}
      </Text>
      <TakeLess line={line} left={left} basket={basket} onSolved={onSolved} />
    </>
  );
}

interface OverLimitProps extends Pick<SoldOutProps, 'basket' | 'onSolved'> {
  readonly limit: HoldLimit;
}

/** How much this buyer may have at once, why, and lowering the line to it. */
export function OverLimit({ limit, basket, onSolved }: OverLimitProps) {
  const { t } = useTranslation('checkout');
  const limitText = useLimitText();
  const line = basket.lines.find(({ id }) => id === limit.id);
  if (!line) return <Text>{t('problem.limitText')}</Text>;
  return (
    <>
      <Text>{`${line.name}: ${limitText(limit, line.pricing.product.isCustom)}`}</Text>
      <TakeLess line={line} left={limit.available} basket={basket} onSolved={onSolved} />
    </>
  );
}
