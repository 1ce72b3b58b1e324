import { chakra } from '@chakra-ui/react/styled-system';
import { ownDataCalls } from '@pax/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { useRequiredTextField } from '../../../lib/hooks/use-required-text-field';
import { callErrorCodeOf } from '../../../lib/http/call-api';
import { discordSignInAddress } from '../../../lib/values/urls';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { CurrentPasswordForm } from '../security/current-password-form';
import { useProveOwner } from './use-own-data';

const AGAIN = discordSignInAddress('/account?tab=security#own-data');
const Text = chakra('p', { base: { color: 'muted' } });

interface ProofDialogProps {
  /** User name in a hidden field, so that password managers find the right password. */
  readonly username: string;
  /** True when the account has a password; otherwise the owner proves the identity by a sign-in with Discord. */
  readonly hasPassword: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onProven: () => void;
}

/** Dialog in which the owner proves the identity before the account's data are copied or deleted. */
export function ProofDialog({ username, hasPassword, open, onClose, onProven }: ProofDialogProps) {
  const { t } = useTranslation('security');
  const form = useId();
  const proof = useProveOwner();
  const line = useRequiredTextField({
    busy: proof.isPending,
    onSubmit: (currentPassword, field) =>
      proof.mutate(
        { currentPassword },
        {
          onSuccess: () => {
            line.clear();
            onProven();
          },
          onError: () => field.current?.focus(),
        },
      ),
  });
  const isWrong = callErrorCodeOf(ownDataCalls.proveOwner, proof.error) === 'CURRENT_PASSWORD_WRONG';
  const failed = isWrong ? t('discord.wrong') : (serverMessageOf(proof.error) ?? t('data.again'));
  const closeDialog = () => {
    line.clear();
    proof.reset();
    onClose();
  };
  const submit = (
    <Button type="submit" form={form} kind="primary" loading={proof.isPending}>
      {t('data.proof.submit')}
    </Button>
  );
  const toDiscord = (
    <ButtonLink icon="chat" href={AGAIN}>
      {t('data.proof.discord')}
    </ButtonLink>
  );
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={closeDialog}
      title={t('data.proof.title')}
      initialFocus={hasPassword ? line.field : undefined}
      footer={hasPassword ? submit : toDiscord}
    >
      {hasPassword ? (
        <CurrentPasswordForm
          id={form}
          text={t('data.proof.text')}
          username={username}
          line={line}
          failed={proof.isError ? failed : undefined}
        />
      ) : (
        <Text>{t('data.proof.discordText')}</Text>
      )}
    </Dialog>
  );
}
