import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../ui/components/shop/chip';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { formatDateTime } from '../../../lib/values/format';
import { FactList } from '../shared/fact-list';
import { usePanelLanguage } from '../shared/panel-language';
import { formatMoneyOrMissing, formatPointsOrMissing, CreditField } from './credit-field';
import { BlockForm, TierForm } from './user-forms';
import { TierName } from './user-row';
import { UserHistory } from './user-history';

const Body = chakra('div', { base: { display: 'grid', gap: '5' } });
const Chips = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' } });
const Reason = chakra('p', {
  base: {
    ps: '3',
    borderInlineStartWidth: '3px',
    borderColor: 'danger',
    overflowWrap: 'anywhere',
    textStyle: 'small',
  },
});

interface SheetProps {
  readonly user: AdminUser;
  readonly canEdit: boolean;
}

function UserFacts({ user }: Pick<SheetProps, 'user'>) {
  const { t } = useTranslation('users');
  const missing = t('missing');
  const rows: readonly (readonly [string, string])[] = [
    [t('facts.discord'), user.discordUsername ?? missing],
    [t('facts.discordId'), user.discordId ?? missing],
    [t('columns.game'), user.minecraftName ?? missing],
    [t('columns.balance'), formatMoneyOrMissing(user.balance, missing)],
    [t('columns.points'), formatPointsOrMissing(user, missing)],
    [t('columns.spent'), formatMoneyOrMissing(user.totalSpent, missing)],
    [t('facts.code'), user.referralCode ?? missing],
    [t('facts.referredBy'), user.referredBy ?? missing],
    [t('facts.created'), formatDateTime(user.createdAt)],
  ];
  return <FactList rows={rows} />;
}

function UserDetails({ user, canEdit }: SheetProps) {
  const { t } = useTranslation('users');
  return (
    <>
      <Chips aria-live="polite">
        <TierName tier={user.membershipTier} />
        {user.deleted && <Chip tone="muted">{t('deleted')}</Chip>}
        {user.blocked && (
          <Chip tone="danger" icon="shield">
            {t('blocked')}
          </Chip>
        )}
      </Chips>
      {user.blocked && user.blockedAt !== null && (
        <Reason>
          {t('block.since', {
            time: formatDateTime(user.blockedAt),
            reason: user.blockReason ?? t('missing'),
          })}
        </Reason>
      )}
      <div>
        <chakra.h3 textStyle="label" color="muted">
          {t('columns.credit')}
        </chakra.h3>
        <CreditField user={user} canEdit={canEdit} />
      </div>
      <UserFacts user={user} />
      {canEdit && <TierForm user={user} />}
      <UserHistory user={user} />
    </>
  );
}

interface UserSheetProps {
  readonly user: AdminUser | undefined;
  readonly canEdit: boolean;
  readonly onClose: () => void;
}

/** Side sheet of an account: data and history; admins can also block the account. */
export function UserSheet({ user, canEdit, onClose }: UserSheetProps) {
  const { t } = useTranslation('users');
  const lang = usePanelLanguage();
  const shown = useLastDefined(user);
  return (
    <SidePanel
      open={user !== undefined}
      onClose={onClose}
      title={<span lang={lang}>{shown && `${shown.username} · #${shown.id}`}</span>}
      description={t('sheet')}
      footer={shown && canEdit && <BlockForm key={`${shown.id} ${shown.blocked}`} user={shown} />}
    >
      <Body lang={lang} data-keys-through="">
        {shown && <UserDetails key={shown.id} user={shown} canEdit={canEdit} />}
      </Body>
    </SidePanel>
  );
}
