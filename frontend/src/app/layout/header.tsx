import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/components/base/button';
import { Icon } from '../../ui/components/base/icon';
import { Page } from '../../ui/components/base/page';
import { T } from '../../i18n/t';
import { useMe } from '../../lib/http/current-user';
import { useTheme } from '../../lib/storage/theme-store';
import { useSignOut } from './use-sign-out';
import { CartButton } from './cart-button';
import { Logo } from './logo';
import { LoyaltySlot } from './loyalty-slot';
import { NARROWEST, SHORT } from '../../ui/theme/narrowest';
import { Menu } from './menu';
import { PhoneMenu } from './phone-menu';
import { useLanguageEntries } from './use-language-entries';
import { themeIcons, useThemeEntries } from './use-theme-entries';
import { useFreeCoins } from '../../features/account/free-coins/free-coins-flag';
import { useServerInfo } from '../../lib/http/server-info';

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'header',
    bg: 'bg',
    borderBottomWidth: '1px',
    borderColor: 'line',
    boxShadow: 'inset 0 1px 0 var(--pax-colors-highlight)',
    [SHORT]: { position: 'static' },
  },
});
const Row = chakra(Page, {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    // In px: with large fonts a width in rem would not fit the narrowest phone.
    gap: { base: '1', md: '2' },
    height: 'var(--header)',
  },
});
const Nav = chakra('nav', {
  base: { display: 'flex', flexShrink: '0', alignItems: 'center', gap: { base: '1', md: '2' } },
});
const Wide = chakra('span', { base: { display: { base: 'none', lg: 'contents' } } });
const Narrow = chakra('span', { base: { display: { base: 'contents', lg: 'none' } } });
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

/** Button for the free coins; hidden when the operator gives none. */
function FreeCoinsButton() {
  const { t } = useTranslation('shop');
  const open = useFreeCoins((state) => state.open);
  if (useServerInfo()?.joinReward === false) return null;
  return (
    <Button
      icon="gift"
      color="accent"
      px={{ base: '3', xl: '4' }}
      // On the narrowest phones it is in the menu.
      css={{ [NARROWEST]: { display: 'none' } }}
      data-tip={t('nav.freeCoins')}
      aria-label={t('nav.freeCoins')}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Label>{t('nav.freeCoins')}</Label>
    </Button>
  );
}

/** Header: logo, account, theme and cart. */
export function Header() {
  const { t } = useTranslation(['shop', 'common']);
  const theme = useTheme((state) => state.theme);
  const themes = useThemeEntries();
  const tongues = useLanguageEntries();
  const me = useMe();
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
          {me === null && (
            <ButtonLink asChild px={{ base: '10px', md: '4' }} fontSize={{ base: 'sm', md: 'md' }}>
              <Link to="/login">{t('shop:nav.signIn')}</Link>
            </ButtonLink>
          )}
          {me ? (
            <LoyaltySlot />
          ) : (
            <Wide>
              <LoyaltySlot />
            </Wide>
          )}
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
                <T area="shop" k="nav.logout">
                  {t('shop:nav.logout')}
                </T>
              </Button>
            )}
            <Menu icon="globe" label={t('common:language.label')} entries={tongues} />
            <Menu icon={themeIcons[theme]} label={t('common:theme.label')} entries={themes} />
          </Wide>
          <Narrow>
            <PhoneMenu me={me} onSignOut={() => signOut.mutate()} />
          </Narrow>
          <CartButton />
        </Nav>
      </Row>
    </Bar>
  );
}
