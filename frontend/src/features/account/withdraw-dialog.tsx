import { chakra } from '@chakra-ui/react/styled-system';
import type { Order } from '@pax/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { Dialog } from '../../ui/components/overlay/dialog';
import { formatDecimal } from '../../lib/values/format';

const Body = chakra('div', { base: { display: 'grid', gap: '4' } });
const Quiet = chakra('p', { base: { color: 'muted' } });
const Ending = chakra('ul', { base: { display: 'grid', gap: '1' } });
const Row = chakra('li', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '4',
    py: '2',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
});
const Amount = chakra('span', { base: { textStyle: 'numeric', fontWeight: 'semibold' } });
const Buttons = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

interface WithdrawDialogProps {
  /** The orders that end; none while it is closed. */
  readonly orders: readonly Order[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** The second step of a withdrawal: says what happens, and which orders end. */
export function WithdrawDialog({ orders, open, onClose, onConfirm }: WithdrawDialogProps) {
  const { t } = useTranslation('account');
  const keep = useRef<HTMLButtonElement>(null);
  const isUnconfirmed = orders.some(({ paymentStatus }) => paymentStatus === 'unconfirmed');
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={onClose}
      title={t('withdraw.title')}
      initialFocus={keep}
      footer={
        <Buttons>
          <Button ref={keep} onClick={onClose}>
            {t('withdraw.keep')}
          </Button>
          <Button kind="danger" onClick={onConfirm}>
            {t('withdraw.confirm')}
          </Button>
        </Buttons>
      }
    >
      <Body>
        <p>{t('withdraw.ends', { count: orders.length })}</p>
        <Ending>
          {orders.map((order) => (
            <Row key={order.id}>
              <span>
                {t('orders.number', { id: order.id })} ·{' '}
                {t('orders.pieces', { count: order.quantity, name: order.productName })}
              </span>
              <Amount>{formatDecimal(order.totalPrice)}</Amount>
            </Row>
          ))}
        </Ending>
        <Quiet>{t(isUnconfirmed ? 'withdraw.unconfirmed' : 'withdraw.back')}</Quiet>
        <Quiet>{t('withdraw.final')}</Quiet>
      </Body>
    </Dialog>
  );
}
