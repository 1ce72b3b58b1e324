import { chakra } from '@chakra-ui/react/styled-system';
import { type CallInput, discordCalls } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Field, TextArea } from '../../../ui/components/form/field';
import { Icon } from '../../../ui/components/base/icon';
import { TextLink } from '../../../ui/components/base/page';
import { ApiError, serverMessageOf } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import { inputRecipe } from '../../../ui/theme/recipes/input';
import { TestCard } from './test-card';
import { callApi } from '../../../lib/http/call-api';

/** Names of the channels that get test messages, as the specification writes them. */
const TEST_TYPES = ['order', 'history', 'stock', 'error'] as const;
type TestType = (typeof TEST_TYPES)[number];

const Form = chakra('form', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' },
});

const Select = chakra('select', inputRecipe);
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Sent = chakra('p', {
  base: { display: 'flex', gap: '2', alignItems: 'center', textStyle: 'small', '& svg': { color: 'money' } },
});

/** Card that sends a test message to a chosen Discord channel. */
export function TestMessageCard() {
  const { t } = useTranslation('discord');
  const send = useSendTestMessage();
  const [type, setType] = useState<TestType>();
  const [typed, setTyped] = useState<string>();
  const message = typed ?? t('send.preset');
  const [tried, setTried] = useState(false);
  const sendTestMessage = () => {
    setTried(true);
    if (type === undefined) showToast({ title: t('send.missingType'), kind: 'error' });
    if (type === undefined || message.trim() === '') return;
    send.mutate(
      { type, message: message.trim() },
      {
        onSuccess: () => showToast({ title: t('send.sent', { type }), kind: 'success' }),
        onError: (error) =>
          showToast({
            title:
              error instanceof ApiError ? (serverMessageOf(error) ?? t('send.failed')) : t('send.network'),
            kind: 'error',
          }),
      },
    );
  };
  return (
    <TestCard heading={t('send.heading')}>
      <Quiet>{t('send.text')}</Quiet>
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) sendTestMessage();
        }}
      >
        <Field label={t('send.type')} error={tried && type === undefined && t('send.missingType')}>
          {(control) => (
            <Select
              {...control}
              value={type ?? ''}
              onChange={(event) => setType(TEST_TYPES.find((known) => known === event.target.value))}
            >
              <option value="">–</option>
              {TEST_TYPES.map((known) => (
                <option key={known} value={known}>
                  {t(`send.types.${known}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextArea
          label={t('send.message')}
          rows={3}
          maxLength={1000}
          value={message}
          error={tried && message.trim() === '' && t('send.missingMessage')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p>
          <Button type="submit" kind="primary" icon="chat" loading={send.isPending}>
            {t('send.submit')}
          </Button>
        </p>
      </Form>
      {send.isSuccess && (
        <Sent role="status">
          <Icon name="check" size={18} />
          {send.data.link ? (
            <TextLink href={send.data.link} target="_blank" rel="noreferrer">
              {t('send.link')}
            </TextLink>
          ) : (
            <span>{t('send.waiting')}</span>
          )}
        </Sent>
      )}
    </TestCard>
  );
}

// A mutation instead of a query, because each press of the button has to send a new request.
const useSendTestMessage = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof discordCalls.sendTestPost>['body']) =>
      callApi(discordCalls.sendTestPost, { body }),
  });
