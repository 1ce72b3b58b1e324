import {
  roleRightsCalls,
  type RoleRights,
  type RoleRightsAnswer,
  type StaffRight,
  STAFF_RIGHTS,
  addNeededRights,
  removeRight,
} from '@pax/contracts';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf, queryOptionsFor } from '../../../lib/http/call-api';
import { ROLES } from './rights-live';
import { showToast } from '../../../lib/browser/toast';
import { formatDateTime } from '../../../lib/values/format';
import { Button } from '../../../ui/components/base/button';
import { Surface } from '../../../ui/components/base/surface';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { Chip } from '../../../ui/components/shop/chip';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { TabBar, TabLayout, TabScroll, TabTitle } from '../shared/tab-elements';

/** Refusals that have their own translated text, below `rights.failed`. */
const REASONS = {
  STALE: 'stale',
  ROLE_NOT_GRANTABLE: 'managed',
  ROLE_IS_VIP: 'vip',
  NOT_FOUND: 'gone',
  UNAVAILABLE: 'away',
} as const;
const isKnownRefusal = (code: unknown): code is keyof typeof REASONS =>
  typeof code === 'string' && code in REASONS;

/** Sets all panel rights of a Discord role with the version that was shown, and shows toasts. */
function useSetRoleRights({ id, name, version }: RoleRights, onDone: () => void) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (rights: readonly StaffRight[]) =>
      callApi(roleRightsCalls.setRoleRights, { params: { id }, body: { rights: [...rights], version } }),
    onSuccess: (now) => {
      client.setQueryData<RoleRightsAnswer>(
        ROLES,
        (known) => known && { ...known, roles: known.roles.map((role) => (role.id === now.id ? now : role)) },
      );
      showToast({ title: t('rights.done'), description: now.name ?? name ?? id, kind: 'success' });
      onDone();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: ROLES });
      if (noAnswer(error)) return;
      const code = callErrorCodeOf(roleRightsCalls.setRoleRights, error);
      const reason = isKnownRefusal(code) ? REASONS[code] : 'other';
      showToast({
        title: t('rights.failed.title'),
        description: t(`rights.failed.${reason}`),
        kind: 'error',
      });
    },
  });
}

const Head = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
});
const Name = chakra('h3', {
  base: { fontWeight: 'semibold', overflowWrap: 'anywhere', minWidth: '0' },
});
const Summary = chakra('p', { base: { color: 'muted', textStyle: 'small', flexBasis: 'full' } });
const Warning = chakra('p', { base: { color: 'danger', textStyle: 'small', flexBasis: 'full' } });
const Push = chakra('span', { base: { ms: 'auto' } });
const Form = chakra('form', { base: { display: 'grid', gap: '4', mt: '3' } });
const Boxes = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    columnGap: '6',
    rowGap: '2',
  },
});
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Card of a Discord role with its panel rights and a form to change them. */
function RoleCard({ role }: { readonly role: RoleRights }) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  const name = role.name ?? t('rights.nameless', { id: role.id });
  const rights = role.rights.map((right) => t(`rights.names.${right}`)).join(' · ');
  // The VIP role can get no rights, but rights from before it became the VIP role can be taken away.
  const canChange = !role.isVipRole || rights !== '';
  return (
    <Surface pad="sm" data-role={role.id}>
      <Head>
        <Name>{name}</Name>
        {role.isStaffRole && <Chip>{t('rights.staffRole')}</Chip>}
        {role.isVipRole && <Chip>{t('rights.vip.role')}</Chip>}
        {canChange && (
          <Push>
            <Button
              size="sm"
              aria-label={`${name}: ${t(isOpen ? 'rights.close' : 'rights.change')}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'rights.close' : 'rights.change')}
            </Button>
          </Push>
        )}
        <Summary>{rights || t(role.isVipRole ? 'rights.vip.none' : 'rights.nothing')}</Summary>
        {role.isVipRole && rights && <Warning>{t('rights.vip.void')}</Warning>}
        {role.takenAt !== null && (
          <Warning>{t('rights.taken', { time: formatDateTime(role.takenAt) })}</Warning>
        )}
      </Head>
      {isOpen && <RightsForm role={role} name={name} onDone={() => setOpen(false)} />}
    </Surface>
  );
}

interface RightsFormProps {
  readonly role: RoleRights;
  readonly name: string;
  readonly onDone: () => void;
}

function RightsForm({ role, name, onDone }: RightsFormProps) {
  const { t } = useTranslation('admin');
  const [rights, setRights] = useState<readonly StaffRight[]>(role.rights);
  const { mutate, isPending } = useSetRoleRights(role, onDone);
  const isSame = rights.join() === role.rights.join();
  const toggleRight = (right: StaffRight, isOn: boolean) =>
    setRights(isOn ? addNeededRights([...rights, right]) : removeRight(rights, right));
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && !isSame) mutate(rights);
      }}
    >
      <Boxes aria-label={t('rights.of', { name })} disabled={isPending}>
        {STAFF_RIGHTS.map((right) => (
          <Checkbox
            key={right}
            hint={t(`rights.hints.${right}`)}
            checked={rights.includes(right)}
            onChange={(event) => toggleRight(right, event.target.checked)}
          >
            {t(`rights.names.${right}`)}
          </Checkbox>
        ))}
      </Boxes>
      <Buttons>
        <Button type="submit" kind="primary" loading={isPending} disabled={isSame}>
          {t('rights.save')}
        </Button>
        <Button onClick={onDone}>{t('rights.cancel')}</Button>
      </Buttons>
    </Form>
  );
}

const Column = chakra('div', { base: { display: 'grid', gap: '3', maxWidth: '860px' } });
const Intro = chakra('p', { base: { color: 'muted', maxWidth: 'prose', mb: '1' } });
const Away = chakra('p', { base: { color: 'danger', textStyle: 'small', fontWeight: 'medium' } });
const List = chakra('ul', { base: { display: 'grid', gap: '2' } });

/** Tab for admins with the panel rights of each role of the Discord server. */
export function RightsTab() {
  const { t } = useTranslation('admin');
  const answer = useQuery({ ...queryOptionsFor(roleRightsCalls.roleRights), staleTime: 0 });
  const { data } = answer;
  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('rights.heading')}</TabTitle>
      </TabBar>
      <TabScroll>
        <Column>
          <Intro>{t('rights.intro')}</Intro>
          {answer.isPending && (
            <Loading>
              <Skeleton height="220px" />
            </Loading>
          )}
          {answer.isError && !data && (
            <ErrorState sentence={t('rights.loadFailed')} onRetry={() => void answer.refetch()} />
          )}
          {data && !data.isComplete && <Away role="status">{t('rights.away')}</Away>}
          {data && data.vipRisks.length > 0 && (
            <List>
              {data.vipRisks.map((risk) => (
                <li key={risk}>
                  <Away>{t(`rights.vip.${risk}`)}</Away>
                </li>
              ))}
            </List>
          )}
          {data && data.roles.length === 0 && data.isComplete && (
            <EmptyState title={t('rights.empty')} sentence={t('rights.emptyText')} />
          )}
          {data && data.roles.length > 0 && (
            <List>
              {data.roles.map((role) => (
                <li key={role.id}>
                  <RoleCard key={role.version} role={role} />
                </li>
              ))}
            </List>
          )}
        </Column>
      </TabScroll>
    </TabLayout>
  );
}
