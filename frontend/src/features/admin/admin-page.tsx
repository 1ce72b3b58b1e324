import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { StepPrompt } from '../../components/second-step/step-prompt';
import { Loading, SkeletonText } from '../../components/feedback/skeleton';
import { useMe } from '../../lib/http/current-user';
import { useTitle } from '../../lib/hooks/use-title';
import { ClosedPanel } from './access/closed-panel';
import { useAccess } from './access/use-access';
import { German, usePanelLang } from './shared/german';
import type { LogoutProps } from './layout/logout-link';
import { AdminLayout } from './layout/admin-layout';

const Waiting = chakra('div', { base: { p: '6', maxWidth: 'prose' } });

interface AdminPageProps extends LogoutProps {
  /** Reloads the page after a login. */
  readonly reload?: () => void;
}

function Panel({ onLogout, reload = () => location.reload() }: AdminPageProps) {
  const { t } = useTranslation(['admin', 'shop']);
  const lang = usePanelLang();
  const me = useMe();
  const { access, holder, signInWith, isStale, again } = useAccess();
  useTitle(t('shop:title.page', { page: t('admin:page') }));
  if (access === 'checking')
    return (
      <Waiting lang={lang}>
        <Loading>
          <SkeletonText lines={4} />
        </Loading>
      </Waiting>
    );
  return (
    <div lang={lang}>
      {access === 'open' ? (
        <>
          <AdminLayout username={me?.username ?? ''} holder={holder} isStale={isStale} onLogout={onLogout} />
          <StepPrompt lang={lang} />
        </>
      ) : (
        <ClosedPanel
          access={access}
          signInWith={signInWith}
          again={again}
          reload={reload}
          onLogout={onLogout}
        />
      )}
    </div>
  );
}

/** The route /admin in every access state. */
export function AdminPage(props: AdminPageProps) {
  return (
    <German>
      <Panel {...props} />
    </German>
  );
}
