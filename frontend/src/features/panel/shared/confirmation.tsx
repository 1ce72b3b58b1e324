import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';

const Stack = chakra('div', { base: { display: 'grid', gap: '3' } });
const Answers = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

/** Focuses the button that changes nothing, because the button pressed before has disappeared. */
const focusButton = (button: HTMLButtonElement | null): void => button?.focus();

interface ConfirmationProps {
  readonly ask: string;
  /** Text that says what follows from confirming. */
  readonly scope: string;
  readonly yes: string;
  readonly busy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks the user to confirm a decision that cannot be undone. */
export function Confirmation({ ask, scope, yes, busy, onYes, onNo }: ConfirmationProps) {
  const { t } = useTranslation('admin');
  return (
    <Stack role="group" aria-label={ask}>
      <p>
        <strong>{ask}</strong> {scope}
      </p>
      <Answers>
        <Button kind="danger" loading={busy} onClick={onYes}>
          {yes}
        </Button>
        <Button ref={focusButton} onClick={onNo}>
          {t('purchase.no')}
        </Button>
      </Answers>
    </Stack>
  );
}
