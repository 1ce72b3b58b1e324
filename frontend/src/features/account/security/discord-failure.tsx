import { SIGN_IN_ERRORS } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AccountAlert } from '../account-alert';

/** Shows why linking Discord failed, from `?error=` as on the sign-in page. */
export function DiscordFailure() {
  const { t } = useTranslation(['security', 'auth']);
  const [search] = useSearchParams();
  const known = SIGN_IN_ERRORS.find((error) => error === search.get('error'));
  if (!known) return null;
  return <AccountAlert icon="alert" title={t('security:discord.error')} text={t(`auth:oauth.${known}`)} />;
}
