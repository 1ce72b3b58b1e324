import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { panelLives } from '../../features/panel/layout/panel-tabs';
import { AdminPage } from '../../features/panel/admin-page';
import { addLiveModule } from '../live/live-updates';
import { useSignOut } from '../layout/use-sign-out';

/** Route of the admin panel; adds the panel's realtime handlers when mounted. */
export function AdminRoute() {
  const client = useQueryClient();
  const signOut = useSignOut();
  useEffect(() => {
    for (const module of panelLives) addLiveModule(client, module);
  }, [client]);
  return <AdminPage onLogout={() => signOut.mutate()} />;
}
