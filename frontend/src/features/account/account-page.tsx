import { SIGN_IN_ERRORS, type CurrentUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useSearchParams, Navigate, useLocation } from 'react-router-dom';
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { Icon, type IconName } from '../../ui/components/base/icon';
import { Surface } from '../../ui/components/base/surface';
import { showToast } from '../../lib/browser/toast';
import { Page } from '../../ui/components/base/page';
import { Loading, SkeletonText } from '../../ui/components/feedback/skeleton';
import { Tabs } from '../../ui/components/base/tabs';
import { useCurrentUser } from '../../lib/http/current-user';
import { formatDate } from '../../lib/values/format';
import { useDocumentTitle } from '../../lib/hooks/use-title';
import { signInAddress } from '../../lib/values/sign-in-address';
import { accountTabOf } from './account-tab';
import { useAccountTabs, type AccountParts } from './account-tabs';
import { JoinOutcomeNote } from './join-server/join-outcome';

/** Alert with the reason why linking Discord failed, from the parameter `?error=`. */
function DiscordLinkFailure() {
  const { t } = useTranslation(['security', 'auth']);
  const [search] = useSearchParams();
  const known = SIGN_IN_ERRORS.find((error) => error === search.get('error'));
  if (!known) return null;
  return <AccountAlert icon="alert" title={t('security:discord.error')} text={t(`auth:oauth.${known}`)} />;
}

const Alert = chakra(Surface, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '3',
    mb: '4',
    '--notch-edge': 'colors.danger',
    '& > svg': { color: 'danger' },
  },
});
const Strong = chakra('p', { base: { fontWeight: 'semibold' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface AccountAlertProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

/** Warning about the account, shown above the tabs of the account page. */
function AccountAlert({ icon, title, text }: AccountAlertProps) {
  return (
    <Alert pad="sm" role="alert">
      <Icon name={icon} />
      <div>
        <Strong>{title}</Strong>
        <Quiet>{text}</Quiet>
      </div>
    </Alert>
  );
}

const Head = chakra('header', { base: { pt: { base: '5', md: '8' }, pb: { base: '3', md: '4' } } });
const Greeting = chakra('h1', { base: { textStyle: 'title', overflowWrap: 'anywhere' } });
const Since = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });

/** Redirects a visitor to the sign-in page with a toast. */
function RedirectToSignIn() {
  const { t } = useTranslation('account');
  const { pathname, search, hash } = useLocation();
  const [target] = useState(() => signInAddress(pathname + search + hash));
  const text = t('authentication');
  useEffect(() => showToast({ title: text, kind: 'error' }), [text]);
  return <Navigate to={target} replace />;
}

function AccountTabsView({ me, ...parts }: AccountParts & { readonly me: CurrentUser }) {
  const { t } = useTranslation('account');
  const [, setSearch] = useSearchParams();
  const { search, hash } = useLocation();
  const items = useAccountTabs(me, parts);
  const tab = me.blocked ? 'orders' : accountTabOf(search, hash);
  return (
    <Page pb="10">
      <Head>
        <Greeting>{t('greeting', { name: me.username || t('trader') })}</Greeting>
        <Since>{t('since', { date: formatDate(me.createdAt) })}</Since>
      </Head>
      {me.blocked && <AccountAlert icon="shield" title={t('blocked.title')} text={t('blocked.text')} />}
      <DiscordLinkFailure />
      <JoinOutcomeNote />
      <Tabs
        label={t('tabs.label')}
        items={items}
        value={tab}
        onChange={(wanted) => setSearch(wanted === 'orders' ? {} : { tab: wanted }, { replace: true })}
      />
    </Page>
  );
}

/** Account page of the signed-in user, in tabs; the address names the open one. */
export function AccountPage(parts: AccountParts) {
  const { t } = useTranslation(['account', 'shop']);
  const me = useCurrentUser();
  useDocumentTitle(t('shop:title.page', { page: t('account:page') }));
  if (me === undefined)
    return (
      <Page py="8">
        <Loading>
          <SkeletonText lines={4} />
        </Loading>
      </Page>
    );
  return me ? <AccountTabsView me={me} {...parts} /> : <RedirectToSignIn />;
}
