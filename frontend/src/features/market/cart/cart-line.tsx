import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { useHoldLimitText } from '../../../ui/components/shop/use-hold-limit-text';
import { formatCents, formatCount, formatMillions } from '../../../lib/values/format';
import type { CartLineView, LineTrouble } from './cart-lines';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Chip } from '../../../ui/components/shop/chip';
import { IconButton } from '../../../ui/components/base/icon-button';
import { Plinth } from '../../../ui/components/shop/plinth';
import { Price } from '../../../ui/components/shop/price';
import { QuantityPicker } from '../../../ui/components/form/quantity-picker';

const News = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '2',
    textStyle: 'small',
    fontWeight: 'medium',
    // A long sentence wraps beside its icon, so that only the button may move to the next line.
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

function LineTroubleNote({ trouble, isCustom, onTake }: TroubleProps) {
  const { t } = useTranslation('cart');
  const limitText = useHoldLimitText();
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

interface LineChangeNoteProps extends Pick<TroubleProps, 'onTake'> {
  readonly line: CartLineView;
  /** Called when the buyer accepts the new price. */
  readonly onAccept: () => void;
}

/** Note on a change of the line while it is in the cart, also announced to screen readers. */
function LineChangeNote({ line, onTake, onAccept }: LineChangeNoteProps) {
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
      {trouble && <LineTroubleNote trouble={trouble} isCustom={item.isCustom} onTake={onTake} />}
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

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr)',
    gap: '3',
    py: '3.5',
    borderBottomWidth: '1px',
    borderColor: 'line',
    _last: { borderBottomWidth: '0' },
  },
});
const ImagePlinth = chakra(Plinth, { base: { width: '72px', height: '72px', alignSelf: 'start' } });
const Art = chakra('span', { base: { width: 'full', height: 'full' } });
const Facts = chakra('div', { base: { display: 'grid', gap: '2', minWidth: '0' } });
const Top = chakra('div', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '2', alignItems: 'flex-start' },
});
const Name = chakra('p', { base: { fontWeight: 'semibold', lineHeight: 'snug', mt: '1' } });
const Tags = chakra('p', { base: { display: 'flex', gap: '1.5', flexWrap: 'wrap', mt: '1.5' } });
const Bottom = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '2',
    flexWrap: 'wrap',
  },
});
interface CartLineProps {
  readonly line: CartLineView;
  readonly onQuantity: (quantity: number) => void;
  readonly onRemove: () => void;
  /** Reduces the line to the available amount: pieces, or millions of custom coins. */
  readonly onTake: (left: number) => void;
  /** Called when the buyer accepts the current price. */
  readonly onAccept: () => void;
}

/** Cart line with picture, name, category, amount, quantity and price, and a note if it is sold out or changed. */
export function CartLine({ line, onQuantity, onRemove, onTake, onAccept }: CartLineProps) {
  const { t } = useTranslation(['cart', 'shop']);
  const { item, product, trouble, most, lineCents, beforeCents } = line;
  const name = product?.name ?? item.name;
  const category = product?.category ?? item.category;
  const amount = item.isCustom ? formatMillions(Number(item.customAmount)) : (product?.amount ?? item.amount);
  return (
    <Row data-trouble={trouble?.kind}>
      <ImagePlinth category={category}>
        <Art>
          <ArtImage src={product?.image ?? item.image} />
        </Art>
      </ImagePlinth>
      <Facts>
        <Top>
          <div>
            <Name>{name}</Name>
            <Tags>
              <Chip tone={category}>{t(`shop:market.${category}`)}</Chip>
              {amount && <Chip>{amount}</Chip>}
            </Tags>
          </div>
          <IconButton
            icon="trash"
            size="sm"
            tip={false}
            data-remove
            label={t('cart:removeNamed', { name })}
            onClick={onRemove}
          />
        </Top>
        <Bottom>
          {item.isCustom ? (
            <span />
          ) : (
            <QuantityPicker
              value={item.quantity}
              min={0}
              max={most}
              label={t('cart:quantityOf', { name })}
              onChange={onQuantity}
            />
          )}
          <Price
            size="sm"
            now={formatCents(lineCents)}
            before={beforeCents === undefined ? undefined : formatCents(beforeCents)}
          />
        </Bottom>
        <LineChangeNote line={line} onTake={onTake} onAccept={onAccept} />
      </Facts>
    </Row>
  );
}
