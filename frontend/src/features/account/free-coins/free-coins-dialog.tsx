import { chakra } from '@chakra-ui/react/styled-system';
import type { CurrentUser } from '@pax/contracts';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { Icon } from '../../../ui/components/base/icon';
import { Plinth } from '../../../ui/components/shop/plinth';
import { TextField } from '../../../ui/components/form/text-field';
import { ClaimRefusal, ClaimSteps, Text } from './claim-parts';
import { FREE_COINS_HASH } from './free-coins-flag';
import { useClaim } from './use-claim';

const SIGN_IN = `/login?next=${encodeURIComponent(`/${FREE_COINS_HASH}`)}`;
const FORM = 'free-coins';
/** Maximum input length, with margin for pasted whitespace. */
const NAME_LENGTH = 32;

const ImagePlinth = chakra(Plinth, {
  base: { gridTemplate: '100% / 148px', justifyContent: 'center', height: '148px', mb: '4' },
});

interface FreeCoinsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly me: CurrentUser | null | undefined;
  /** The Discord invite, once known. */
  readonly invite: string | undefined;
}

/** A million coins for joining the Discord server: join, link, claim. */
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
      <ClaimSteps me={me} invite={invite} onLeave={onClose} />
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
        <ClaimRefusal refused={refused} />
      </div>
    </Dialog>
  );
}
