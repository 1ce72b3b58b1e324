import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/components/shop/chip';

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
    minWidth: '0',
    minHeight: 'touch',
    textStyle: 'subheading',
    whiteSpace: 'nowrap',
  },
});

const Sign = chakra('svg', { base: { flexShrink: '0', width: '30px', height: '30px' } });
/** Media query for phones so narrow, or fonts so large (hence em), that only the mark of the logo fits. */
const NARROW = '@media (max-width: 23.4em)';
const Name = chakra('span', {
  base: {
    mb: { base: '18px', md: '0' },
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontSize: { base: 'sm', md: 'lg' },
    [NARROW]: { display: 'none' },
  },
});
const Beta = chakra('span', {
  base: {
    display: 'inline-flex',
    position: { base: 'absolute', md: 'static' },
    insetStart: '36px',
    bottom: '2px',
    [NARROW]: { insetStart: '-3px', bottom: '-1px', transform: 'scale(0.8)', transformOrigin: 'left bottom' },
  },
});

/** Header logo: mark, shop name and beta label. The mark is inline SVG, because it is part of the first load. */
export function Logo() {
  const { t } = useTranslation('shop');
  return (
    <Row>
      <Home to="/" aria-label={t('nav.home')}>
        <Sign viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 10.5 27 16 16 21.5 5 16Z" fill="#888ac0" />
          <path d="M5 16 16 21.5V30L5 24.5Z" fill="#5a66d1" />
          <path d="M27 16 16 21.5V30L27 24.5Z" fill="#3f449f" />
          <path d="M10 6 16 9V18L10 15Z" fill="#ffe0a3" />
          <path d="M22 6 16 9V18L22 15Z" fill="#ffb347" />
          <path d="M10 6V15L16 18 22 15V6M16 9V18M10 10.5 16 13.5 22 10.5" fill="none" stroke="#2b3047" />
          <path d="M16 .5 23 4 16 7.5 9 4Z" fill="#6b7396" />
          <path d="M9 4 16 7.5V9.5L9 6Z" fill="#4a5070" />
          <path d="M23 4 16 7.5V9.5L23 6Z" fill="#2b3047" />
        </Sign>
        <Name>{t('name')}</Name>
      </Home>
      <Beta data-tip={t('nav.betaHint')}>
        <Badge>{t('nav.beta')}</Badge>
      </Beta>
    </Row>
  );
}
