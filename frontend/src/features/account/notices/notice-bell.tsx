import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWithAreas } from '../../../i18n/i18n';
import { useCurrentUser } from '../../../lib/http/current-user';
import { setTitleCount } from '../../../lib/hooks/use-title';
import { lazyComponent } from '../../../lib/lazy/lazy-component';
import { HeaderPopover } from '../../../ui/components/overlay/header-popover';
import { CountMark, formatCountMark } from '../../../ui/components/base/count-mark';
import { useUnreadCount } from './use-notices';

const LazyNoticeSheet = lazyComponent(
  async () => (await loadWithAreas(import('./notice-sheet'), 'notices')).NoticeSheet,
);

const Lantern = chakra('svg', {
  base: {
    '& [data-light]': { opacity: '0', transition: 'opacity 200ms ease-out' },
    '&[data-lit=true]': { color: 'accent' },
    '&[data-lit=true] [data-light]': { opacity: '0.5' },
  },
});

/** Bell of the header: a lantern that lights while a notice is unread; a click opens the notices. */
export function NoticeBell() {
  const { t } = useTranslation('notices');
  const me = useCurrentUser();
  const isShown = me != null && !me.blocked;
  const unread = useUnreadCount(isShown);
  useEffect(() => {
    setTitleCount(isShown ? unread : 0);
    return () => setTitleCount(0);
  }, [isShown, unread]);

  if (!isShown) return null;
  const label = unread > 0 ? t('bell.unread', { count: unread }) : t('bell.none');
  return (
    <HeaderPopover
      label={label}
      renderPopover={({ id, close }) => <LazyNoticeSheet id={id} onClose={close} />}
    >
      <Lantern
        data-lit={unread > 0}
        width={22}
        height={22}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="square"
        aria-hidden="true"
        focusable="false"
      >
        <path data-light d="M8 9h8v10H8Z" fill="currentColor" stroke="none" />
        <path d="M9 7V5l3-2 3 2v2 M6 8h12 M8 9v10 M16 9v10 M6 20h12 M12 13v2" />
      </Lantern>
      {unread > 0 && <CountMark aria-hidden="true">{formatCountMark(unread)}</CountMark>}
    </HeaderPopover>
  );
}
