import { chakra } from '@chakra-ui/react/styled-system';
import type { RecoveryCodesAnswer, SecondStepAnswer, TotpOfferAnswer } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { StepPrompt } from '../../../ui/components/second-step/step-prompt';
import { StatusChip } from '../../../ui/components/shop/chip';
import { discordSignInAddress } from '../../../lib/values/urls';
import { formatTime } from '../../../lib/values/format';
import { SecurityCard } from '../security/security-layout';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { SecondStepMethods } from './step-methods';
import { TotpDialog, OneFieldDialog } from './totp-dialog';
import {
  useAddPasskey,
  useRequestTotpKey,
  useRemoveSecondStepMethod,
  useRenewRecoveryCodes,
  type RemovableMethod,
} from './use-step-changes';
import { Dialog } from '../../../ui/components/overlay/dialog';

const AGAIN = discordSignInAddress('/account?tab=security');

const Acts = chakra('div', { base: { display: 'grid', gap: '3', justifyItems: 'start' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** The dialog that is open on the card; undefined when none is. */
type OpenDialog =
  | { readonly kind: 'app'; readonly offer: TotpOfferAnswer }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'remove'; readonly method: RemovableMethod; readonly name: string };

interface PasskeyDialogProps {
  readonly onClose: () => void;
  readonly onDone: (answer: RecoveryCodesAnswer) => void;
}

/** Dialog that asks for a passkey's name, then lets the browser create the passkey. */
function PasskeyDialog({ onClose, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation('step');
  const add = useAddPasskey();
  return (
    <OneFieldDialog
      title={t('passkey.title')}
      text={t('passkey.text')}
      submitLabel={t('passkey.submit')}
      busy={add.isPending}
      required={t('passkey.required')}
      field={{
        label: t('passkey.label'),
        placeholder: t('passkey.example'),
        autoComplete: 'off',
        maxLength: 40,
      }}
      onClose={onClose}
      onSubmit={(name) => add.mutate(name, { onSuccess: onDone })}
    />
  );
}

interface RemoveMethodDialogProps {
  readonly way: RemovableMethod;
  readonly name: string;
  readonly onClose: () => void;
}

/** Dialog that confirms removing a method, and warns about the consequences of removing the last one. */
function RemoveMethodDialog({ way, name, onClose }: RemoveMethodDialogProps) {
  const { t } = useTranslation('step');
  const remove = useRemoveSecondStepMethod();
  return (
    <Dialog
      size="sm"
      open
      onClose={onClose}
      title={t('remove.title', { name })}
      footer={
        <Button
          kind="danger"
          icon="trash"
          loading={remove.isPending}
          onClick={() => remove.mutate(way, { onSettled: onClose })}
        >
          {t('remove.submit')}
        </Button>
      }
    >
      <p>{t('remove.text')}</p>
    </Dialog>
  );
}

function SecondStepDialog({
  open,
  onClose,
  onDone,
}: {
  readonly open: OpenDialog;
  readonly onClose: () => void;
  readonly onDone: (answer: RecoveryCodesAnswer) => void;
}) {
  if (open.kind === 'app') return <TotpDialog offer={open.offer} onClose={onClose} onDone={onDone} />;
  if (open.kind === 'passkey') return <PasskeyDialog onClose={onClose} onDone={onDone} />;
  if (open.kind === 'codes') return <RecoveryCodesDialog codes={open.codes} onClose={onClose} />;
  return <RemoveMethodDialog way={open.method} name={open.name} onClose={onClose} />;
}

/** Buttons below the list of methods: add a passkey, or sign in again first. */
function SecondStepActions({ step, onAdd }: { readonly step: SecondStepAnswer; readonly onAdd: () => void }) {
  const { t } = useTranslation('step');
  const { mayChangeUntil, offers } = step;
  if (mayChangeUntil === null)
    return (
      <Acts>
        <Quiet>{t('card.stale')}</Quiet>
        <ButtonLink icon="chat" href={AGAIN}>
          {t('card.discord')}
        </ButtonLink>
        <Quiet>{t('card.code')}</Quiet>
      </Acts>
    );
  return (
    <Acts>
      {offers.includes('passkey') && (
        <Button icon="plus" onClick={onAdd}>
          {t('passkey.add')}
        </Button>
      )}
      <Quiet>{t('card.until', { time: formatTime(mayChangeUntil) })}</Quiet>
    </Acts>
  );
}

/** Sets up, shows and removes the second step of an admin or staff account. */
export function SecondStepCard({ step }: { readonly step: SecondStepAnswer }) {
  const { t } = useTranslation('step');
  const [open, setOpen] = useState<OpenDialog>();
  const offer = useRequestTotpKey();
  const renew = useRenewRecoveryCodes();
  const showRecoveryCodes = ({ recoveryCodes: codes }: RecoveryCodesAnswer) =>
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : undefined);
  return (
    <SecurityCard heading={t('card.heading')} text={t('card.text')}>
      {step.status !== 'none' && (
        <p>
          <StatusChip tone="money">{t('card.on')}</StatusChip>
        </p>
      )}
      <SecondStepMethods
        step={step}
        isBusy={offer.isPending || renew.isPending}
        onSetUpApp={() =>
          offer.mutate(undefined, { onSuccess: (made) => setOpen({ kind: 'app', offer: made }) })
        }
        onRenewCodes={() => renew.mutate(undefined, { onSuccess: showRecoveryCodes })}
        onRemove={(method, name) => setOpen({ kind: 'remove', method, name })}
      />
      <SecondStepActions step={step} onAdd={() => setOpen({ kind: 'passkey' })} />
      {open && <SecondStepDialog open={open} onClose={() => setOpen(undefined)} onDone={showRecoveryCodes} />}
      <StepPrompt />
    </SecurityCard>
  );
}
