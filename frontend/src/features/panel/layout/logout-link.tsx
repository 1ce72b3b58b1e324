import { chakra } from '@chakra-ui/react/styled-system';
import { authCalls } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/components/base/button';

export interface LogoutProps {
  /** Signs out without a page load and shows a toast; if scripts fail, the link itself signs out. */
  readonly onLogout: () => void;
}

const Label = chakra('span', { base: { '&[data-compact]': { srOnly: { base: true, md: false } } } });

interface LogoutLinkProps extends LogoutProps {
  /** True when the label is hidden on a phone. */
  readonly compact?: boolean;
}

/** Link that signs the user out. */
export function LogoutLink({ onLogout, compact = false }: LogoutLinkProps) {
  const { t } = useTranslation('admin');
  return (
    <ButtonLink
      kind="bare"
      icon="logout"
      px={compact ? { base: '3', md: '4' } : undefined}
      href={authCalls.logoutByLink.path}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onLogout();
      }}
    >
      <Label data-compact={compact ? '' : undefined}>{t('head.logout')}</Label>
    </ButtonLink>
  );
}
