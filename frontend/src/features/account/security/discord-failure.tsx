import { chakra } from '@chakra-ui/react/styled-system';
import { SIGN_IN_ERRORS } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../../components/base/icon';
import { Surface } from '../../../components/base/surface';

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

/** Shows why linking Discord failed, from `?error=` as on the sign-in page. */
export function DiscordFailure() {
  const { t } = useTranslation(['security', 'auth']);
  const [search] = useSearchParams();
  const known = SIGN_IN_ERRORS.find((error) => error === search.get('error'));
  if (!known) return null;
  return (
    <Alert pad="sm" role="alert">
      <Icon name="alert" />
      <div>
        <Strong>{t('security:discord.error')}</Strong>
        <Quiet>{t(`auth:oauth.${known}`)}</Quiet>
      </div>
    </Alert>
  );
}
