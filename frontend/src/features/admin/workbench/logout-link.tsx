import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button';

export interface LogoutProps {
  /** Signs out without leaving the page, with a notice; the link itself works too. */
  readonly onLogout: () => void;
}

/** The link to /api/auth/logout (ADMIN-2.5, ADMIN-2.7). */
export function LogoutLink({ onLogout }: LogoutProps) {
  const { t } = useTranslation('admin');
  return (
    <ButtonLink
      kind="bare"
      icon="logout"
      href="/api/auth/logout"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onLogout();
      }}
    >
      {t('head.logout')}
    </ButtonLink>
  );
}
