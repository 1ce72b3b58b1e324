import { parseDecimalToCents, type Quote, type HoldLimit } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useEffect, useRef } from 'react';
import { formatDecimal, formatCount, formatMillions } from '../../lib/values/format';
import { Button } from '../../ui/components/base/button';
import { useHoldLimitText } from '../../ui/components/shop/use-hold-limit-text';
import type { CheckoutCart, CheckoutCartLine } from './checkout-cart';
import { Icon } from '../../ui/components/base/icon';
import { problemActionFor, type ProblemBoxProps } from './problem-action';

/** Part of the price with a line of its own in the price breakdown. */
type PriceComponent = 'referral' | 'tier' | 'reward' | 'credit' | 'bonus';

/** Change of one part of the price between two quotes; amounts are decimal strings as in calls. */
type QuoteChange =
  | { readonly kind: 'line'; readonly name: string; readonly before: string; readonly now: string }
  /** Changed description of one piece, such as a new amount per piece. */
  | { readonly kind: 'piece'; readonly before: string; readonly now: string }
  | { readonly kind: PriceComponent; readonly before: string; readonly now: string };

const priceComponentsOf = ({
  discounts,
  storeCreditUsed,
  referralBonusUsed,
}: Quote): Record<PriceComponent, string> => ({
  referral: discounts.referral,
  tier: discounts.tier,
  reward: discounts.reward,
  credit: storeCreditUsed,
  bonus: referralBonusUsed,
});

const PRICE_COMPONENTS: readonly PriceComponent[] = ['referral', 'tier', 'reward', 'credit', 'bonus'];

/** Finds the differences between two quotes of the same cart, in the order of the price breakdown. */
export function findQuoteChanges(before: Quote, now: Quote): QuoteChange[] {
  const lines = now.lines.flatMap(({ id, name, linePrice, shown }): QuoteChange[] => {
    const known = before.lines.find((line) => line.id === id);
    if (!known) return [];
    const changes: QuoteChange[] = [];
    if (known.shown !== undefined && shown !== undefined && known.shown !== shown)
      changes.push({ kind: 'piece', before: known.shown, now: shown });
    if (parseDecimalToCents(known.linePrice) !== parseDecimalToCents(linePrice))
      changes.push({ kind: 'line', name, before: known.linePrice, now: linePrice });
    return changes;
  });
  const [old, fresh] = [priceComponentsOf(before), priceComponentsOf(now)];
  const others = PRICE_COMPONENTS.filter(
    (component) => parseDecimalToCents(old[component]) !== parseDecimalToCents(fresh[component]),
  );
  return [...lines, ...others.map((kind) => ({ kind, before: old[kind], now: fresh[kind] }))];
}

/** Tells whether goods changed while all prices stayed, so that the same total buys something else. */
export function isPieceChange(before: Quote, now: Quote): boolean {
  const changes = findQuoteChanges(before, now);
  return changes.length > 0 && changes.every(({ kind }) => kind === 'piece');
}

const List = chakra('ul', { base: { display: 'grid', gap: '1', textStyle: 'small' } });
const Change = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '2',
    textStyle: 'numeric',
    '& s': { color: 'muted' },
    '& b': { fontWeight: 'semibold' },
  },
});

/** Shows the total before and now, and which goods or parts of the price changed. */
function PriceChanges({ before, now }: { readonly before: Quote; readonly now: Quote }) {
  const { t } = useTranslation('checkout');
  const totals = { before: formatDecimal(before.total), now: formatDecimal(now.total) };
  return (
    <>
      <Text>
        {isPieceChange(before, now) ? t('problem.pieceText', totals) : t('problem.priceText', totals)}
      </Text>
      <List>
        {findQuoteChanges(before, now).map((change) => {
          if (change.kind === 'piece')
            return (
              <Change key={`piece ${change.now}`}>
                <s>{change.before}</s>
                <b>{change.now}</b>
              </Change>
            );
          const name = change.kind === 'line' ? change.name : t(`problem.step.${change.kind}`);
          return (
            <Change key={`${change.kind} ${name}`}>
              {name}
              <s>{formatDecimal(change.before)}</s>
              <b>{formatDecimal(change.now)}</b>
            </Change>
          );
        })}
      </List>
    </>
  );
}

interface SoldOutNoteProps {
  /** Id of the sold-out product; undefined if the server did not name it. */
  readonly id: number | undefined;
  /** Remaining stock: pieces, or whole millions of custom coins. */
  readonly left: number;
  readonly cart: CheckoutCart;
  readonly onSolved: () => void;
}

interface ReduceLineButtonProps extends Pick<SoldOutNoteProps, 'left' | 'cart' | 'onSolved'> {
  readonly line: CheckoutCartLine;
}

