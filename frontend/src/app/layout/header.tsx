import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/button';
import { Icon } from '../../components/icon';
import { IconButton } from '../../components/icon-button';
import { Page } from '../../components/page';
import { ThemeMenu } from '../../components/theme-menu';
import { countPieces } from '../../features/cart/cart-rules';
import { useCart } from '../../features/cart/cart-store';
import { T } from '../../i18n/t';
import { useMe } from '../../lib/api/current-user';
import { useSignOut } from '../use-sign-out';
import { Logo } from './logo';
import { PhoneMenu } from './phone-menu';

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'header',
    bg: 'bg',
    borderBottomWidth: '1px',
    borderColor: 'line',
    boxShadow: 'inset 0 1px 0 var(--pax-colors-highlight)',
  },
});
const Row = chakra(Page, {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    height: 'var(--header)',
  },
});
const Nav = chakra('nav', { base: { display: 'flex', alignItems: 'center', gap: { base: '1', md: '2' } } });
const Wide = chakra('span', { base: { display: { base: 'none', md: 'contents' } } });
const Narrow = chakra('span', { base: { display: { base: 'contents', md: 'none' } } });
const Name = chakra('span', {
  base: {
    display: { base: 'none', sm: 'inline' },
    maxWidth: '16ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});

function CartButton() {
  const { t } = useTranslation('shop');
  const open = useCart((state) => state.open);
  const pieces = useCart((state) => countPieces(state.items));
  return (
    <span data-hop-target>
      <IconButton
        icon="cart"
        kind="quiet"
        label={t('nav.cart', { count: pieces })}
        badge={pieces > 0 ? (pieces > 99 ? '99+' : pieces) : undefined}
        onClick={open}
      />
    </span>
  );
}

/** Logo, who one is, theme and cart (SHOP-2.15 to 2.18, SHOP-2.34). */
export function Header() {
  const { t } = useTranslation('shop');
  const me = useMe();
  const signOut = useSignOut();
  return (
    <Bar>
      <Row>
        <Logo />
        <Nav aria-label={t('nav.label')}>
          {me?.isAuthorizedUser && (
            <Wide>
              <ButtonLink asChild kind="bare">
                <Link to="/admin">
                  <Icon name="shield" size={18} />
                  {t('nav.admin')}
                </Link>
              </ButtonLink>
            </Wide>
          )}
          {me === null && (
            <ButtonLink asChild>
              <Link to="/login">{t('nav.signIn')}</Link>
            </ButtonLink>
          )}
          {me && (
            <ButtonLink asChild px={{ base: '3', sm: '4' }}>
              <Link to="/account" aria-label={t('nav.account', { name: me.username })}>
                <Icon name="user" size={18} />
                <Name>{me.username}</Name>
              </Link>
            </ButtonLink>
          )}
          <Wide>
            {me && (
              <Button kind="bare" icon="logout" loading={signOut.isPending} onClick={() => signOut.mutate()}>
                <T area="shop" k="nav.logout">
                  {t('nav.logout')}
                </T>
              </Button>
            )}
            <ThemeMenu />
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
