import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useFreeCoins } from '../../features/account/free-coins/free-coins-open-store';
import { useCart } from '../../features/market/cart/cart-store';
import { MessageText } from '../../i18n/message-text';
import { useCurrentUser } from '../../lib/http/current-user';
import { useDiscordServerInfo } from '../../lib/http/shop-info';
import { Icon, type IconName } from '../../ui/components/base/icon';
import { SegmentedControl } from '../../ui/components/form/segmented-control';
import { SidePanel } from '../../ui/components/overlay/dialog';
import { useLanguageEntries, useThemeEntries, type MenuEntry } from './menu';
import { useSignInAddress } from './use-sign-in-address';
import { useSignOut } from './use-sign-out';

const Group = chakra('ul', {
  base: { '& + &, & + div, div + &': { mt: '2', pt: '2', borderTopWidth: '1px', borderColor: 'line' } },
});
const row = {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minHeight: '48px',
    textAlign: 'start',
    fontWeight: 'medium',
    minWidth: '0',
    overflowWrap: 'anywhere',
    '& > svg': { color: 'muted', flexShrink: '0' },
    _hover: { color: 'accent' },
  },
} as const;
const Act = chakra('button', row);
const Target = chakra(Link, row);
const Outside = chakra('a', row);
const Choices = chakra('div', { base: { display: 'grid', justifyItems: 'start', gap: '3' } });
const Named = chakra('div', { base: { display: 'grid', gap: '1', maxWidth: 'full', minWidth: '0' } });
const Name = chakra('span', { base: { color: 'muted', textStyle: 'small' } });

interface EntryProps {
  readonly icon: IconName;
  readonly label: string;
}

function TargetEntry({
  to,
  icon,
  label,
  onFollow,
}: EntryProps & { readonly to: string; onFollow: () => void }) {
  return (
    <li>
      <Target to={to} onClick={onFollow}>
        <Icon name={icon} />
        {label}
      </Target>
    </li>
  );
}

function ActEntry({ icon, label, onRun }: EntryProps & { readonly onRun: () => void }) {
  return (
    <li>
      <Act type="button" onClick={onRun}>
        <Icon name={icon} />
        {label}
      </Act>
    </li>
  );
}

function Choice({ label, entries }: { readonly label: string; readonly entries: readonly MenuEntry[] }) {
  return (
    <Named>
      <Name aria-hidden="true">{label}</Name>
      <SegmentedControl
        label={label}
        value={entries.find(({ checked }) => checked)?.id ?? ''}
        onChange={(chosen) => entries.find(({ id }) => id === chosen)?.run()}
        options={entries.map(({ id, label: name, lang }) => ({
          value: id,
          label: <span lang={lang}>{name}</span>,
        }))}
      />
    </Named>
  );
}

function Appearance() {
  const { t } = useTranslation();
  return (
    <Choices>
      <Choice label={t('language.label')} entries={useLanguageEntries()} />
      <Choice label={t('theme.label')} entries={useThemeEntries()} />
    </Choices>
  );
}

interface MeSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Sheet of the phone's bottom bar: account, wishlist, help, theme, language, sign-out. */
export function MeSheet({ open, onClose }: MeSheetProps) {
  const { t } = useTranslation(['home', 'shop']);
  const me = useCurrentUser();
  const navigate = useNavigate();
  const signIn = useSignInAddress();
  const signOut = useSignOut();
  const info = useDiscordServerInfo();
  const offer = useFreeCoins((state) => state.open);
  const openCart = useCart((state) => state.open);
  const scrollToTop = () => scrollTo({ top: 0, behavior: 'smooth' });
  const openWishlist = () => {
    void navigate('/?wishlist=1');
    scrollToTop();
  };
  const closeAndRun = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <SidePanel open={open} onClose={onClose} title={me?.username || t('home:me.title')}>
      <Group>
        {me && (
          <>
            <TargetEntry
              to="/account?tab=profile"
              icon="user"
              label={t('home:me.profile')}
              onFollow={onClose}
            />
            <TargetEntry
              to="/account?tab=support"
              icon="chat"
              label={t('home:me.tickets')}
              onFollow={onClose}
            />
          </>
        )}
        {me === null && (
          <TargetEntry to={signIn} icon="user" label={t('shop:nav.signIn')} onFollow={onClose} />
        )}
        {me?.isAuthorizedUser && (
          <TargetEntry to="/admin" icon="shield" label={t('shop:nav.admin')} onFollow={onClose} />
        )}
        {info?.joinReward !== false && (
          <ActEntry icon="gift" label={t('shop:nav.freeCoins')} onRun={closeAndRun(offer)} />
        )}
      </Group>
      <Group aria-label={t('home:float.label')}>
        <ActEntry icon="cart" label={t('home:float.cart')} onRun={closeAndRun(openCart)} />
        <ActEntry icon="heart" label={t('home:float.wishlist')} onRun={closeAndRun(openWishlist)} />
        <li>
          <Outside href={info?.inviteLink ?? '/support'} target="_blank" rel="noreferrer" onClick={onClose}>
            <Icon name="chat" />
            {t('home:float.chat')}
          </Outside>
        </li>
        <ActEntry icon="arrowUp" label={t('home:float.top')} onRun={closeAndRun(scrollToTop)} />
      </Group>
      <Appearance />
      {me && (
        <Group>
          <li>
            <Act type="button" onClick={closeAndRun(() => signOut.mutate())}>
              <Icon name="logout" />
              <MessageText area="shop" k="nav.logout">
                {t('shop:nav.logout')}
              </MessageText>
            </Act>
          </li>
        </Group>
      )}
    </SidePanel>
  );
}
