import { chakra } from '@chakra-ui/react/styled-system';
import { VIP_RISKS, type BotPermission, type CheckedChannel, type CheckedRole } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { Chip, StatusChip } from '../../../ui/components/shop/chip';
import { TestCard } from './test-card';
import { useBotStatus } from './status-card';
import { Icon } from '../../../ui/components/base/icon';

/** Permissions without which Discord answers "Missing Access". */
const TOLD: readonly BotPermission[] = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'MentionEveryone',
  'ReadMessageHistory',
];

const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const List = chakra('ul', { base: { display: 'grid' } });
const Row = chakra('li', {
  base: { display: 'grid', gap: '2', py: '3', borderTopWidth: '1px', borderColor: 'line' },
});

const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '3',
    rowGap: '1',
  },
});

const Name = chakra('span', { base: { fontWeight: 'semibold', overflowWrap: 'anywhere', minWidth: '0' } });
const Called = chakra('span', { base: { color: 'muted', fontWeight: 'normal' } });
const Chips = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });
const Help = chakra('p', { base: { textStyle: 'small', overflowWrap: 'anywhere' } });

const Settings = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    '& li': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      fontWeight: 'medium',
      overflowWrap: 'anywhere',
    },
    '& svg': { color: 'money' },
  },
});

const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Returns the name of the setting that names a Discord channel or role. */
const settingNameOf = (what: CheckedChannel['channel'] | CheckedRole['role']): string =>
  what === 'staff' || what === 'vip'
    ? `DISCORD_${what.toUpperCase()}_ROLE_ID`
    : `DISCORD_CHANNEL_${what.toUpperCase()}`;

interface FindingProps {
  readonly title: string;
  /** Name of the channel or role in Discord. */
  readonly discordName?: string | undefined;
  readonly state: ReactNode;
  readonly children?: ReactNode;
}

function Finding({ title, discordName, state, children }: FindingProps) {
  return (
    <Row>
      <Top>
        <Name>
          {title} {discordName && <Called>{discordName}</Called>}
        </Name>
        {state}
      </Top>
      {children}
    </Row>
  );
}

interface PermissionsProps {
  readonly has: readonly BotPermission[];
  readonly lacks: readonly BotPermission[];
}

/** Chip that says whether the bot has all permissions, or how many are missing. */
function PermissionState({ lacks }: Pick<PermissionsProps, 'lacks'>) {
  const { t } = useTranslation('discord');
  if (lacks.length === 0) return <StatusChip tone="money">{t('doctor.complete')}</StatusChip>;
  return <StatusChip tone="danger">{t('doctor.lacks', { count: lacks.length })}</StatusChip>;
}

/** List of the bot's permissions, missing ones first; empty when none is missing. */
function Permissions({ has, lacks }: PermissionsProps) {
  const { t } = useTranslation('discord');
  if (lacks.length === 0) return null;
  return (
    <Chips>
      {lacks.map((name) => (
        <li key={name}>
          <Chip tone="danger" icon="close">
            <VisuallyHidden>{t('doctor.missing')}</VisuallyHidden>
            {t(`permissions.${name}`)}
          </Chip>
        </li>
      ))}
      {has.map((name) => (
        <li key={name}>
          <Chip tone="muted" icon="check">
            <VisuallyHidden>{t('doctor.allowed')}</VisuallyHidden>
            {t(`permissions.${name}`)}
          </Chip>
        </li>
      ))}
    </Chips>
  );
}

function ChannelFinding({ channel, state, name, has, lacks }: CheckedChannel) {
  const { t } = useTranslation('discord');
  const title = t(`doctor.channels.${channel}`);
  const called = name === undefined ? undefined : `#${name}`;
  if (state !== 'found')
    return (
      <Finding
        title={title}
        discordName={called}
        state={<StatusChip tone="danger">{t('doctor.wrong')}</StatusChip>}
      >
        <Help>{t(`doctor.channel.${state}`, { setting: settingNameOf(channel), name })}</Help>
      </Finding>
    );
  return (
    <Finding title={title} discordName={called} state={<PermissionState lacks={lacks} />}>
      <Permissions has={has} lacks={lacks} />
      {lacks.length > 0 && <Help>{t('doctor.channel.help', { name })}</Help>}
    </Finding>
  );
}

const RISKS: readonly CheckedRole['state'][] = ['given_by_others', ...VIP_RISKS, 'has_rights'];

function RoleFinding({ role, state, name, givenBy = [], permissions = [] }: CheckedRole) {
  const { t } = useTranslation('discord');
  const title = t(`doctor.roles.${role}`);
  if (state === 'fine')
    return (
      <Finding
        title={title}
        discordName={name}
        state={<StatusChip tone="money">{t('doctor.role.fine')}</StatusChip>}
      />
    );
  const isRisk = RISKS.includes(state);
  return (
    <Finding
      title={title}
      discordName={name}
      state={<StatusChip tone="danger">{t(isRisk ? 'doctor.risk' : 'doctor.wrong')}</StatusChip>}
    >
      <Help>
        {t(`doctor.role.${state}`, {
          setting: settingNameOf(role),
          name,
          roles: givenBy.join(', '),
          permissions: permissions.map((one) => t(`permissions.${one}`)).join(', '),
        })}
      </Help>
    </Finding>
  );
}

/** Card that lists the bot's missing permissions and the settings that match nothing in Discord, each with a remedy. */
export function DoctorCard() {
  const { t } = useTranslation('discord');
  const { data } = useBotStatus();
  const doctor = data?.doctor;
  return (
    <TestCard heading={t('doctor.heading')}>
      <Quiet>{t(doctor ? 'doctor.text' : 'doctor.waiting')}</Quiet>
      {doctor && (
        <List aria-live="polite">
          {doctor.channels.map((one) => (
            <ChannelFinding key={one.channel} {...one} />
          ))}
          <Finding title={t('doctor.server')} state={<PermissionState lacks={doctor.server.lacks} />}>
            <Permissions {...doctor.server} />
            {doctor.server.lacks.length > 0 && <Help>{t('doctor.serverHelp')}</Help>}
          </Finding>
          {doctor.roles.map((one) => (
            <RoleFinding key={one.role} {...one} />
          ))}
        </List>
      )}
    </TestCard>
  );
}

/** Card that explains how to fix Discord's error "Missing Access". */
export function MissingAccessCard() {
  const { t } = useTranslation('discord');
  return (
    <TestCard heading={t('setup.heading')}>
      <Text>{t('setup.text')}</Text>
      <Settings>
        {TOLD.map((name) => (
          <li key={name}>
            <Icon name="check" size={18} />
            {t(`permissions.${name}`)}
          </li>
        ))}
      </Settings>
      <Text>{t('setup.admin')}</Text>
    </TestCard>
  );
}
