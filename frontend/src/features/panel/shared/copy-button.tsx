import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/components/base/icon-button';
import { showToast } from '../../../lib/browser/toast';

interface CopyButtonProps {
  readonly what: string;
  readonly text: string;
}

/** Button that copies a name or a reference and shows a toast. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const { t } = useTranslation('admin');
  const copyToClipboard = async () => {
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
      onClick={() => void copyToClipboard()}
    />
  );
}

const NameRow = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '2',
    ps: '3',
    py: '1',
    pe: '1',
    minHeight: 'touch',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'line',
  },
});
const NameText = chakra('span', {
  base: { display: 'block', fontWeight: 'semibold', overflowWrap: 'anywhere', lineHeight: 'snug' },
});

/** Row with a name or a reference that staff need in other programs, and a copy button. */
export function CopyRow({ what, text }: { readonly what: string; readonly text: string | null }) {
  const { t } = useTranslation('admin');
  return (
    <NameRow>
      <span>
        <chakra.span display="block" color="muted" textStyle="tiny">
          {what}
        </chakra.span>
        <NameText>{text ?? t('sheet.missing')}</NameText>
      </span>
      {text !== null && <CopyButton what={what} text={text} />}
    </NameRow>
  );
}
