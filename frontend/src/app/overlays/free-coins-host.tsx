import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FREE_COINS_HASH, useFreeCoins } from '../../features/account/free-coins/free-coins-flag';
import { withAreas } from '../../i18n/with-areas';
import { useMe } from '../../lib/http/current-user';
import { useServerInfo } from '../../lib/http/server-info';
import { usePartFailed } from '../../lib/hooks/use-part-failed';
import { lazyPart } from '../../lib/lazy/lazy-part';
import { Part } from '../../lib/lazy/part';

const LazyFreeCoins = lazyPart(
  async () =>
    (await withAreas(import('../../features/account/free-coins/free-coins-dialog'), 'home')).FreeCoinsDialog,
);

/**
 * Hosts the free coins dialog on every page; an address with its fragment opens it, as after signing in for
 * it.
 */
export function FreeCoinsHost() {
  const showPartFailed = usePartFailed();
  const { isOpen, open, close } = useFreeCoins();
  const me = useMe();
  const invite = useServerInfo()?.inviteLink;
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== FREE_COINS_HASH) return;
    void navigate({ pathname, search }, { replace: true });
    open();
  }, [hash, pathname, search, navigate, open]);
  const failed = useCallback(() => {
    close();
    showPartFailed(open);
  }, [close, open, showPartFailed]);
  return (
    <Part
      of={LazyFreeCoins}
      when={isOpen}
      onFail={failed}
      props={{ open: isOpen, onClose: close, me, invite }}
    />
  );
}
