import { chakra } from '@chakra-ui/react/styled-system';
import type { AccountProfile } from '@pax/contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/components/base/button';
import { StatusChip } from '../../ui/components/shop/chip';
import { TextLink } from '../../ui/components/base/page';
import { Surface } from '../../ui/components/base/surface';
import { withAreas } from '../../i18n/with-areas';
import { lazyPart } from '../../lib/lazy/lazy-part';
import { Part } from '../../lib/lazy/part';
import { DirectMessages } from './direct-messages';
import { LinkedRoles } from './linked-roles';
import { DiscordDialog } from './security/discord-dialog';
import { usePasswordState } from './password/use-password';
import { Words } from '../../ui/components/base/words';

const stepPrompt = lazyPart(
  async () => (await withAreas(import('../../ui/components/second-step/step-prompt'), 'step')).StepPrompt,
);
const Card = chakra(Surface, { base: { display: 'grid', gap: '4' } });
const Top = chakra('div', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '3' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '5',
    rowGap: '2',
    '& dt': { color: 'muted' },
    '& dd': { fontWeight: 'medium', overflowWrap: 'anywhere' },
  },
});

/** Unlinks Discord, unless it is the only sign-in method. */
function Unlink({ onUnlink }: { readonly onUnlink: () => void }) {
  const { t } = useTranslation('security');
  const { data: state } = usePasswordState();
  if (!state) return null;
  if (state.hasPassword)
    return (
      <p>
        <Button size="sm" onClick={onUnlink}>
          {t('discord.unlinkAction')}
        </Button>
      </p>
    );
  return (
    <Text>
      {t('discord.only')}{' '}
      <TextLink asChild>
        <Link to="/account?tab=security#password">{t('discord.onlyAction')}</Link>
      </TextLink>
    </Text>
  );
}

interface DiscordCardProps {
  readonly profile: AccountProfile;
  /** The form field for the id; shown only while no proven id exists. */
  readonly children: ReactNode;
}

/** The account's link to Discord. A proven id is read-only. */
export function DiscordCard({ profile, children }: DiscordCardProps) {
  const { t } = useTranslation('account');
  const linked = profile.discordId !== null;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card pad="md" id="discord">
      <Top>
        <Heading>{t('discord.heading')}</Heading>
        <StatusChip tone={linked ? 'money' : 'muted'}>
          {t(linked ? 'discord.linked' : 'discord.open')}
        </StatusChip>
      </Top>
      {linked ? (
        <>
          <Facts>
            {profile.discordUsername !== null && (
              <>
                <dt>{t('discord.name')}</dt>
                <dd>{profile.discordUsername}</dd>
              </>
            )}
            <dt>{t('discord.id')}</dt>
            <chakra.dd textStyle="reference">{profile.discordId}</chakra.dd>
          </Facts>
          <Text>{t('discord.proven')}</Text>
          <DirectMessages />
          <LinkedRoles />
          <Unlink onUnlink={() => setOpen(true)} />
        </>
      ) : (
        <>
          <Text>{t('discord.why')}</Text>
          <p>
            <Button icon="chat" onClick={() => setOpen(true)}>
              {t('discord.link')}
            </Button>
          </p>
          <Words>{children}</Words>
        </>
      )}
      <DiscordDialog
        act={linked ? 'unlink' : 'link'}
        username={profile.username}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
      <Part of={stepPrompt} when={isOpen} props={{}} />
    </Card>
  );
}
