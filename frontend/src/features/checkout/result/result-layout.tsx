import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEffect, useState, useRef, type ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/components/base/icon';
import { Spinner } from '../../../ui/components/base/spinner';
import { ButtonLink, Button } from '../../../ui/components/base/button';
import { Page } from '../../../ui/components/base/page';
import { signInAddress } from '../../../lib/values/sign-in-address';
import { isRecorded, recordOnce } from '../../../lib/storage/record-once';

const Block = chakra('span', {
  base: {
    layerStyle: 'notchClip',
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    mb: '2',
    '--notch-step': '8px',
  },
  variants: {
    tone: {
      money: { bg: 'money', color: 'bg' },
      wait: { bg: 'line', color: 'text' },
      plain: { bg: 'line', color: 'text' },
    },
  },
});

/** Large icon that shows the outcome of the payment. */
export function OutcomeIcon({
  tone,
  icon,
}: {
  readonly tone: 'money' | 'wait' | 'plain';
  readonly icon?: IconName;
}) {
  return (
    <Block tone={tone} aria-hidden="true">
      {icon ? <Icon name={icon} size={30} /> : <Spinner size={30} />}
    </Block>
  );
}

interface SignInFirstProps {
  readonly title: string;
  readonly text: string;
  /** Address of the current page, to return to after the sign-in. */
  readonly here: string;
}

/** Asks a visitor to sign in, because a checkout is shown only to its buyer. */
export function SignInFirst({ title, text, here }: SignInFirstProps) {
  const { t } = useTranslation('checkout');
  return (
    <ResultLayout sign={<OutcomeIcon tone="plain" icon="user" />} title={title} text={text}>
      <ResultActions>
        <ButtonLink asChild kind="primary">
          <Link to={signInAddress(here)}>{t('success.signIn')}</Link>
        </ButtonLink>
      </ResultActions>
    </ResultLayout>
  );
}

export const VISITED_KEY = 'pax-visited';

/** Tells whether this browser opens a result page of a checkout for the first time; only then the page redirects. */
export function useFirstVisit(page: 'success' | 'cancelled', reference: string): boolean {
  const visit = `${page} ${reference}`;
  const [isFirst] = useState(() => !isRecorded(VISITED_KEY, visit));
  useEffect(() => void recordOnce(VISITED_KEY, visit), [visit]);
  return isFirst;
}

/** Seconds until the result page opens the home page. */
export const REDIRECT_S = 15;

const Row = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    color: 'muted',
    textStyle: 'small',
    minHeight: 'touch',
  },
});

/** Countdown to the automatic redirect to the home page, with a button that stops it. */
export function RedirectCountdown({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('checkout');
  const [left, setLeft] = useState(REDIRECT_S);
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    if (stopped) return undefined;
    if (left <= 0) return onDone();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, stopped, onDone]);
  return (
    <Row>
      {stopped ? (
        <output>{t('redirect.stopped')}</output>
      ) : (
        <>
          <chakra.span role="timer" textStyle="numeric">
            {t('redirect.text', { count: left })}
          </chakra.span>
          <Button size="sm" onClick={() => setStopped(true)}>
            {t('redirect.stop')}
          </Button>
        </>
      )}
    </Row>
  );
}

const Column = chakra('div', {
  base: {
    width: 'full',
    maxWidth: '640px',
    mx: 'auto',
    py: { base: '6', md: '10' },
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '6',
    // Minimum height that centres short content vertically.
    minHeight: { md: '70dvh' },
    alignContent: 'center',
  },
});
const Head = chakra('div', {
  base: { display: 'grid', gap: '2', justifyItems: 'center', textAlign: 'center' },
});
const Title = chakra('h1', { base: { textStyle: 'title', outline: 'none' } });
const Text = chakra('p', { base: { color: 'muted', maxWidth: '52ch' } });
export const ResultActions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', justifyContent: 'center' },
});

interface ResultLayoutProps {
  /** Drawing or spinner above the title. */
  readonly sign?: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Layout of the result pages: outcome, announced to screen readers, and buttons for the next step. */
export function ResultLayout({ sign, title, text, children }: ResultLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading gets the focus when the buyer returns from the provider's page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Page>
      <Column>
        <Head aria-live="polite">
          {sign}
          <Title ref={heading} tabIndex={-1}>
            {title}
          </Title>
          <Text>{text}</Text>
        </Head>
        {children}
      </Column>
    </Page>
  );
}
