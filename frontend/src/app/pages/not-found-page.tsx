import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from '../../ui/components/base/button';
import { Page } from '../../ui/components/base/page';
import { useDocumentTitle } from '../../lib/hooks/use-title';

const Ground = chakra(Page, {
  base: {
    display: 'grid',
    gridTemplateColumns: { lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
    alignItems: 'center',
    gap: { base: '6', lg: '12' },
    minHeight: { lg: '70dvh' },
    py: { base: '6', md: '10' },
  },
});
/** Scene of the 404 page: a closed market stall between two packed-up ones. */
const Street = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'end',
    minWidth: '0',
    overflow: 'hidden',
    py: '4',
    backgroundImage: 'radial-gradient(closest-side, {colors.plinthCoinsGlow}, transparent)',
    maskImage: 'linear-gradient(to right, transparent, black 22%, black 78%, transparent)',
    '& img': { flexShrink: '0', height: 'auto' },
  },
});
const Aside = chakra('img', { base: { width: { base: '120px', md: '170px' }, mx: '-7', opacity: 0.4 } });
const Middle = chakra('img', { base: { position: 'relative', width: { base: '230px', md: '320px' } } });
const Heading = chakra('h1', { base: { textStyle: 'hero', mt: '3' } });
const Sentence = chakra('p', { base: { color: 'muted', mt: '3', maxWidth: '44ch' } });
const Address = chakra('p', {
  base: { mt: '3', color: 'muted', textStyle: 'reference', overflowWrap: 'anywhere', lineClamp: '2' },
});
const Hint = chakra('p', {
  base: {
    mt: '6',
    ps: '3',
    borderInlineStartWidth: '3px',
    borderColor: 'edge',
    color: 'muted',
    textStyle: 'small',
    maxWidth: '52ch',
  },
});
const Doors = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', mt: '6' } });

/** Page for unknown addresses. */
export function NotFoundPage() {
  const { t } = useTranslation('shop');
  const { pathname } = useLocation();
  useDocumentTitle(t('title.page', { page: t('title.notFound') }));
  return (
    <Ground>
      <Street aria-hidden="true">
        <Aside src="/art/scene-empty-stall.svg" alt="" />
        <Middle src="/art/scene-closed-shutter.svg" alt="" />
        <Aside src="/art/scene-fallen-block.svg" alt="" />
      </Street>
      <div>
        <Heading>{t('notFound.heading')}</Heading>
        <Sentence>{t('notFound.sentence')}</Sentence>
        <Address>{pathname}</Address>
        <Doors>
          <ButtonLink asChild kind="primary">
            <Link to="/">{t('notFound.action')}</Link>
          </ButtonLink>
          <ButtonLink asChild>
            <Link to="/support">{t('footer.support')}</Link>
          </ButtonLink>
        </Doors>
        <Hint>{t('notFound.hint')}</Hint>
      </div>
    </Ground>
  );
}
