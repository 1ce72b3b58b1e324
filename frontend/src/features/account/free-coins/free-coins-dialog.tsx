import {
  discordCalls,
  type JoinRewardReason,
  type JoinRewardRequest,
  type CurrentUser,
} from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { signInAddress } from '../../../lib/values/sign-in-address';
import { isUnauthenticated } from '../../../lib/http/fetcher';
import { openInNewTab } from '../../../lib/browser/open-in-new-tab';
import { showToast } from '../../../lib/browser/toast';
import { Icon } from '../../../ui/components/base/icon';
import { TextLink } from '../../../ui/components/base/page';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { Plinth } from '../../../ui/components/shop/plinth';
import { TextField } from '../../../ui/components/form/field';
import { FREE_COINS_HASH } from './free-coins-open-store';

/** Result of a failed claim of the free coins. */
interface RefusedClaim {
  /** Reason of the refusal as the server gave it; `error` if there was no usable answer. */
  readonly reason: JoinRewardReason | 'error' | 'signIn' | 'name';
  readonly invite: string | undefined;
  /** True when the browser blocked the new tab with the Discord invite, so that a link is shown instead. */
  readonly blocked: boolean;
}

/**
 * Claims the free coins. A refused claim opens the Discord invite in a new tab, unless name or session must be
 * corrected.
 */
function useClaimFreeCoins(invite: string | undefined, onDone: () => void) {
  const { t } = useTranslation('home');
  const [refused, setRefused] = useState<RefusedClaim>();
  const showRefusedClaim = (reason: RefusedClaim['reason'], address: string | undefined) => {
    const opened = address !== undefined && openInNewTab(address);
    setRefused({ reason, invite: address, blocked: address !== undefined && !opened });
    showToast({ title: t('freeCoins.opening'), kind: 'info' });
  };
  const claim = useMutation({
    mutationFn: (body: JoinRewardRequest) => callApi(discordCalls.claimJoinReward, { body }),
    onMutate: () => setRefused(undefined),
    onSuccess(answer) {
      if (!answer.success) return showRefusedClaim(answer.reason, answer.inviteUrl);
      onDone();
      return showToast({ title: t('freeCoins.done'), kind: 'success' });
    },
    onError(error) {
      if (isUnauthenticated(error)) setRefused({ reason: 'signIn', invite, blocked: false });
      else if (callErrorCodeOf(discordCalls.claimJoinReward, error) === 'VALIDATION')
        setRefused({ reason: 'name', invite, blocked: false });
      else showRefusedClaim('error', invite);
    },
  });
  return { claim, refused };
}

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

const ExternalLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <TextLink href={href} target="_blank" rel="noreferrer" textStyle="label">
    {children}
  </TextLink>
);

interface ClaimStepsProps {
  readonly me: CurrentUser | null | undefined;
  readonly invite: string | undefined;
  readonly onLeave: () => void;
}

/** List of the steps to the free coins: join the Discord server, link the account, claim the coins. */
function ClaimSteps({ me, invite, onLeave }: ClaimStepsProps) {
  const { t } = useTranslation('home');
  const linked = typeof me?.discordId === 'string';
  return (
    <Instructions>
      <Instruction>
        {t('freeCoins.join')}
        {invite && <ExternalLink href={invite}>{t('freeCoins.open')}</ExternalLink>}
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
            <Link to="/account?tab=profile" onClick={onLeave}>
              {t('freeCoins.toAccount')}
            </Link>
          </TextLink>
        )}
      </Instruction>
      <Instruction>{t('freeCoins.get')}</Instruction>
    </Instructions>
  );
}

interface ClaimRefusalProps {
  readonly refused: ReturnType<typeof useClaimFreeCoins>['refused'];
}

/** Reason and remedy of a refused claim; renders nothing for problems that the name field shows. */
function ClaimRefusal({ refused }: ClaimRefusalProps) {
  const { t } = useTranslation('home');
  if (!refused || refused.reason === 'name' || refused.reason === 'signIn') return null;
  return (
    <Refusal>
      <p>{t(`freeCoins.reason.${refused.reason}`)}</p>
      {refused.blocked && <Text textStyle="small">{t('freeCoins.blocked')}</Text>}
      {refused.invite && <ExternalLink href={refused.invite}>{t('freeCoins.open')}</ExternalLink>}
    </Refusal>
  );
}

const SIGN_IN = signInAddress(`/${FREE_COINS_HASH}`);
const FORM = 'free-coins';
/** Maximum length of the typed name, with a margin for pasted whitespace. */
const NAME_LENGTH = 32;

const ImagePlinth = chakra(Plinth, {
  base: { gridTemplate: '100% / 148px', justifyContent: 'center', height: '148px', mb: '4' },
});

interface FreeCoinsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly me: CurrentUser | null | undefined;
  /** Address of the Discord invite; undefined until it is loaded. */
  readonly invite: string | undefined;
}

/** Dialog that gives a million coins for joining the Discord server, in three steps: join, link, claim. */
export function FreeCoinsDialog({ open, onClose, me, invite }: FreeCoinsDialogProps) {
  const { t } = useTranslation('home');
  const [typed, setTyped] = useState<string>();
  const { claim, refused } = useClaimFreeCoins(invite, onClose);
  const name = typed ?? me?.minecraftName ?? '';
  const nameWrong = refused?.reason === 'name';
  const sendClaim = (event: FormEvent) => {
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
        <form id={FORM} onSubmit={sendClaim}>
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
