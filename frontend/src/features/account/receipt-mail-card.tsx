import { chakra } from '@chakra-ui/react/styled-system';
import { receiptCalls, receiptMailRequest } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { Surface } from '../../ui/components/base/surface';
import { TextField } from '../../ui/components/form/field';
import { documentLanguage } from '../../i18n/languages';
import { useLanguage } from '../../i18n/language-store';
import { useReportTimeout } from '../../lib/hooks/use-report-timeout';
import { callApi, queryKeyFor, queryOptionsFor } from '../../lib/http/call-api';
import { serverMessageOf } from '../../lib/http/fetcher';
import { showToast } from '../../lib/browser/toast';

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', mt: '4' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Form = chakra('form', { base: { display: 'grid', gap: '4', maxWidth: '520px' } });
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3' } });

function useSaveReceiptMail() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  const language = useLanguage((state) => documentLanguage(state.language));
  return useMutation({
    mutationFn: (email: string) => callApi(receiptCalls.setReceiptMail, { body: { email, language } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(receiptCalls.receiptMail), saved);
      showToast({
        title: t(saved.email === null ? 'receiptMail.removed' : 'receiptMail.saved'),
        kind: 'success',
      });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const description = serverMessageOf(error) ?? t('profile.failedText');
      showToast({ title: t('receiptMail.failed'), description, kind: 'error' });
    },
  });
}

function ReceiptMailForm({ kept }: { readonly kept: string }) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState(kept);
  const [isWrong, setWrong] = useState(false);
  const { mutate, isPending } = useSaveReceiptMail();
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isMail = receiptMailRequest.shape.email.safeParse(typed.trim()).success;
        setWrong(!isMail);
        if (isMail && !isPending) mutate(typed.trim());
      }}
    >
      <TextField
        label={t('receiptMail.label')}
        hint={t('receiptMail.hint')}
        error={isWrong ? t('receiptMail.wrong') : undefined}
        optional
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Buttons>
        <Button type="submit" loading={isPending} disabled={typed.trim() === kept}>
          {t('receiptMail.save')}
        </Button>
      </Buttons>
    </Form>
  );
}

/** Card with a form for the address of receipt mails; shown only if the shop sends mail. */
export function ReceiptMailCard() {
  const { t } = useTranslation('account');
  const { data } = useQuery(queryOptionsFor(receiptCalls.receiptMail));
  // A stored address can be removed even after the shop stopped sending mail.
  if (!data || (!data.isOffered && data.email === null)) return null;
  return (
    <Card pad="md">
      <Heading>{t('receiptMail.heading')}</Heading>
      <ReceiptMailForm key={data.email} kept={data.email ?? ''} />
    </Card>
  );
}
