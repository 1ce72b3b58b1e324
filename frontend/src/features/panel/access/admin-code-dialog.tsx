import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authCalls } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { PasswordField } from '../../../ui/components/form/password-field';
import { usePanelLanguage } from '../shared/panel-language';
import { showToast } from '../../../lib/browser/toast';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Fields = chakra('fieldset', { base: { display: 'grid', gap: '4', minWidth: '0' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Delay between an admin login and the reload of the page, ms. */
export const RELOAD_MS = 1_000;

/** Signs an admin in with a one-time code. */
function useAdminLogin(reload: () => void) {
  const { t } = useTranslation('admin');
  return useMutation({
    mutationFn: (adminCode: string) => callApi(authCalls.adminLogin, { body: { adminCode } }),
    onSuccess: () => {
      showToast({ title: t('access.code.done'), description: t('access.code.doneText'), kind: 'success' });
      setTimeout(reload, RELOAD_MS);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) {
        showToast({
          title: t('access.code.failed'),
          description: t('access.code.failedText'),
          kind: 'error',
        });
        return;
      }
      const why = callErrorCodeOf(authCalls.adminLogin, error) === 'RATE_LIMITED' ? 'limited' : 'refusedText';
      showToast({ title: t('access.code.refused'), description: t(`access.code.${why}`), kind: 'error' });
    },
  });
}

interface AdminCodeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly reload: () => void;
}

/** Dialog that asks for a one-time admin code; a refused code stays in the field. */
export function AdminCodeDialog({ open, onClose, reload }: AdminCodeDialogProps) {
  const { t } = useTranslation('admin');
  const lang = usePanelLanguage();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const login = useAdminLogin(reload);
  const busy = login.isPending || login.isSuccess;
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={onClose}
      initialFocus={field}
      title={<span lang={lang}>{t('access.code.title')}</span>}
    >
      <Form
        lang={lang}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          setMissing(code.trim() === '');
          if (code.trim() !== '') login.mutate(code.trim());
        }}
      >
        <Quiet>{t('access.code.text')}</Quiet>
        <Fields disabled={busy}>
          <PasswordField
            ref={field}
            label={t('access.code.label')}
            autoComplete="one-time-code"
            maxLength={128}
            value={code}
            error={missing && t('access.code.required')}
            onChange={(event) => {
              setMissing(false);
              setCode(event.target.value);
            }}
          />
          <Button type="submit" kind="primary" loading={busy}>
            {t('access.code.submit')}
          </Button>
        </Fields>
      </Form>
    </Dialog>
  );
}
