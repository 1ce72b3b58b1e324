import { chakra } from '@chakra-ui/react/styled-system';
import { getPageAfterSignIn } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { StepPrompt } from '../../ui/components/second-step/step-prompt';
import { Loading, SkeletonText } from '../../ui/components/feedback/skeleton';
import { useCurrentUser } from '../../lib/http/current-user';
import { useDocumentTitle } from '../../lib/hooks/use-title';
import { NoAccess } from './access/no-access';
import { useAccess } from './access/use-access';
import { PanelLanguageProvider, usePanelLanguage } from './shared/panel-language';
import type { LogoutProps } from './layout/logout-link';
import { AdminLayout } from './layout/admin-layout';
import { TicketTranscript } from './tickets/ticket-transcript';

const Waiting = chakra('div', { base: { p: '6', maxWidth: 'prose' } });

interface AdminPageProps extends LogoutProps {
  /** Reloads the page after a sign-in. */
  readonly reload?: () => void;
}

/**
 * Returns address parameters other than the tab: a ticket's `?transcript=12`, and `?next=`, the page after the second
 * step.
 */
function useAddressParameters(): { transcript?: number; next?: string } {
  const [params] = useSearchParams();
  const transcript = params.get('transcript') ?? '';
  const next = params.get('next');
  return {
    ...(/^[1-9]\d{0,9}$/.test(transcript) && { transcript: Number(transcript) }),
    ...(next !== null && { next: getPageAfterSignIn(next) }),
  };
}

function AdminPanel({ onLogout, reload = () => location.reload() }: AdminPageProps) {
  const { t } = useTranslation(['admin', 'shop']);
  const lang = usePanelLanguage();
  const me = useCurrentUser();
  const { transcript, next } = useAddressParameters();
  const { access, holder, signInWith, isStale, recheck } = useAccess();
  useDocumentTitle(t('shop:title.page', { page: t('admin:page') }));
  if (access === 'checking')
    return (
      <Waiting lang={lang}>
        <Loading>
          <SkeletonText lines={4} />
        </Loading>
      </Waiting>
    );
  if (access === 'open' && next !== undefined) return <Navigate to={next} replace />;
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
        <NoAccess
          access={access}
          signInWith={signInWith}
          recheck={recheck}
          reload={reload}
          onLogout={onLogout}
        />
      )}
    </div>
  );
}

/** Page /admin: the panel, or the reason why the user has no access to it. */
export function AdminPage(props: AdminPageProps) {
  return (
    <PanelLanguageProvider>
      <AdminPanel {...props} />
    </PanelLanguageProvider>
  );
}
