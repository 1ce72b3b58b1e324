import {
  loyaltyCalls,
  type AccountProfile,
  type ReferralCodeAnswer,
  type ReferralStatsAnswer,
  REFERRAL_CODE_LENGTH,
  setReferralCodeRequest,
} from '@pax/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { PROFILE } from '../../../lib/http/query-keys';
import { showToast } from '../../../lib/browser/toast';
import { REFERRAL_STATS } from '../query-keys';
import { Button } from '../../../ui/components/base/button';
import { Surface } from '../../../ui/components/base/surface';
import { TextField } from '../../../ui/components/form/field';

function storeReferralCode(client: QueryClient, { referralCode }: ReferralCodeAnswer): void {
  client.setQueryData<AccountProfile>(PROFILE, (known) => known && { ...known, referralCode });
  client.setQueryData<ReferralStatsAnswer>(REFERRAL_STATS, (known) => known && { ...known, referralCode });
}

/** Sets a referral code that the user chose. */
function useSetReferralCode() {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (customCode: string) => callApi(loyaltyCalls.setReferralCode, { body: { customCode } }),
    onSuccess: (answer) => {
      storeReferralCode(client, answer);
      showToast({ title: t('own.saved'), description: t('own.savedText'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return void client.invalidateQueries({ queryKey: PROFILE });
      const isTaken = callErrorCodeOf(loyaltyCalls.setReferralCode, error) === 'REFERRAL_CODE_TAKEN';
      const description = isTaken ? t('own.taken') : (serverMessageOf(error) ?? t('own.failedText'));
      return showToast({ title: t('own.setFailed'), description, kind: 'error' });
    },
  });
}

/** Replaces the user's referral code by a new random one. */
function useGenerateReferralCode() {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: () => callApi(loyaltyCalls.generateReferralCode),
    onSuccess: (answer) => {
      storeReferralCode(client, answer);
      showToast({ title: t('own.saved'), description: t('own.savedText'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return void client.invalidateQueries({ queryKey: PROFILE });
      const description = serverMessageOf(error) ?? t('own.failedText');
      return showToast({ title: t('own.generateFailed'), description, kind: 'error' });
    },
  });
}

/** Normalises a typed referral code: upper case, no spaces, at most 9 characters. */
export const normaliseReferralCode = (typed: string): string =>
  typed.replaceAll(/\s/g, '').toUpperCase().slice(0, REFERRAL_CODE_LENGTH);

/** Tells whether a text has the form of a chosen referral code: PAX and six letters or digits. */
const isChosenReferralCode = (customCode: string): boolean =>
  setReferralCodeRequest.safeParse({ customCode }).success;

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', alignContent: 'start' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3' } });

/** Form that sets a chosen referral code or generates a random one. */
export function ChooseReferralCode({ code }: { readonly code: string | null }) {
  const { t } = useTranslation('referral');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const choose = useSetReferralCode();
  const generate = useGenerateReferralCode();
  const isBusy = choose.isPending || generate.isPending;
  return (
    <Card pad="md">
      <Heading>{t('own.heading')}</Heading>
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const canChoose = isChosenReferralCode(typed);
          setWrong(!canChoose);
          if (canChoose && !isBusy) choose.mutate(typed, { onSuccess: () => setTyped('') });
        }}
      >
        <TextField
          label={t('own.label')}
          hint={t('own.hint')}
          error={isWrong ? t('own.wrong') : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={REFERRAL_CODE_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(normaliseReferralCode(event.target.value));
            setWrong(false);
          }}
        />
        <Buttons>
          <Button type="submit" loading={choose.isPending} disabled={typed === ''}>
            {t('own.set')}
          </Button>
          <Button
            icon="refresh"
            kind={code === null ? 'primary' : 'bare'}
            loading={generate.isPending}
            onClick={() => {
              if (!isBusy) generate.mutate();
            }}
          >
            {t(code === null ? 'make' : 'own.generate')}
          </Button>
        </Buttons>
      </Form>
    </Card>
  );
}
