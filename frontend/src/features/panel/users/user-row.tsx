import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminUser } from '@pax/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../ui/components/shop/chip';
import { formatDate } from '../../../lib/values/format';
import { formatMoneyOrMissing, formatPointsOrMissing, CreditField } from './credit-field';
import { BaseRow, Cell, Columns, Line, RowButton, Tiny } from '../shared/row-elements';

const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) minmax(0, 1fr)',
    lg: '52px minmax(0, 1.5fr) minmax(0, 1fr) 86px 132px 84px 72px 90px 92px',
  },
  gridTemplateAreas: {
    base: '"user tier" "names spent" "credit points" "credit balance"',
    lg: '"number user game tier credit balance points spent created"',
  },
  gridTemplateRows: { base: 'auto auto auto 1fr', lg: 'auto' },
} as const;
const Row = chakra(BaseRow, { base: columns });
const Head = chakra(Columns, { base: columns });
const Right = chakra(Cell, {
  base: { textAlign: 'end', textStyle: 'numeric', alignSelf: { base: 'start', lg: 'auto' } },
});
/** Cell that handles clicks itself; a click on any other cell opens the row's sheet. */
const EditCell = chakra('div', {
  base: {
    gridArea: 'credit',
    position: 'relative',
    minWidth: '0',
    my: { lg: '-1' },
    // Negative margin on a phone, so that the input's text is aligned with the other lines.
    ms: { base: '-2', lg: '0' },
  },
});
const DesktopCell = chakra(Cell, { base: { display: { base: 'none', lg: 'block' } } });
const PhoneOnly = chakra('span', { base: { display: { lg: 'none' }, color: 'muted' } });

/** Name of an account's tier; "Standard" if the account has none. */
export function TierName({ tier }: { readonly tier: AdminUser['membershipTier'] | null }) {
  const { t } = useTranslation(['users', 'common']);
  return (
    <chakra.span color={tier ?? undefined} fontWeight="semibold">
      {tier ? t(`common:tier.${tier}`) : t('users:standard')}
    </chakra.span>
  );
}

/** Column titles of the users. */
export function UserColumns() {
  const { t } = useTranslation('users');
  const names = [
    'number',
    'user',
    'game',
    'tier',
    'credit',
    'balance',
    'points',
    'spent',
    'created',
  ] as const;
  return (
    <Head aria-hidden="true">
      {names.map((name) => (
        <chakra.span
          key={name}
          gridArea={name}
          textAlign={['balance', 'points', 'spent'].includes(name) ? 'end' : undefined}
          ps={name === 'credit' ? '2' : undefined}
        >
          {t(`columns.${name}`)}
        </chakra.span>
      ))}
    </Head>
  );
}

interface UserRowProps {
  readonly user: AdminUser;
  readonly selected: boolean;
  readonly canEdit: boolean;
  readonly onOpen: (id: number) => void;
}

/** Row of one account. */
export const UserRow = memo(function UserRow({ user, selected, canEdit, onOpen }: UserRowProps) {
  const { t } = useTranslation('users');
  const { id, username, discordUsername, minecraftName } = user;
  const missing = t('missing');
  return (
    <Row data-row={id} data-selected={selected ? '' : undefined}>
      <RowButton
        type="button"
        aria-label={t('row', { name: username })}
        aria-current={selected || undefined}
        onClick={() => onOpen(id)}
      />
      <DesktopCell gridArea="number" color="muted" textStyle="numeric">
        {id}
      </DesktopCell>
      <Cell gridArea="user">
        <Line>
          <chakra.span fontWeight="semibold">{username}</chakra.span>
          <PhoneOnly> #{id}</PhoneOnly>
          {user.deleted && (
            <chakra.span ms="2">
              <Chip tone="muted">{t('deleted')}</Chip>
            </chakra.span>
          )}
          {user.blocked && (
            <chakra.span ms="2">
              <Chip tone="danger">{t('blocked')}</Chip>
            </chakra.span>
          )}
        </Line>
        <chakra.span display={{ base: 'none', lg: 'block' }}>
          <Tiny>{discordUsername ?? missing}</Tiny>
        </chakra.span>
      </Cell>
      <Cell gridArea="names" display={{ lg: 'none' }}>
        <Tiny>{`${discordUsername ?? missing} · ${minecraftName ?? missing}`}</Tiny>
      </Cell>
      <DesktopCell gridArea="game">
        <Line>{minecraftName ?? missing}</Line>
      </DesktopCell>
      <Cell gridArea="tier" textAlign={{ base: 'end', lg: 'start' }}>
        <TierName tier={user.membershipTier} />
      </Cell>
      <EditCell>
        <PhoneOnly textStyle="tiny" ps="2">
          {t('columns.credit')}
        </PhoneOnly>
        <CreditField user={user} canEdit={canEdit} />
      </EditCell>
      <Right gridArea="balance">
        <span>{formatMoneyOrMissing(user.balance, missing)}</span>{' '}
        <PhoneOnly>{t('columns.balance')}</PhoneOnly>
      </Right>
      <Right gridArea="points">
        <span>{formatPointsOrMissing(user, missing)}</span>
        <PhoneOnly> {t('columns.points')}</PhoneOnly>
      </Right>
      <Right gridArea="spent">
        <span>{formatMoneyOrMissing(user.totalSpent, missing)}</span>
        <PhoneOnly> {t('spentShort')}</PhoneOnly>
      </Right>
      <DesktopCell gridArea="created" color="muted" textStyle="numeric">
        {formatDate(user.createdAt)}
      </DesktopCell>
    </Row>
  );
});
