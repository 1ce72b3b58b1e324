import { chakra } from '@chakra-ui/react/styled-system';
import type { CurrentUser } from '@pax/contracts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ArtImage } from '../../components/base/art-image';
import { Button, ButtonLink } from '../../components/base/button';
import { Dialog } from '../../components/overlay/dialog';
import { Icon } from '../../components/base/icon';
import { TextLink } from '../../components/base/page';
import { Plinth } from '../../components/shop/plinth';
import { TextField } from '../../components/form/text-field';
import { FREE_COINS_HASH } from './free-coins-flag';
import { useClaim } from './use-claim';

const SIGN_IN = `/login?next=${encodeURIComponent(`/${FREE_COINS_HASH}`)}`;
const FORM = 'free-coins';
/** Maximum input length, with margin for pasted whitespace. */
const NAME_LENGTH = 32;

const ImagePlinth = chakra(Plinth, {
  base: { gridTemplate: '100% / 148px', justifyContent: 'center', height: '148px', mb: '4' },
});
const Instructions = chakra('ol', { base: { display: 'grid', gap: '1', counterReset: 'step', my: '4' } });
const Instruction = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '2',
    minHeight: 'touch',
    counterIncrement: 'step',
    _before: {
      content: 'counter(step)',
      display: 'grid',
      placeItems: 'center',
      width: '24px',
      height: '24px',
      bg: 'raised',
      color: 'accent',
      fontSize: 'sm',
      fontWeight: 'bold',
    },
  },
});
const Done = chakra('span', {
  base: { display: 'inline-flex', gap: '1.5', color: 'money', textStyle: 'label' },
});
const Text = chakra('p', { base: { color: 'muted', maxWidth: 'prose' } });
const Refusal = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    mt: '4',
    p: '3',
    bg: 'raised',
    borderInlineStartWidth: '3px',
    borderColor: 'info',
  },
});

interface FreeCoinsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly me: CurrentUser | null | undefined;
  /** The Discord invite, once known. */
  readonly invite: string | undefined;
}

const Outside = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <TextLink href={href} target="_blank" rel="noreferrer" textStyle="label">
    {children}
  </TextLink>
);

/** A million coins for joining the Discord server: join, link, claim (SHOP-1.13, SHOP-7.15). */
export function FreeCoinsDialog({ open, onClose, me, invite }: FreeCoinsDialogProps) {
  const { t } = useTranslation('home');
  const [typed, setTyped] = useState<string>();
  const { claim, refused } = useClaim(invite, onClose);
  const name = typed ?? me?.minecraftName ?? '';
  const nameWrong = refused?.reason === 'name';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (claim.isPending) return;
    claim.mutate(name.trim() === '' ? {} : { inGameName: name.trim() });
  };
  const linked = typeof me?.discordId === 'string';
  const signedOut = me === null || refused?.reason === 'signIn';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('freeCoins.title')}
      footer={
        signedOut ? (
          <ButtonLink asChild kind="primary" size="lg" width="full">
            <Link to={SIGN_IN} onClick={onClose}>
              <Icon name="user" size={18} />
              {t('freeCoins.signIn')}
            </Link>
          </ButtonLink>
        ) : (
          <Button
            kind="primary"
            size="lg"
            width="full"
            icon="gift"
            type="submit"
            form={FORM}
            loading={claim.isPending}
          >
            {t(refused ? 'freeCoins.again' : 'freeCoins.claim')}
          </Button>
        )
      }
    >
      <ImagePlinth category="coins">
        <ArtImage src="/art/coins-10m.svg" size={148} eager />
      </ImagePlinth>
      <Text>{t('freeCoins.sentence')}</Text>
      <Instructions>
        <Instruction>
          {t('freeCoins.join')}
          {invite && <Outside href={invite}>{t('freeCoins.open')}</Outside>}
        </Instruction>
        <Instruction>
          {t('freeCoins.link')}
          {linked && (
            <Done>
              <Icon name="check" size={18} />
              {t('freeCoins.linked')}
            </Done>
          )}
          {me && !linked && (
            <TextLink asChild textStyle="label">
              <Link to="/account" onClick={onClose}>
                {t('freeCoins.toAccount')}
              </Link>
            </TextLink>
          )}
        </Instruction>
        <Instruction>{t('freeCoins.get')}</Instruction>
      </Instructions>
      {signedOut ? (
        <Text>{t(refused ? 'freeCoins.sessionOver' : 'freeCoins.visitor')}</Text>
      ) : (
        <form id={FORM} onSubmit={send}>
          <TextField
            label={t('freeCoins.name')}
            hint={t('freeCoins.nameHint')}
            optional
            autoComplete="off"
            maxLength={NAME_LENGTH}
            value={name}
            error={nameWrong && t('freeCoins.nameWrong')}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      )}
      <div aria-live="polite">
        {refused && !nameWrong && refused.reason !== 'signIn' && (
          <Refusal>
            <p>{t(`freeCoins.reason.${refused.reason}`)}</p>
            {refused.blocked && <Text textStyle="small">{t('freeCoins.blocked')}</Text>}
            {refused.invite && <Outside href={refused.invite}>{t('freeCoins.open')}</Outside>}
          </Refusal>
        )}
      </div>
    </Dialog>
  );
}