/** Button that reduces a cart line to the available amount, or removes the line. */
function ReduceLineButton({ line, left, cart, onSolved }: ReduceLineButtonProps) {
  const { t } = useTranslation('checkout');
  const amount = line.pricing.product.isCustom ? formatMillions(left) : formatCount(left);
  const reduceCartLine = (count: number) => {
    cart.reduceLineTo(line.id, count);
    onSolved();
  };
  return (
    <Actions>
      {left > 0 && (
        <Button size="sm" onClick={() => reduceCartLine(left)}>
          {t('problem.take', { amount })}
        </Button>
      )}
      <Button size="sm" icon="trash" onClick={() => reduceCartLine(0)}>
        {t('problem.remove')}
      </Button>
    </Actions>
  );
}

/** Note on the remaining stock, with a button that reduces the cart line to it. */
function SoldOutNote({ id, left, cart, onSolved }: SoldOutNoteProps) {
  const { t } = useTranslation('checkout');
  const line = cart.lines.find((candidate) => candidate.id === id);
  if (!line) return <Text>{t('problem.soldOutAny')}</Text>;
  const { name } = line;
  return (
    <>
      <Text>
        {line.pricing.product.isCustom && left > 0
          ? t('problem.soldOutCoins', { name, amount: formatMillions(left) })
          : t('problem.soldOutText', { name, count: left })}
      </Text>
      <ReduceLineButton line={line} left={left} cart={cart} onSolved={onSolved} />
    </>
  );
}

interface OverLimitNoteProps extends Pick<SoldOutNoteProps, 'cart' | 'onSolved'> {
  readonly limit: HoldLimit;
}

/** Note on the buyer's hold limit, with a button that reduces the cart line to it. */
function OverLimitNote({ limit, cart, onSolved }: OverLimitNoteProps) {
  const { t } = useTranslation('checkout');
  const limitText = useHoldLimitText();
  const line = cart.lines.find(({ id }) => id === limit.id);
  if (!line) return <Text>{t('problem.limitText')}</Text>;
  return (
    <>
      <Text>{`${line.name}: ${limitText(limit, line.pricing.product.isCustom)}`}</Text>
      <ReduceLineButton line={line} left={limit.available} cart={cart} onSolved={onSolved} />
    </>
  );
}

const Box = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '3',
    rowGap: '2',
    p: '3.5',
    mb: '2',
    scrollMarginTop: '16px',
    bg: 'bg',
    borderInlineStartWidth: '4px',
    borderColor: 'danger',
    outline: 'none',
    '& > svg': { color: 'danger', mt: '2px' },
    '& > :not(svg)': { gridColumn: '2' },
    '& > svg + *': { gridRow: '1' },
  },
});
const Title = chakra('p', { base: { fontWeight: 'semibold' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Box with the problem that blocks the payment and one button that solves it. */
export function ProblemBox(props: ProblemBoxProps) {
  const { problem, isAnswer } = props;
  const { t } = useTranslation('checkout');
  const box = useRef<HTMLDivElement>(null);
  const answer = isAnswer ? problem : undefined;
  useEffect(() => {
    if (!answer) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, [answer]);

  const isPiece = problem.kind === 'price' && isPieceChange(problem.before, problem.quote);
  const next = problemActionFor(props, t);
  return (
    <Box ref={box} role="alert" tabIndex={-1} data-problem={problem.kind}>
      <Icon name="alert" />
      <Title>{t(`problem.${isPiece ? 'piece' : problem.kind}Title`)}</Title>
      <ProblemText {...props} />
      {next && <Actions>{next}</Actions>}
    </Box>
  );
}

/** Converts a waiting time into whole minutes, at least one. */
const toWaitingMinutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

/** Explanation of the problem, with the data that the buyer needs. */
function ProblemText({ problem, cart, method = 'card', onSolved }: ProblemBoxProps) {
  const { t } = useTranslation('checkout');
  switch (problem.kind) {
    case 'price':
      return <PriceChanges before={problem.before} now={problem.quote} />;
    case 'soldOut':
      return <SoldOutNote id={problem.id} left={problem.left} cart={cart} onSolved={onSolved} />;
    case 'limit':
      return problem.limit ? (
        <OverLimitNote limit={problem.limit} cart={cart} onSolved={onSolved} />
      ) : (
        <Text>{t('problem.limitText')}</Text>
      );
    case 'refused':
      return <Text>{problem.message}</Text>;
    case 'reward':
      return <Text>{t(`reward.refused.${problem.refusal}`)}</Text>;
    case 'provider':
      return <Text>{t(`notice.paymentText.${method}`)}</Text>;
    case 'signIn':
      return <Text>{t('notice.authenticationText')}</Text>;
    case 'busy':
      return (
        <Text>
          {problem.seconds === undefined
            ? t('problem.busyText')
            : t('problem.busyMinutes', { count: toWaitingMinutes(problem.seconds) })}
        </Text>
      );
    default:
      return <Text>{t(`problem.${problem.kind}Text`)}</Text>;
  }
}
