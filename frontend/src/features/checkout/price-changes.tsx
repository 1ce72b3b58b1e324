import { chakra } from '@chakra-ui/react/styled-system';
import type { Quote } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../lib/values/format';
import { quoteChanges } from './quote-changes';

const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
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

/** The total before and now, and which steps of the price made the difference. */
export function PriceChanges({ before, now }: { readonly before: Quote; readonly now: Quote }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <Text>
        {t('problem.priceText', { before: formatDecimal(before.total), now: formatDecimal(now.total) })}
      </Text>
      <List>
        {quoteChanges(before, now).map((change) => {
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
