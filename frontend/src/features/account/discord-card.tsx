import { chakra } from '@chakra-ui/react/styled-system';
import type { AccountProfile } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button';
import { StatusChip } from '../../components/chip';
import { Surface } from '../../components/surface';

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

interface DiscordCardProps {
  readonly profile: AccountProfile;
  /** The field for a typed id; shown only while none is proven. */
  readonly children: ReactNode;
}

/** Whether the account is linked with Discord. A proven id can only be read (ADMIN-2.40). */
export function DiscordCard({ profile, children }: DiscordCardProps) {
  const { t } = useTranslation('account');
  const linked = profile.discordId !== null;
  return (
    <Card pad="md">
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
        </>
      ) : (
        <>
          <Text>{t('discord.why')}</Text>
          <p>
            <ButtonLink icon="chat" href="/api/auth/discord?next=%2Faccount">
              {t('discord.link')}
            </ButtonLink>
          </p>
          {children}
        </>
      )}
    </Card>
  );
}
