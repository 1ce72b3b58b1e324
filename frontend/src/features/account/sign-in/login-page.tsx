import { chakra } from '@chakra-ui/react/styled-system';
import { getPageAfterSignIn, SIGN_IN_ERRORS } from '@pax/contracts';
import { useState, type ReactNode } from 'react';
import { discordSignInAddress } from '../../../lib/values/urls';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { OrDivider } from '../../../ui/components/base/or-divider';
import { Page, TextLink } from '../../../ui/components/base/page';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { Surface } from '../../../ui/components/base/surface';
import { useCurrentUser } from '../../../lib/http/current-user';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { CredentialsForm } from './credentials-form';
import type { SignInMode } from './credentials';

const Split = chakra(Page, {
  base: {
    py: { base: '5', md: '10' },
    display: 'grid',
    gap: { base: '6', lg: '16' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 440px)' },
    alignItems: 'center',
    justifyItems: 'center',
    maxWidth: 'calc(1040px + 2 * var(--gutter))',
  },
});
const Beside = chakra('div', { base: { width: 'full', justifyItems: 'center' } });
const Card = chakra(Surface, { base: { width: 'full', maxWidth: '440px', display: 'grid', gap: '5' } });
const Heading = chakra('h1', { base: { textStyle: 'heading' } });
const Under = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });
/** Style of a paragraph below the form's button, which is not a description of the button. */
const BelowButton = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '3' } });
const Modes = chakra('div', { base: { display: 'grid', '& > *': { width: 'full' } } });
const Discord = chakra('div', { base: { display: 'grid', gap: '2' } });
const Failed = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    p: '3',
    bg: 'bg',
    borderInlineStartWidth: '3px',
    borderColor: 'danger',
    textStyle: 'small',
    '& svg': { color: 'danger', flexShrink: '0' },
  },
});
const FailedTitle = chakra('p', { base: { fontWeight: 'semibold' } });
const FailedText = chakra('p', { base: { color: 'muted' } });

/** Message for the parameter `?error=` that Discord's redirect adds; nothing for unknown values. */
function DiscordSignInFailure({ code }: { readonly code: string | null }) {
  const { t } = useTranslation('auth');
  const known = SIGN_IN_ERRORS.find((error) => error === code);
  if (!known) return null;
  return (
    <Failed role="alert">
      <Icon name="alert" />
      <div>
        <FailedTitle>{t('oauth.title')}</FailedTitle>
        <FailedText>{t(`oauth.${known}`)}</FailedText>
      </div>
    </Failed>
  );
}

/** Warning before the first attempt that signing in needs cookies. */
function CookiesRefusedWarning() {
  const { t } = useTranslation('auth');
  return (
    <Failed role="alert">
      <Icon name="alert" />
      <div>
        <FailedTitle>{t('cookies.title')}</FailedTitle>
        <FailedText>{t('cookies.text')}</FailedText>
      </div>
    </Failed>
  );
}

const Root = chakra('div', {
  base: {
    width: 'full',
    maxWidth: '460px',
    aspectRatio: '1',
    position: 'relative',
  },
});
const Ground = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    layerStyle: 'notchClip',
    '--notch-step': '12px',
    backgroundColor: 'plinthCoins',
    backgroundImage:
      'url(/art/plinth-coins.svg), radial-gradient(ellipse 75% 62% at 50% 58%, {colors.plinthCoinsGlow}, transparent 100%)',
    backgroundRepeat: 'no-repeat',
    backgroundPosition: 'center bottom, center',
    backgroundSize: 'auto 100%, cover',
  },
});
const Lantern = chakra('img', {
  base: { position: 'absolute', inset: '0', m: 'auto', width: '64%', height: '64%' },
});

/** The lantern scene next to the sign-in form, on wide screens only. */
function SignInScene() {
  return (
    <Root aria-hidden="true">
      <Ground />
      <Lantern src="/art/logo.svg" alt="" width={300} height={300} />
    </Root>
  );
}

interface LoginPageProps {
  /** The cart beside the form, from the feature that knows it; without one the lantern stands there. */
  readonly cart?: ReactNode;
  /** Opens a page with a full page load. */
  readonly leave?: (path: string) => void;
}

/** Page to sign in or register. The parameter `?next=` names the page to open afterwards. */
export function LoginPage({ cart, leave = (path) => location.assign(path) }: LoginPageProps) {
  const { t } = useTranslation(['auth', 'shop']);
  const [search, setSearch] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  const me = useCurrentUser();
  const mode: SignInMode = search.get('mode') === 'register' ? 'register' : 'signIn';
  const next = getPageAfterSignIn(search.get('next'));
  useDocumentTitle(t('shop:title.page', { page: t('auth:page') }));

  const setMode = (wanted: SignInMode) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('error');
        if (wanted === 'register') after.set('mode', 'register');
        else after.delete('mode');
        return after;
      },
      { replace: true },
    );
  const leaveSignInPage = () => {
    setLeaving(true);
    leave(next);
  };
  if (me && !leaving) return <Navigate to={next} replace />;
  return (
    <Split>
      <Beside display={cart ? 'grid' : { base: 'none', lg: 'grid' }}>{cart ?? <SignInScene />}</Beside>
      <Card pad="lg">
        <div>
          <Heading>{t(`auth:${mode}.heading`)}</Heading>
          <Under>{t(`auth:${mode}.text`)}</Under>
        </div>
        {!navigator.cookieEnabled && <CookiesRefusedWarning />}
        <DiscordSignInFailure code={search.get('error')} />
        <Discord>
          <ButtonLink kind="primary" size="lg" icon="chat" href={discordSignInAddress(next)}>
            {t('auth:discord')}
          </ButtonLink>
          <Under>{t('auth:discordHint')}</Under>
        </Discord>
        <OrDivider>{t('auth:or')}</OrDivider>
        <Modes>
          <SegmentedControl
            label={t('auth:modes.label')}
            options={[
              { value: 'signIn', label: t('auth:modes.signIn') },
              { value: 'register', label: t('auth:modes.register') },
            ]}
            value={mode}
            onChange={setMode}
          />
        </Modes>
        <CredentialsForm mode={mode} onDone={leaveSignInPage}>
          {mode === 'signIn' && (
            <BelowButton>
              {t('auth:forgot')}{' '}
              <TextLink href={discordSignInAddress('/account#password')}>{t('auth:forgotAction')}</TextLink>.
            </BelowButton>
          )}
          {mode === 'register' && (
            <BelowButton>
              {t('auth:terms')}{' '}
              <TextLink asChild>
                <Link to="/terms-of-service">{t('auth:termsLink')}</Link>
              </TextLink>
              .
            </BelowButton>
          )}
        </CredentialsForm>
      </Card>
    </Split>
  );
}
