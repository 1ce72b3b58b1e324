import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { Dialog } from '../../../components/overlay/dialog';
import { PasswordField } from '../../../components/form/password-field';
import { usePanelLang } from '../shared/german';
import { useAdminLogin } from './use-admin-login';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Fields = chakra('fieldset', { base: { display: 'grid', gap: '4', minWidth: '0' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface AdminCodeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly reload: () => void;
}

/** Asks for a one-time admin code. What was typed stays when it is refused. */
export function AdminCodeDialog({ open, onClose, reload }: AdminCodeDialogProps) {
  const { t } = useTranslation('admin');
  const lang = usePanelLang();
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
