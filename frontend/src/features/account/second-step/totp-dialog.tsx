import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode, type RefObject } from 'react';
import type { RecoveryCodesAnswer, TotpOfferAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { Button } from '../../../ui/components/base/button';
import { TextField, type TextFieldProps } from '../../../ui/components/form/field';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { useRequiredTextField } from '../../../lib/hooks/use-required-text-field';
import { CopyableCode } from '../../../ui/components/form/copyable-code';
import { errorCodeOf } from '../../../lib/http/fetcher';
import { useConfirmTotp } from './use-step-changes';

const Form = chakra('form', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' } });
const Text = chakra('p', { base: { color: 'muted' } });

interface OneFieldDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** Error shown instead of `failed` when nothing was typed. */
  readonly required: string;
  readonly failed?: string | undefined;
  readonly field: Pick<TextFieldProps, 'label' | 'placeholder' | 'inputMode' | 'autoComplete' | 'maxLength'>;
  readonly onClose: () => void;
  /** Called with the trimmed, non-empty text; never called while the request is pending. */
  readonly onSubmit: (typed: string, field: RefObject<HTMLInputElement | null>) => void;
  /** Content above the field, such as a QR code. */
  readonly children?: ReactNode;
}

/** A dialog that asks for one line of text. */
export function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, text, submitLabel, busy, required, failed, onClose, onSubmit, children } = props;
  const form = useId();
  const line = useRequiredTextField({ busy, trims: true, onSubmit });
  return (
    <Dialog
      size="sm"
      open
      onClose={onClose}
      title={title}
      initialFocus={line.field}
      footer={
        <Button type="submit" form={form} kind="primary" loading={busy}>
          {submitLabel}
        </Button>
      }
    >
      <Form id={form} {...line.formProps}>
        <Text>{text}</Text>
        {children}
        <TextField {...props.field} error={line.isMissing ? required : failed} {...line.fieldProps} />
      </Form>
    </Dialog>
  );
}

interface TotpDialogProps {
  readonly offer: TotpOfferAnswer;
  readonly onClose: () => void;
  readonly onDone: (answer: RecoveryCodesAnswer) => void;
}

/** Splits a key into groups of four characters, which are easier to type. */
const groupByFour = (key: string): string => key.replaceAll(/.{4}(?=.)/g, '$& ');

function totpProblemOf(error: unknown): 'pass.wrong' | 'app.again' | 'done.stale' | 'pass.failed' {
  const code = errorCodeOf(error);
  if (code === 'SECOND_STEP_WRONG') return 'pass.wrong';
  if (code === 'FRESH_SIGN_IN_REQUIRED') return 'done.stale';
  return code === 'CONFLICT' ? 'app.again' : 'pass.failed';
}

/** Width of the empty border around a QR code in modules, which QR readers require. */
const QUIET_ZONE = 4;

// The QR code is dark on light in both themes, because many readers reject inverted codes.
const Picture = chakra('svg', {
  base: { display: 'block', width: 'full', maxWidth: '220px', height: 'auto', mx: 'auto', bg: 'white' },
});

/** Draws a text as QR code in the browser, so that the text is not sent anywhere. */
function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="black" d={dark.join('')} />
    </Picture>
  );
}

/** Dialog that shows the key for an authenticator app as QR code and text, and asks for the app's first code. */
export function TotpDialog({ offer, onClose, onDone }: TotpDialogProps) {
  const { t } = useTranslation('step');
  const confirm = useConfirmTotp();
  return (
    <OneFieldDialog
      title={t('app.title')}
      text={t('app.scan')}
      submitLabel={t('app.submit')}
      busy={confirm.isPending}
      required={t('pass.required')}
      failed={confirm.isError ? t(totpProblemOf(confirm.error)) : undefined}
      field={{
        label: t('app.code'),
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        maxLength: 10,
      }}
      onClose={onClose}
      onSubmit={(code, field) =>
        confirm.mutate(code, { onSuccess: onDone, onError: () => field.current?.focus() })
      }
    >
      <QrPicture text={offer.uri} label={t('app.picture')} />
      <CopyableCode code={groupByFour(offer.key)} label={t('app.key')} />
    </OneFieldDialog>
  );
}
