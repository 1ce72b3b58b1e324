import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language-store';
import { documentLanguage } from '../../../i18n/languages';
import { useKeepFocus } from '../../../lib/hooks/use-keep-focus';
import { showToast } from '../../../lib/browser/toast';
import { usePush } from '../../../lib/http/use-push';
import { Button } from '../base/button';
import { Checkbox } from '../form/checkbox';

const Part = chakra('section', { base: { display: 'grid', gap: '2', justifyItems: 'start' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Push messages to this browser, whose errors are shown as toasts. */
function useShownPush() {
  const { t } = useTranslation('notices');
  const language = useLanguage((state) => documentLanguage(state.language));
  return usePush({
    language,
    onError: () => showToast({ title: t('push.failed'), description: t('push.failedText'), kind: 'error' }),
  });
}

/** Offer to tell this device when the order is delivered; absent where the browser or the shop can't. */
export function PushOffer() {
  const { t } = useTranslation('notices');
  const { state, isChanging, turn } = useShownPush();
  const [wasAsked, setAsked] = useState(false);
  // The pressed button goes once push is on or refused; what became of it is read from there.
  const status = useKeepFocus<HTMLParagraphElement>(wasAsked && state !== 'off');
  const ask = () => {
    setAsked(true);
    turn(true);
  };
  if (state === 'unsupported' || (state === 'denied' && !wasAsked)) return null;
  return (
    <Part>
      {state === 'off' && (
        <Button icon="bell" loading={isChanging} onClick={ask}>
          {t('push.offer')}
        </Button>
      )}
      <Quiet ref={status} role="status" tabIndex={-1}>
        {t(`push.${state}Text`)}
      </Quiet>
    </Part>
  );
}

/** Switch of push messages to this device, for the account page. */
export function PushSwitch() {
  const { t } = useTranslation('notices');
  const { state, isChanging, turn } = useShownPush();
  if (state === 'unsupported') return null;
  return (
    <Part>
      <Checkbox
        checked={(state === 'on') !== isChanging}
        disabled={state === 'denied'}
        onChange={() => !isChanging && turn(state !== 'on')}
      >
        {t('push.device')}
      </Checkbox>
      {state === 'denied' && <Quiet>{t('push.deniedText')}</Quiet>}
    </Part>
  );
}
