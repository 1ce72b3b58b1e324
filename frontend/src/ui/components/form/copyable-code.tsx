import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../base/button';

/** Time for which the word "Copied" is shown, ms. */
const COPIED_MS = 2_000;

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'stretch' } });
const Code = chakra('output', {
  base: {
    flex: '1 1 186px',
    display: 'grid',
    alignItems: 'center',
    minHeight: 'touch',
    px: '3',
    bg: 'bg',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'edge',
    textStyle: 'reference',
    fontWeight: 'semibold',
    userSelect: 'all',
    overflowWrap: 'anywhere',
    '&[data-stamped]': {
      flex: '0 1 auto',
      px: '4',
      py: '2',
      my: '1',
      bg: 'transparent',
      color: 'accent',
      fontSize: { base: 'xl', md: '2xl' },
      fontWeight: 'bold',
      letterSpacing: '0.12em',
      borderWidth: '3px',
      borderStyle: 'double',
      borderColor: 'accent',
      transform: 'rotate(-2deg)',
    },
  },
});
const Failed = chakra('p', { base: { flexBasis: 'full', color: 'danger', textStyle: 'small' } });

interface CopyableCodeProps {
  readonly code: string;
  /** Label that tells whose code is shown. */
  readonly label: string;
  /** True when the code is shown large, like a stamp on a ticket. */
  readonly stamped?: boolean;
}

/** Code with a button that copies it to the clipboard. */
export function CopyableCode({ code, label, stamped = false }: CopyableCodeProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copyToClipboard = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('copied');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setOutcome(undefined), COPIED_MS);
    } catch {
      // Copying can fail, because the clipboard needs permission and https; the user can still select the code.
      setOutcome('failed');
    }
  };
  return (
    <Row>
      <Code aria-label={label} data-stamped={stamped ? '' : undefined}>
        {code}
      </Code>
      <Button
        icon={outcome === 'copied' ? 'check' : 'copy'}
        onClick={() => void copyToClipboard()}
        aria-live="polite"
      >
        {t(outcome === 'copied' ? 'copy.done' : 'copy.action')}
      </Button>
      {outcome === 'failed' && <Failed role="alert">{t('copy.failed')}</Failed>}
    </Row>
  );
}
