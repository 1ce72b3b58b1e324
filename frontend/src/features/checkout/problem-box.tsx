import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/button';
import { Icon } from '../../components/icon';
import { formatCents, formatMillions } from '../../lib/format';
import type { Basket } from './basket';
import type { CheckoutProblem } from './checkout-problem';

const Box = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '3',
    rowGap: '2',
    p: '3.5',
    bg: 'bg',
    borderInlineStartWidth: '4px',
    borderColor: 'danger',
    '& > svg': { color: 'danger', mt: '2px' },
    '& > :not(svg)': { gridColumn: '2' },
  },
});
const Title = chakra('p', { base: { fontWeight: 'semibold' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

interface ProblemBoxProps {
  readonly problem: CheckoutProblem;
  readonly basket: Basket;
  /** The problem was dealt with. */
  readonly onSolved: () => void;
}

interface Words {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

function SoldOut({
  problem,
  basket,
  onSolved,
}: ProblemBoxProps & { readonly problem: CheckoutProblem & { kind: 'soldOut' } }) {
  const { t } = useTranslation('checkout');
  const line = basket.lines.find(({ id }) => id === problem.id);
  const { left } = problem;
  const isCustom = line?.pricing.product.isCustom === true;
  const take = (amount: number) => {
    if (line) basket.take(line.id, amount);
    onSolved();
  };
  const name = line?.name ?? '';
  const told =
    isCustom && left > 0 ? t('problem.soldOutCoins', { name, amount: formatMillions(left) }) : undefined;
  return (
    <>
      <Text>
        {line ? (told ?? t('problem.soldOutText', { name, count: left })) : t('problem.soldOutAny')}
      </Text>
      {line && (
        <Actions>
          {left > 0 && (
            <Button size="sm" onClick={() => take(left)}>
              {t('problem.take', { amount: isCustom ? formatMillions(left) : left })}
            </Button>
          )}
          <Button size="sm" icon="trash" onClick={() => take(0)}>
            {t('problem.remove')}
          </Button>
        </Actions>
      )}
    </>
  );
}

/** What stands in the way, and the one thing to do about it. */
export function ProblemBox({ problem, basket, onSolved }: ProblemBoxProps) {
  const { t } = useTranslation('checkout');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const plain = (name: 'small' | 'limit' | 'blocked' | 'busy' | 'provider'): Words => ({
    title: t(`problem.${name}Title`),
    text: t(`problem.${name}Text`),
  });
  const words = (): Words => {
    switch (problem.kind) {
      case 'price': {
        const values = { before: formatCents(problem.beforeCents), now: formatCents(problem.nowCents) };
        return { title: t('problem.priceTitle'), text: t('problem.priceText', values) };
      }
      case 'soldOut':
        return { title: t('problem.soldOutTitle'), text: '' };
      case 'gone':
        return {
          title: t('problem.goneTitle'),
          text: t('problem.goneText'),
          action: (
            <Button
              size="sm"
              icon="trash"
              onClick={() => {
                basket.dropGone();
                onSolved();
              }}
            >
              {t('problem.goneAction')}
            </Button>
          ),
        };
      case 'paid':
        return {
          title: t('problem.paidTitle'),
          text: t('problem.paidText'),
          action: (
            <ButtonLink size="sm" asChild>
              <Link to={`/payment-success?checkout=${encodeURIComponent(problem.checkout)}`}>
                {t('problem.paidAction')}
              </Link>
            </ButtonLink>
          ),
        };
      case 'open':
        return {
          title: t('problem.openTitle'),
          text: t('problem.openText'),
          action: problem.url && (
            <ButtonLink size="sm" href={problem.url}>
              {t('problem.openAction')}
            </ButtonLink>
          ),
        };
      case 'signIn':
        return { title: t('notice.authentication'), text: t('notice.authenticationText') };
      default:
        return plain(problem.kind);
    }
  };
  const { title, text, action } = words();
  return (
    <Box ref={box} role="alert" data-problem={problem.kind}>
      <Icon name="alert" />
      <Title>{title}</Title>
      {text !== '' && <Text>{text}</Text>}
      {problem.kind === 'soldOut' && <SoldOut problem={problem} basket={basket} onSolved={onSolved} />}
      {action && <Actions>{action}</Actions>}
    </Box>
  );
}
