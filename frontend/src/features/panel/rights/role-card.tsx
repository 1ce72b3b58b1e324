import { chakra } from '@chakra-ui/react/styled-system';
import {
  STAFF_RIGHTS,
  withNeededRights,
  withoutRight,
  type RoleRights,
  type StaffRight,
} from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Surface } from '../../../ui/components/base/surface';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { Chip } from '../../../ui/components/shop/chip';
import { useSetRights } from './use-set-rights';

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

/** A role of the Discord server, and what it gives; opened, a form that sets it. */
export function RoleCard({ role }: { readonly role: RoleRights }) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  const name = role.name ?? t('rights.nameless', { id: role.id });
  const rights = role.rights.map((right) => t(`rights.names.${right}`)).join(' · ');
  // Rights that a role got before it became the VIP role can only be taken away.
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
  const { mutate, isPending } = useSetRights(role, onDone);
  const isSame = rights.join() === role.rights.join();
  const toggle = (right: StaffRight, isOn: boolean) =>
    setRights(isOn ? withNeededRights([...rights, right]) : withoutRight(rights, right));
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
            onChange={(event) => toggle(right, event.target.checked)}
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
