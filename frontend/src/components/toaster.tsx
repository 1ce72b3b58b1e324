import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { Toast, Toaster as Region } from '@chakra-ui/react/toast';
import type { ToastOptions } from '@ark-ui/react/toast';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import type { IconName } from './icon-paths';
import { HOTKEY, toaster } from './notify';
import { useSwipeAway } from './use-swipe-away';
import { useWayBack } from './use-way-back';

const icons: Record<string, IconName> = { success: 'check', error: 'alert', loyalty: 'star' };

function NoticeCard({ toast }: { readonly toast: ToastOptions }) {
  const { t } = useTranslation();
  const dismiss = () => toaster.dismiss(toast.id);
  const swipe = useSwipeAway(dismiss);
  return (
    <Toast.Root {...swipe}>
      <chakra.span color="var(--toast-tone)" mt="1px">
        <Icon name={icons[toast.type ?? 'info'] ?? 'info'} />
      </chakra.span>
      <div>
        <Toast.Title>{toast.title}</Toast.Title>
        {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
      </div>
      <IconButton icon="close" size="sm" label={t('notices.dismiss')} tip={false} onClick={dismiss} />
    </Toast.Root>
  );
}

/** The region of notices; mounted once by the app. F8 moves the focus into it. */
export function Toaster() {
  const wayBack = useWayBack(HOTKEY);
  return (
    <Portal>
      <Region toaster={toaster} insetInline={{ mdDown: '16px' }} {...wayBack}>
        {(toast) => <NoticeCard key={toast.id} toast={toast} />}
      </Region>
    </Portal>
  );
}
