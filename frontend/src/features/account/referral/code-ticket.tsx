import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/base/button';
import { Surface } from '../../../components/base/surface';
import { Skeleton } from '../../../components/feedback/skeleton';
import { CopyCode } from '../../../components/form/copy-code';
import { shareLinks } from './share-links';
import { useQrAddress } from './use-qr-address';
import { useShareText } from './use-share-text';

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
/** Torn off along a line of holes, with a bite at both of its ends. */
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

/** The own code as a ticket: to copy, to scan, to send. */
export function CodeTicket({ code }: { readonly code: string }) {
  const { t } = useTranslation('referral');
  const text = useShareText(code);
  const qr = useQrAddress(text);
  const { message, mail } = shareLinks(t('share.subject'), text);
  return (
    <Ticket pad="md" asChild>
      <section aria-label={t('signedIn')}>
        <div>
          <Heading>{t('signedIn')}</Heading>
          <Text>{t('sentence')}</Text>
          <Code>
            <CopyCode code={code} label={t('signedIn')} stamped />
          </Code>
          <Shares>
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
