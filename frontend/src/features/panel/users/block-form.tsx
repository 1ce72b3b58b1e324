import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminUser } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TextField } from '../../../ui/components/form/text-field';
import { usePanelLang } from '../shared/german';
import { useBlockUser } from './use-edit-user';

const Form = chakra('form', { base: { display: 'grid', gap: '3', width: 'full' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

/** Focuses the field, because the button that had the focus is gone. */
const focus = (field: HTMLInputElement | null): void => field?.focus();

/** Blocks an account in two steps, with a reason; or takes the block back. */
export function BlockForm({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation('users');
  const lang = usePanelLang();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useBlockUser(user.id, () => setAsking(false));
  if (user.blocked)
    return (
      <Button lang={lang} size="lg" flex="1" loading={isPending} onClick={() => mutate({ blocked: false })}>
        {t('block.takeBack')}
      </Button>
    );
  if (!asking)
    return (
      <Button lang={lang} icon="shield" size="lg" flex="1" onClick={() => setAsking(true)}>
        {t('block.open')}
      </Button>
    );
  return (
    <Form
      lang={lang}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '' && !isPending) mutate({ blocked: true, reason });
      }}
    >
      <TextField
        ref={focus}
        label={t('block.reason')}
        hint={t('block.reasonHint')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Quiet>{t('block.text')}</Quiet>
      <Answers>
        <Button type="submit" kind="danger" loading={isPending} disabled={reason.trim() === ''}>
          {t('block.yes')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('block.no')}</Button>
      </Answers>
    </Form>
  );
}
