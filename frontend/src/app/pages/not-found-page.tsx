import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../components/button';
import { Page } from '../../components/page';
import { Scene } from '../../components/scene';
import { useTitle } from '../../lib/use-title';

const Hint = chakra('span', { base: { display: 'block', mt: '2', textStyle: 'small' } });

/** Any other address (SHOP-2.11). */
export function NotFoundPage() {
  const { t } = useTranslation('shop');
  useTitle(t('title.page', { page: t('title.notFound') }));
  return (
    <Page py="6">
      <Scene
        scene="closed-shutter"
        title={
          <chakra.span asChild textStyle="title">
            <h1>{t('notFound.heading')}</h1>
          </chakra.span>
        }
        sentence={
          <>
            {t('notFound.sentence')}
            <Hint>{t('notFound.hint')}</Hint>
          </>
        }
        action={
          <ButtonLink asChild kind="primary">
            <Link to="/">{t('notFound.action')}</Link>
          </ButtonLink>
        }
      />
    </Page>
  );
}
