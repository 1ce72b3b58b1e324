import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { StepPrompt } from '../../components/second-step/step-prompt';
import { Loading, SkeletonText } from '../../components/feedback/skeleton';
import { useMe } from '../../lib/http/current-user';
import { useTitle } from '../../lib/hooks/use-title';
import { ClosedPanel } from './access/closed-panel';
import { useAccess } from './access/use-access';
import { German, usePanelLang } from './shared/german';
import type { LogoutProps } from './layout/logout-link';
import { AdminLayout } from './layout/admin-layout';
import { TicketTranscript } from './tickets/ticket-transcript';

const Waiting = chakra('div', { base: { p: '6', maxWidth: 'prose' } });

interface AdminPageProps extends LogoutProps {
  /** Reloads the page after a login. */
  readonly reload?: () => void;
}

/** The ticket whose transcript the address asks for: `/admin?transcript=12`. */
function useAskedTranscript(): number | undefined {
  const [params] = useSearchParams();
  const asked = params.get('transcript') ?? '';
  return /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : undefined;
}

function Panel({ onLogout, reload = () => location.reload() }: AdminPageProps) {
  const { t } = useTranslation(['admin', 'shop']);
  const lang = usePanelLang();
  const me = useMe();
  const transcript = useAskedTranscript();
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
          {transcript === undefined ? (
            <AdminLayout
              username={me?.username ?? ''}
              holder={holder}
              isStale={isStale}
              onLogout={onLogout}
            />
          ) : (
            <TicketTranscript id={transcript} />
          )}
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
