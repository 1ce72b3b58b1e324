import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../ui/components/base/button';
import { Page } from '../../../ui/components/base/page';
import { Scene } from '../../../ui/components/feedback/empty-state';
import { Loading, SkeletonText } from '../../../ui/components/feedback/skeleton';
import { useTextLang } from '../../../i18n/message-text';
import { useCurrentUser } from '../../../lib/http/current-user';
import { signInAddress } from '../../../lib/values/sign-in-address';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { DoctorCard, MissingAccessCard } from './doctor-card';
import { PostsCard } from './posts-card';
import { TestMessageCard } from './test-message-card';
import { ServerCard, StatusCard } from './status-card';

const Heading = chakra('h1', { base: { textStyle: 'title', pt: { base: '5', md: '8' } } });
const Intro = chakra('p', { base: { color: 'muted', mt: '2', mb: '5' } });
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  },
});

const Column = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' },
});

function NoAccess({ visitor }: { readonly visitor: boolean }) {
  const { t } = useTranslation('discord');
  return (
    <Scene
      scene="closed-shutter"
      title={<chakra.h1 textStyle="title">{t(visitor ? 'closed.visitor' : 'closed.other')}</chakra.h1>}
      sentence={t(visitor ? 'closed.visitorText' : 'closed.otherText')}
      action={
        <ButtonLink asChild kind="primary">
          {visitor ? (
            <Link to={signInAddress('/discord-test')}>{t('closed.signIn')}</Link>
          ) : (
            <Link to="/">{t('closed.home')}</Link>
          )}
        </ButtonLink>
      }
    />
  );
}

/** Page where admins test the Discord integration; like its calls, closed to all other users. */
export function DiscordTestPage() {
  const { t } = useTranslation(['discord', 'shop']);
  useDocumentTitle(t('shop:title.page', { page: t('discord:title') }));
  const me = useCurrentUser();
  const lang = useTextLang()('discord', 'title');
  if (me === undefined)
    return (
      <Page py="8">
        <Loading>
          <SkeletonText lines={4} />
        </Loading>
      </Page>
    );
  if (!me?.isAuthorizedUser || me.role !== 'admin')
    return (
      <Page pb="8" lang={lang}>
        <NoAccess visitor={me === null} />
      </Page>
    );
  return (
    <Page pb="8" lang={lang}>
      <Heading>{t('discord:title')}</Heading>
      <Intro>{t('discord:intro')}</Intro>
      <Columns>
        <Column>
          <StatusCard />
          <DoctorCard />
        </Column>
        <Column>
          <TestMessageCard />
          <ServerCard />
          <MissingAccessCard />
          <PostsCard />
        </Column>
      </Columns>
    </Page>
  );
}
