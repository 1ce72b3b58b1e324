import { chakra } from '@chakra-ui/react/styled-system';
import {
  formatReceiptTime,
  listReceiptSteps,
  nameReceiptOrders,
  type ReceiptAnswer,
  type TranslateReceipt,
} from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Paper } from '../../../ui/components/base/paper';
import { light } from '../../../ui/theme/palette';
import { formatCount, formatDateTime, formatDecimal } from '../../../lib/values/format';

const Head = chakra('header', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '8',
    rowGap: '4',
    pb: '5',
    borderBottomWidth: '2px',
    borderBottomStyle: 'dashed',
    borderColor: light.edge,
  },
});
const Title = chakra('h1', { base: { textStyle: 'title' } });
const Code = chakra('p', {
  base: { textStyle: 'reference', color: light.muted, mt: '1', overflowWrap: 'anywhere' },
});
const Seller = chakra('address', {
  base: {
    fontStyle: 'normal',
    fontSize: 'sm',
    color: light.muted,
    textAlign: { base: 'start', sm: 'end', _print: 'end' },
    '& strong': { display: 'block', color: light.text, fontSize: 'md' },
    '& span': { display: 'block' },
  },
});
const Heading = chakra('h2', {
  base: { textStyle: 'label', color: light.muted, mb: '2' },
});
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      sm: 'minmax(0, 1fr) minmax(0, 1fr)',
      _print: 'minmax(0, 1fr) minmax(0, 1fr)',
    },
    columnGap: '8',
    rowGap: '3',
    '& dt': { color: light.muted, fontSize: 'sm' },
    '& dd': { fontWeight: 'semibold', textStyle: 'numeric', overflowWrap: 'anywhere' },
    '& dd small': { display: 'block', fontWeight: 'normal', color: light.muted, fontSize: 'xs' },
  },
});
const Rows = chakra('dl', { base: { display: 'grid', textStyle: 'numeric' } });
const Row = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '4',
    py: '1.5',
    borderTopWidth: '1px',
    borderColor: light.line,
    breakInside: 'avoid',
    '& dt': { minWidth: '0', overflowWrap: 'anywhere' },
    '& dt small': { display: 'block', color: light.muted, fontSize: 'xs' },
    '& dd': { whiteSpace: 'nowrap', textAlign: 'end' },
    _first: { borderTopWidth: '0' },
  },
  variants: {
    kind: {
      line: { '& dt, & dd': { fontWeight: 'semibold' } },
      saving: { color: light.muted },
      sum: {},
      total: {
        mt: '1',
        pt: '3',
        borderTopWidth: '2px',
        borderColor: light.text,
        fontSize: 'lg',
        '& dt, & dd': { fontWeight: 'bold' },
      },
    },
  },
});
const Note = chakra('p', { base: { fontWeight: 'semibold', color: light.danger } });
const Foot = chakra('p', { base: { color: light.muted, fontSize: 'sm' } });

/** Times are printed in UTC, as "2026-11-21 09:02 UTC", so that the paper reads the same everywhere. */

function ReceiptFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PartProps {
  readonly receipt: ReceiptAnswer;
  readonly say: TranslateReceipt;
}

function SellerLines({ receipt: { seller }, say }: PartProps) {
  return (
    <Seller aria-label={say('seller')}>
      <strong>{seller.name}</strong>
      {seller.address.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {seller.email !== null && <span>{seller.email}</span>}
      {seller.taxId !== null && <span>{say('taxId', { id: seller.taxId })}</span>}
    </Seller>
  );
}

function RefundLines({ receipt, say }: PartProps) {
  const balances = [
    { label: say('creditBack'), amount: receipt.storeCreditBack },
    { label: say('bonusBack'), amount: receipt.referralBonusBack },
  ].filter(({ amount }) => amount !== '0.00');
  if (receipt.refunds.length + balances.length === 0) return null;
  return (
    <section>
      <Heading>{say('back')}</Heading>
      <Rows>
        {receipt.refunds.map(({ amount, state, requestedAt, doneAt }) => (
          <Row key={requestedAt + amount}>
            <dt>{say(`refund_${state}`, { time: formatDateTime(doneAt ?? requestedAt) })}</dt>
            <dd>{formatDecimal(amount)}</dd>
          </Row>
        ))}
        {balances.map(({ label, amount }) => (
          <Row key={label}>
            <dt>{label}</dt>
            <dd>{formatDecimal(amount)}</dd>
          </Row>
        ))}
      </Rows>
    </section>
  );
}

/** Receipt as a white sheet that can be printed. */
export function ReceiptPaper({ receipt }: { readonly receipt: ReceiptAnswer }) {
  const { t } = useTranslation('receipt');
  const translateReceiptWord: TranslateReceipt = (word, values) => t(`words.${word}`, { ...values });
  const { state } = receipt;
  const [orderWord, orderNumbers] = nameReceiptOrders(receipt.orders, translateReceiptWord);
  return (
    <Paper aria-label={translateReceiptWord('title')}>
      <Head>
        <div>
          <Title>{translateReceiptWord('title')}</Title>
          <Code>{receipt.checkout}</Code>
        </div>
        <SellerLines receipt={receipt} say={translateReceiptWord} />
      </Head>
      <Facts aria-label={translateReceiptWord('purchase')}>
        {receipt.orders.length > 0 && <ReceiptFact name={orderWord}>{orderNumbers}</ReceiptFact>}
        <ReceiptFact name={translateReceiptWord('paidAt')}>
          <time dateTime={receipt.paidAt}>{formatDateTime(receipt.paidAt)}</time>
          <small>{formatReceiptTime(receipt.paidAt)}</small>
        </ReceiptFact>
        <ReceiptFact name={translateReceiptWord('method')}>
          {translateReceiptWord(`method_${receipt.method}`)}
        </ReceiptFact>
        <ReceiptFact name={translateReceiptWord('gameName')}>{receipt.inGameName}</ReceiptFact>
        <ReceiptFact name={translateReceiptWord('discordName')}>{receipt.discordName}</ReceiptFact>
      </Facts>
      <section>
        <Heading>{translateReceiptWord('price')}</Heading>
        <Rows>
          {listReceiptSteps(receipt.quote, translateReceiptWord).map(
            ({ kind, label, each, amount }, place) => (
              // The key contains the position too, because two lines may have the same label and lines are never
              // reordered.
              <Row key={`${place} ${label}`} kind={kind}>
                <dt>
                  {label}
                  {each !== undefined && (
                    <small>{translateReceiptWord('each', { amount: formatDecimal(each) })}</small>
                  )}
                </dt>
                <dd>{kind === 'saving' ? `−${formatDecimal(amount)}` : formatDecimal(amount)}</dd>
              </Row>
            ),
          )}
        </Rows>
      </section>
      <RefundLines receipt={receipt} say={translateReceiptWord} />
      {(state === 'disputed' || state === 'lost') && <Note>{translateReceiptWord(state)}</Note>}
      <Foot>
        <span>{translateReceiptWord('goods')}</span>{' '}
        {receipt.points > 0 && (
          <span>{translateReceiptWord('points', { points: formatCount(receipt.points) })}</span>
        )}
      </Foot>
    </Paper>
  );
}
