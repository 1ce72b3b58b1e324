import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../components/chip';
import { LazyTip } from '../../lib/lazy-tip';

const Row = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: { base: '2', md: '2.5' },
    minWidth: '0',
  },
});
const Home = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '1.5', md: '2.5' },
    minHeight: 'touch',
    textStyle: 'subheading',
    whiteSpace: 'nowrap',
  },
});

const Sign = chakra('svg', { base: { flexShrink: '0', width: '30px', height: '30px' } });
/** On a phone the label stands under the name: the header needs the width for what one presses. */
const NARROW = '@media (max-width: 359px)';
const Name = chakra('span', {
  base: { mb: { base: '18px', md: '0' }, fontSize: { base: 'sm', md: 'lg' }, [NARROW]: { display: 'none' } },
});
const Beta = chakra('span', {
  base: {
    display: 'inline-flex',
    position: { base: 'absolute', md: 'static' },
    insetStart: '36px',
    bottom: '2px',
    [NARROW]: { position: 'static' },
  },
});

/** The shop's sign: one block, its name, and that it is in beta (SHOP-1.5). */
export function Logo() {
  const { t } = useTranslation('shop');
  return (
    <Row>
      <Home to="/" aria-label={t('nav.home')}>
        <Sign viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 3 28 9 16 15 4 9Z" fill="#ffd08a" />
          <path d="M4 9 16 15V29L4 23Z" fill="#ffb347" />
          <path d="M28 9 16 15V29L28 23Z" fill="#c97a1e" />
          <path d="M10 14.5 14 16.5V21L10 19Z" fill="#3a2408" />
        </Sign>
        <Name>{t('name')}</Name>
      </Home>
      <LazyTip words={t('nav.betaHint')}>
        <Beta>
          <Badge>{t('nav.beta')}</Badge>
        </Beta>
      </LazyTip>
    </Row>
  );
}
