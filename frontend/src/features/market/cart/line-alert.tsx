import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { useLimitText } from '../../../ui/components/shop/use-limit-text';
import { formatCents, formatCount, formatMillions } from '../../../lib/values/format';
import type { CartLineView, LineTrouble } from './cart-lines';

const News = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '2',
    textStyle: 'small',
    fontWeight: 'medium',
    // A long sentence breaks beside its icon; only the button may go below.
    '& > span': { flex: '1 1 12rem', minWidth: '0' },
    '&[data-kind=trouble]': { color: 'danger' },
    '&[data-kind=dearer]': { color: 'accent' },
    '&[data-kind=cheaper]': { color: 'money' },
  },
});

interface TroubleProps {
  readonly trouble: LineTrouble;
  readonly isCustom: boolean;
  readonly onTake: (left: number) => void;
}

function Trouble({ trouble, isCustom, onTake }: TroubleProps) {
  const { t } = useTranslation('cart');
  const limitText = useLimitText();
  if (trouble.kind === 'gone' || trouble.kind === 'soldOut')
    return (
      <News data-kind="trouble">
        <Icon name="alert" size={16} />
        <span>{t(`trouble.${trouble.kind}`)}</span>
      </News>
    );
  const { left } = trouble;
  const amount = isCustom ? formatMillions(left) : formatCount(left);
  return (
    <News data-kind="trouble">
      <Icon name="alert" size={16} />
      <span>
        {trouble.kind === 'limited'
          ? limitText(trouble.limit, isCustom)
          : isCustom
            ? t('trouble.shortCoins', { amount })
            : t('trouble.short', { count: left })}
      </span>
      {left > 0 && (
        <Button size="sm" onClick={() => onTake(left)}>
          {t('trouble.take', { amount })}
        </Button>
      )}
    </News>
  );
}

interface LineAlertProps extends Pick<TroubleProps, 'onTake'> {
  readonly line: CartLineView;
  /** The buyer accepted the new price. */
  readonly onAccept: () => void;
}

/** Shows and announces on the line what changed while it was in the cart. */
export function LineAlert({ line, onTake, onAccept }: LineAlertProps) {
  const { t } = useTranslation('cart');
  const { item, trouble, held, change } = line;
  return (
    <div aria-live="polite">
      {held && (
        <News data-kind="held">
          <Icon name="clock" size={16} />
          <span>{t('held')}</span>
        </News>
      )}
      {trouble && <Trouble trouble={trouble} isCustom={item.isCustom} onTake={onTake} />}
      {change && trouble?.kind !== 'gone' && (
        <News data-kind={change.nowCents > change.beforeCents ? 'dearer' : 'cheaper'}>
          <Icon name="tag" size={16} />
          <span>
            {t('priceChanged', {
              before: formatCents(change.beforeCents),
              now: formatCents(change.nowCents),
            })}
          </span>
          <Button size="sm" kind="bare" onClick={onAccept}>
            {t('priceSeen')}
          </Button>
        </News>
      )}
    </div>
  );
}
