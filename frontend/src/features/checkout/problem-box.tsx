import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/components/base/icon';
import { actionOf, type ProblemBoxProps } from './problem-action';
import { PriceChanges } from './price-changes';
import { OverLimit, SoldOut } from './sold-out';

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

/** Shows a problem and its one remedy. */
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

  const next = actionOf(props, t);
  return (
    <Box ref={box} role="alert" tabIndex={-1} data-problem={problem.kind}>
      <Icon name="alert" />
      <Title>{t(`problem.${problem.kind}Title`)}</Title>
      <ProblemText {...props} />
      {next && <Actions>{next}</Actions>}
    </Box>
  );
}

/** Minutes to wait, at least one. */
const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

/** The problem in words. */
function ProblemText({ problem, basket, method = 'card', onSolved }: ProblemBoxProps) {
  const { t } = useTranslation('checkout');
  switch (problem.kind) {
    case 'price':
      return <PriceChanges before={problem.before} now={problem.quote} />;
    case 'soldOut':
      return <SoldOut id={problem.id} left={problem.left} basket={basket} onSolved={onSolved} />;
    case 'limit':
      return problem.limit ? (
        <OverLimit limit={problem.limit} basket={basket} onSolved={onSolved} />
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
            : t('problem.busyMinutes', { count: minutesOf(problem.seconds) })}
        </Text>
      );
    default:
      return <Text>{t(`problem.${problem.kind}Text`)}</Text>;
  }
}
