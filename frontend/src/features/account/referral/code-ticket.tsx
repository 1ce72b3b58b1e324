import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useEffect, useState } from 'react';
import { getReferralAddress } from '@pax/contracts';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { showToast } from '../../../lib/browser/toast';
import { Surface } from '../../../ui/components/base/surface';
import { Skeleton } from '../../../ui/components/feedback/skeleton';
import { CopyableCode } from '../../../ui/components/form/copyable-code';
import { formatCents } from '../../../lib/values/format';
import { referralTerms } from '../../../lib/values/referral-terms';

const Ticket = chakra(Surface, {
  base: {
    display: 'grid',
    gap: { base: '4', md: '6' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
    alignItems: 'center',
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-accent) 55%, var(--pax-colors-line))',
    '--notch-step': '6px',
  },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '1' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mb: '4', maxWidth: 'prose' } });
const Code = chakra('div', {
  base: { maxWidth: '480px', '& > div': { alignItems: 'center', columnGap: '4' } },
});
const Shares = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '3' },
});
/** Stub of the ticket, separated by a perforated line with a notch at both ends. */
const Stub = chakra('div', {
  base: {
    position: 'relative',
    alignSelf: 'stretch',
    alignContent: 'center',
    mt: { md: '-5' },
    mb: { md: '-5' },
    mx: { base: '-4', md: '0' },
    _before: { insetStart: { base: '0', md: '-8px' }, top: { base: '-8px', md: '0' } },
    _after: {
      insetEnd: { base: '0', md: 'auto' },
      insetStart: { md: '-8px' },
      top: { base: '-8px', md: 'auto' },
      bottom: { md: '0' },
    },
    '&::before, &::after': {
      content: '""',
      position: 'absolute',
      width: { base: '8px', md: '14px' },
      height: { base: '14px', md: '8px' },
      bg: 'bg',
      borderWidth: '1px',
      borderColor: 'color-mix(in srgb, var(--pax-colors-accent) 55%, var(--pax-colors-line))',
    },
    display: 'grid',
    justifyItems: 'center',
    gap: '2',
    pt: { base: '4', md: '0' },
    ps: { base: '0', md: '6' },
    borderStyle: 'dashed',
    borderColor: 'edge',
    borderTopWidth: { base: '2px', md: '0' },
    borderInlineStartWidth: { base: '0', md: '2px' },
  },
});
const Qr = chakra('img', {
  base: { display: 'block', width: '200px', height: '200px', bg: '#ffffff', p: '1' },
});

/** Links that share a text by messengers and by mail. */
const createShareLinks = (subject: string, text: string) => ({
  message: `https://wa.me/?text=${encodeURIComponent(text)}`,
  mail: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`,
});

/** Returns the text that shares a referral code by its link; it mentions only benefits that the shop grants. */
function useShareText(code: string, address: string): string {
  const { t } = useTranslation('referral');
  const { friendPercent, friendBonusCents, bonusFromCents } = referralTerms;
  return t('share.text', {
    code,
    percent: friendPercent,
    bonus: formatCents(friendBonusCents),
    from: formatCents(bonusFromCents),
    address,
  });
}

/** Returns the object URL of a text's QR image while the component is mounted; undefined until the image is drawn. */
function useQrImageUrl(text: string): string | undefined {
  const [drawn, setDrawn] = useState<{ readonly text: string; readonly address: string }>();
  useEffect(() => {
    let address: string | undefined;
    let isGone = false;
    const drawQrCode = async (): Promise<void> => {
      const { drawQrImage } = await import('./qr-image');
      if (isGone) return;
      address = URL.createObjectURL(drawQrImage(text));
      setDrawn({ text, address });
    };
    // The error is ignored, because other ways to share the code remain if the QR library fails to load.
    drawQrCode().catch(() => undefined);
    return () => {
      isGone = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [text]);
  return drawn?.text === text ? drawn.address : undefined;
}

/** Buttons that copy the link, and that share it by the device's own menu where there is one. */
function ShareLink({ address, text }: { readonly address: string; readonly text: string }) {
  const { t } = useTranslation('referral');
  const copyLink = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      showToast({ title: t('link.copied') });
    } catch {
      // Copying can fail, because the clipboard needs permission and https.
      showToast({ title: t('link.copyFailed'), description: address, kind: 'error' });
    }
  };
  return (
    <>
      <Button kind="primary" icon="copy" onClick={() => void copyLink()}>
        {t('link.copy')}
      </Button>
      {'share' in navigator && (
        // The device rejects the promise when the user closes its menu.
        <Button icon="share" onClick={() => void navigator.share({ text }).catch(() => undefined)}>
          {t('link.share')}
        </Button>
      )}
    </>
  );
}

/** The user's own referral code as a ticket with copy button, QR image and share links. */
export function ReferralCodeTicket({ code }: { readonly code: string }) {
  const { t } = useTranslation('referral');
  const address = location.origin + getReferralAddress(code);
  const text = useShareText(code, address);
  const qr = useQrImageUrl(address);
  const { message, mail } = createShareLinks(t('share.subject'), text);
  return (
    <Ticket pad="md" asChild>
      <section aria-label={t('signedIn')}>
        <div>
          <Heading>{t('signedIn')}</Heading>
          <Text>{t('sentence')}</Text>
          <Code>
            <CopyableCode code={code} label={t('signedIn')} stamped />
          </Code>
          <Shares>
            <ShareLink address={address} text={text} />
            <ButtonLink href={message} target="_blank" rel="noreferrer" icon="chat">
              {t('share.message')}
            </ButtonLink>
            <ButtonLink href={mail} icon="share">
              {t('share.mail')}
            </ButtonLink>
          </Shares>
        </div>
        <Stub>
          {qr === undefined ? (
            <Skeleton width="200px" height="200px" />
          ) : (
            <>
              <Qr src={qr} alt={t('share.qrAlt', { code })} />
              <ButtonLink
                kind="bare"
                size="sm"
                href={qr}
                target="_blank"
                rel="noreferrer"
                iconAfter="external"
              >
                {t('share.qr')}
              </ButtonLink>
            </>
          )}
        </Stub>
      </section>
    </Ticket>
  );
}
