import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button';
import { formatMillions } from '../../lib/format';
import type { Basket } from './basket';

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

/** What is left, and lowering the line to it (OWN-66, OWN-191). */
export function SoldOut({ id, left, basket, onSolved }: SoldOutProps) {
  const { t } = useTranslation('checkout');
  const line = basket.lines.find((candidate) => candidate.id === id);
  if (!line) return <Text>{t('problem.soldOutAny')}</Text>;
  const { name } = line;
  const isCustom = line.pricing.product.isCustom;
  const amount = isCustom ? formatMillions(left) : String(left);
  const take = (count: number) => {
    basket.take(line.id, count);
    onSolved();
  };
  return (
    <>
      <Text>
        {isCustom && left > 0
          ? t('problem.soldOutCoins', { name, amount })
          : t('problem.soldOutText', { name, count: left })}
      </Text>
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
    </>
  );
}
