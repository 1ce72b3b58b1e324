import { chakra } from '@chakra-ui/react/styled-system';
import { SHOP_NAME } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';

const Text = chakra('p', { base: { color: 'muted' } });
const Codes = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    gap: '2',
    my: '4',
    p: '4',
    bg: 'bg',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'edge',
    textStyle: 'reference',
    userSelect: 'all',
    whiteSpace: 'nowrap',
  },
});
const Acts = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });
const Failed = chakra('span', { base: { flexBasis: 'full', color: 'danger', textStyle: 'small' } });

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Lets the browser save a text as a file. */
function saveTextAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Dialog that shows new recovery codes; they are never shown again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('step');
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copyRecoveryCodes = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setOutcome('copied');
    } catch {
      // Copying can fail, because the clipboard needs permission and https.
      setOutcome('failed');
    }
  };
  const text = [t('codes.file', { shop: SHOP_NAME }), '', ...codes, ''].join('\n');
  return (
    <Dialog
      size="sm"
      open
      onClose={onClose}
      title={t('codes.title')}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('codes.done')}
        </Button>
      }
    >
      <Text>{t('codes.text')}</Text>
      <Codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Acts>
        <Button
          icon={outcome === 'copied' ? 'check' : 'copy'}
          aria-live="polite"
          onClick={() => void copyRecoveryCodes()}
        >
          {t(outcome === 'copied' ? 'codes.copied' : 'codes.copy')}
        </Button>
        <Button icon="archive" onClick={() => saveTextAsFile('recovery-codes.txt', text)}>
          {t('codes.download')}
        </Button>
        {outcome === 'failed' && <Failed role="alert">{t('codes.copyFailed')}</Failed>}
      </Acts>
    </Dialog>
  );
}
