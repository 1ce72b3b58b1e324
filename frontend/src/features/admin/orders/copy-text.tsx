import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/base/icon-button';
import { showToast } from '../../../lib/ui/toast';

interface CopyTextProps {
  readonly what: string;
  readonly text: string;
}

/** Copies a name or reference and shows a toast. */
export function CopyText({ what, text }: CopyTextProps) {
  const { t } = useTranslation('admin');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: t('sheet.copied', { what }), description: text, kind: 'success' });
    } catch {
      showToast({ title: t('sheet.notCopied'), kind: 'error' });
    }
  };
  return (
    <IconButton
      icon="copy"
      size="sm"
      tip={false}
      label={t('sheet.copy', { what })}
      onClick={() => void copy()}
    />
  );
}
