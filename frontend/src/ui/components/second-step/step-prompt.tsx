import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../overlay/dialog';
import { registerSecondStepPrompt } from '../../../lib/http/second-step-prompt';
import { SecondStepForm } from './second-step-form';

const Text = chakra('p', { base: { color: 'muted', mb: '4' } });

interface StepPromptProps {
  /** Language of the dialog, which is rendered outside of the panel's root. */
  readonly lang?: 'de' | undefined;
}

/** Dialog that asks for the second step when a request needs it; all waiting requests continue or fail together. */
export function StepPrompt({ lang }: StepPromptProps) {
  const { t } = useTranslation('step');
  const waiting = useRef<((isPassed: boolean) => void)[]>([]);
  const [isOpen, setOpen] = useState(false);
  // Result of the second step; undefined until the dialog is closed, so that waiting requests get no answer before.
  const hasPassed = useRef<boolean>(undefined);
  const closePrompt = (isPassed: boolean) => {
    hasPassed.current = isPassed;
    setOpen(false);
  };
  // Requests continue only after the dialog is closed, because a dialog that they open would otherwise close with it.
  useEffect(() => {
    if (isOpen) return undefined;
    const answering = setTimeout(() => {
      const { current: answer } = hasPassed;
      if (answer !== undefined) for (const resolve of waiting.current.splice(0)) resolve(answer);
    });
    return () => clearTimeout(answering);
  }, [isOpen]);
  useEffect(() => {
    const all = waiting.current;
    const stop = registerSecondStepPrompt(
      () =>
        new Promise((resolve) => {
          all.push(resolve);
          hasPassed.current = undefined;
          setOpen(true);
        }),
    );
    return () => {
      stop();
      for (const resolve of all.splice(0)) resolve(false);
    };
  }, []);
  return (
    <Dialog
      size="sm"
      open={isOpen}
      onClose={() => closePrompt(false)}
      title={<span lang={lang}>{t('prompt.title')}</span>}
    >
      <div lang={lang}>
        <Text>{t('prompt.text')}</Text>
        <SecondStepForm onPassed={() => closePrompt(true)} />
      </div>
    </Dialog>
  );
}
