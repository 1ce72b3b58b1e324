import { chakra } from '@chakra-ui/react/styled-system';
import { bellPathOf, type Notice, type NoticeKind } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime, formatShortTime } from '../../../lib/values/format';
import { receiptAddress } from '../../../lib/values/urls';
import { Icon, type IconName } from '../../../ui/components/base/icon';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { useNoticeTexts } from './use-notice-texts';

type NoticeContent = Notice['content'];

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  paid: 'receipt',
  taken: 'truck',
  delivered: 'check',
  cancelled: 'close',
  refunded: 'wallet',
  ticket: 'chat',
  unlocked: 'star',
  tier: 'star',
  friend: 'gift',
  stranded: 'wallet',
  restocked: 'box',
};
const COLOURS: Readonly<Record<NoticeKind, string>> = {
  paid: 'money',
  taken: 'info',
  delivered: 'money',
  cancelled: 'danger',
  refunded: 'money',
  ticket: 'accent',
  unlocked: 'loyalty',
  tier: 'loyalty',
  friend: 'money',
  stranded: 'money',
  restocked: 'money',
};

/** Address of what a notice is about; undefined for a ticket that only its secret link shows. */
function addressOf(content: NoticeContent): string | undefined {
  if (content.kind === 'paid') return receiptAddress(content.checkout);
  if ('order' in content) return '/account?tab=orders';
  if (content.kind !== 'ticket') return bellPathOf(content);
  return content.ticket.isOnAccountPage ? '/account?tab=support' : undefined;
}

const Item = chakra('li', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '0' },
    '&[data-new=true]': { borderInlineStartWidth: '3px', borderInlineStartColor: 'accent' },
  },
});
const Row = chakra('span', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '3',
    px: '5',
    py: '3',
    textAlign: 'start',
    'a:hover > &': { bg: 'raised' },
    '[data-new=true] &': { ps: 'calc(var(--pax-spacing-5) - 3px)' },
  },
});
const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    mt: '0.5',
    layerStyle: 'notchClip',
    bg: 'raised',
  },
});
const Head = chakra('span', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '3' },
});
const Title = chakra('strong', { base: { fontWeight: 'semibold', overflowWrap: 'anywhere' } });
const When = chakra('time', {
  base: { color: 'muted', fontSize: 'xs', whiteSpace: 'nowrap', textStyle: 'numeric' },
});
const Detail = chakra('span', {
  base: { display: 'block', color: 'muted', fontSize: 'sm', lineHeight: 'snug', overflowWrap: 'anywhere' },
});

interface NoticeLineProps {
  readonly notice: Notice;
  /** True when the notice was unread as the bell was opened. */
  readonly isNew: boolean;
  /** Current time, ms. */
  readonly now: number;
  readonly onFollow: () => void;
}

/** One notice of the bell, which leads to its order, receipt or ticket. */
export function NoticeLine({ notice: { content, createdAt }, isNew, now, onFollow }: NoticeLineProps) {
  const { t } = useTranslation('notices');
  const texts = useNoticeTexts(content);
  // A newer server may send kinds that this page does not know.
  if (!texts) return null;
  const address = addressOf(content);
  const row = (
    <Row>
      <Mark color={COLOURS[content.kind]}>
        <Icon name={ICONS[content.kind]} size={18} />
      </Mark>
      <span>
        <Head>
          <Title>
            {isNew && <VisuallyHidden>{t('isNew')} </VisuallyHidden>}
            <span>{texts.title}</span>
          </Title>
          <When dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatShortTime(createdAt, now)}
          </When>
        </Head>
        {texts.details.map((detail) => (
          <Detail key={detail}>{detail}</Detail>
        ))}
      </span>
    </Row>
  );
  return (
    <Item data-new={isNew}>
      {address === undefined ? (
        row
      ) : (
        <Link to={address} onClick={onFollow}>
          {row}
        </Link>
      )}
    </Item>
  );
}
