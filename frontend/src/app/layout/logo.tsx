import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Chip } from '../../components/chip';
import { LazyTip } from '../../lib/lazy-tip';

const Row = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: { base: '2', md: '2.5' }, minWidth: '0' },
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

const Name = chakra('span', { base: { '@media (max-width: 379px)': { display: 'none' } } });

/** The shop's sign: one block, its name, and that it is in beta (SHOP-1.5). */
export function Logo() {
  const { t } = useTranslation('shop');
  return (
    <Row>
      <Home to="/" aria-label={t('nav.home')}>
        <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 3 28 9 16 15 4 9Z" fill="#ffd08a" />
          <path d="M4 9 16 15V29L4 23Z" fill="#ffb347" />
          <path d="M28 9 16 15V29L28 23Z" fill="#c97a1e" />
          <path d="M10 14.5 14 16.5V21L10 19Z" fill="#3a2408" />
        </svg>
        <Name>{t('name')}</Name>
      </Home>
      <LazyTip words={t('nav.betaHint')}>
        <span>
          <Chip tone="accent">{t('nav.beta')}</Chip>
        </span>
      </LazyTip>
    </Row>
  );
}
