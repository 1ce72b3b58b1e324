import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../components/base/button';
import { Icon } from '../../components/base/icon';

const Banner = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    p: '3.5',
    bg: 'bg',
    borderInlineStartWidth: '4px',
    borderColor: 'accent',
    '& > svg': { color: 'accent', flexShrink: 0 },
    '& > div': { flex: '1 1 200px' },
  },
});
const Strong = chakra('p', { base: { fontWeight: 'semibold' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Tells a visitor to sign in before paying; the cart is kept. */
export function SignInBanner({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('checkout');
  return (
    <Banner role="note">
      <Icon name="user" />
      <div>
        <Strong>{t('signIn.title')}</Strong>
        <Text>{t('signIn.text')}</Text>
      </div>
      <ButtonLink asChild onClick={onLeave}>
        <Link to="/login?next=%2F%23checkout">{t('signIn.action')}</Link>
      </ButtonLink>
    </Banner>
  );
}
