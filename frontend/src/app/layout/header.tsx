import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chakra } from '@chakra-ui/react/styled-system';
import { useFreeCoins } from '../../features/account/free-coins/free-coins-open-store';
import { loadWithAreas } from '../../i18n/i18n';
import { MessageText } from '../../i18n/message-text';
import { useDiscordServerInfo } from '../../lib/http/shop-info';
import { Menu, useLanguageEntries, useThemeEntries, themeIcons } from './menu';
import { Icon } from '../../ui/components/base/icon';
import { countPieces } from '../../features/market/cart/cart-items';
import { useCart } from '../../features/market/cart/cart-store';
import { dismissToast } from '../../lib/browser/toast';
import { buttonRecipe } from '../../ui/theme/recipes/button';
import { Button, ButtonLink } from '../../ui/components/base/button';
import { Page } from '../../ui/components/base/page';
import { lazyComponent } from '../../lib/lazy/lazy-component';
import { useCurrentUser } from '../../lib/http/current-user';
import { useTheme } from '../../lib/storage/theme-store';
import { CountMark, formatCountMark } from '../../ui/components/base/count-mark';
import { useSignInAddress } from './use-sign-in-address';
import { useSignOut } from './use-sign-out';
import { Logo } from './logo';
import { HeaderSlot } from './header-slot';
import { LoyaltySlot } from './loyalty-slot';
import { LOW_WINDOW } from '../../ui/theme/media-queries';

const Trigger = chakra('button', buttonRecipe);
/** Button that opens the cart and shows the number of pieces in it, "99+" above 99. */
export function CartButton() {
  const { t } = useTranslation('shop');
  const open = useCart((state) => state.open);
  const pieces = useCart((state) => countPieces(state.items));
  const label = t('nav.cart', { count: pieces });
  return (
    <Trigger
      type="button"
      size="icon"
      data-tip={label}
      aria-label={label}
      aria-haspopup="dialog"
      data-cart-target
      onClick={() => {
        dismissToast();
        open();
      }}
    >
      <Icon name="cart" />
      {pieces > 0 && <CountMark aria-hidden="true">{formatCountMark(pieces)}</CountMark>}
    </Trigger>
  );
}

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'header',
    bg: 'bg',
    borderBottomWidth: '1px',
    borderColor: 'line',
    boxShadow: 'inset 0 1px 0 var(--pax-colors-highlight)',
    [LOW_WINDOW]: { position: 'static' },
  },
});
const Row = chakra(Page, {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    // Gap in px, because with large fonts a gap in rem would not fit the narrowest phone.
    gap: { base: '1', md: '2' },
    height: 'var(--header)',
  },
});
const Nav = chakra('nav', {
  base: { display: 'flex', flexShrink: '0', alignItems: 'center', gap: { base: '1', md: '2' } },
});
const Wide = chakra('span', { base: { display: { base: 'none', lg: 'contents' } } });
const Name = chakra('span', {
  base: {
    display: { base: 'none', sm: 'inline' },
    maxWidth: '16ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

const Label = chakra('span', { base: { display: { base: 'none', xl: 'inline' } } });

/** Button that opens the free coins dialog; hidden when the operator gives no free coins. */
function FreeCoinsButton() {
  const { t } = useTranslation('shop');
  const open = useFreeCoins((state) => state.open);
  if (useDiscordServerInfo()?.joinReward === false) return null;
  return (
    <Button
      icon="gift"
      color="accent"
      px={{ base: '3', xl: '4' }}
      data-tip={t('nav.freeCoins')}
      aria-label={t('nav.freeCoins')}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Label>{t('nav.freeCoins')}</Label>
    </Button>
  );
}

/** Link to the page for signing in, which leads back to the page that it is on. */
function SignInLink() {
  const { t } = useTranslation('shop');
  const address = useSignInAddress();
  return (
    <ButtonLink asChild px={{ base: '10px', md: '4' }} fontSize={{ base: 'sm', md: 'md' }}>
      <Link to={address}>{t('nav.signIn')}</Link>
    </ButtonLink>
  );
}

const LazyNoticeBell = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/account/notices/notice-bell'), 'notices')).NoticeBell,
);

/** Page header with logo, account, theme and cart. */
export function Header() {
  const { t } = useTranslation(['shop', 'common']);
  const theme = useTheme((state) => state.theme);
  const themes = useThemeEntries();
  const tongues = useLanguageEntries();
  const me = useCurrentUser();
  const signOut = useSignOut();
  return (
    <Bar>
      <Row>
        <Logo />
        <Nav aria-label={t('shop:nav.label')}>
          <FreeCoinsButton />
          {me?.isAuthorizedUser && (
            <Wide>
              <ButtonLink asChild kind="bare">
                <Link to="/admin">
                  <Icon name="shield" size={18} />
                  {t('shop:nav.admin')}
                </Link>
              </ButtonLink>
            </Wide>
          )}
          {me === null && <SignInLink />}
          {me ? (
            <LoyaltySlot />
          ) : (
            <Wide>
              <LoyaltySlot />
            </Wide>
          )}
          {me && <HeaderSlot of={LazyNoticeBell} />}
          {me && (
            <ButtonLink asChild px={{ base: '3', sm: '4' }}>
              <Link to="/account" aria-label={t('shop:nav.account', { name: me.username })}>
                <Icon name="user" size={18} />
                <Name>{me.username}</Name>
              </Link>
            </ButtonLink>
          )}
          <Wide>
            {me && (
              <Button kind="bare" icon="logout" loading={signOut.isPending} onClick={() => signOut.mutate()}>
                <MessageText area="shop" k="nav.logout">
                  {t('shop:nav.logout')}
                </MessageText>
              </Button>
            )}
            <Menu icon="globe" label={t('common:language.label')} entries={tongues} />
            <Menu icon={themeIcons[theme]} label={t('common:theme.label')} entries={themes} />
          </Wide>
          <CartButton />
        </Nav>
      </Row>
    </Bar>
  );
}
