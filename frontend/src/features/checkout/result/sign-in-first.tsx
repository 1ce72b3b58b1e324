import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../ui/components/base/button';
import { ResultActions, ResultLayout } from './result-layout';
import { Sign } from './sign';

interface SignInFirstProps {
  readonly title: string;
  readonly text: string;
  /** Where the visitor comes back to. */
  readonly here: string;
}

/** A checkout is shown to its buyer only: whoever is signed out signs in and comes back. */
export function SignInFirst({ title, text, here }: SignInFirstProps) {
  const { t } = useTranslation('checkout');
  return (
    <ResultLayout sign={<Sign tone="plain" icon="user" />} title={title} text={text}>
      <ResultActions>
        <ButtonLink asChild kind="primary">
          <Link to={`/login?next=${encodeURIComponent(here)}`}>{t('success.signIn')}</Link>
        </ButtonLink>
      </ResultActions>
    </ResultLayout>
  );
}
