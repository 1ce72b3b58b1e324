import { accountCalls, customerCalls, type AccountProfile } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Checkbox } from '../../ui/components/form/checkbox';
import { useReportTimeout } from '../../lib/hooks/use-report-timeout';
import { callApi, queryOptionsFor } from '../../lib/http/call-api';
import { serverMessageOf } from '../../lib/http/fetcher';
import { showToast } from '../../lib/browser/toast';
import { PROFILE } from '../../lib/http/query-keys';
import { useDiscordServerInfo } from '../../lib/http/shop-info';
import { DIRECT_MESSAGES } from './query-keys';
import { Button } from '../../ui/components/base/button';
import { StatusChip } from '../../ui/components/shop/chip';
import { TextLink } from '../../ui/components/base/page';
import { Surface } from '../../ui/components/base/surface';
import { loadWithAreas } from '../../i18n/i18n';
import { lazyComponent, LazyMount } from '../../lib/lazy/lazy-component';
import { DiscordLinkDialog } from './security/discord-link-dialog';
import { usePasswordState } from './security/password-card';
import { TextElement } from '../../ui/components/base/text-element';

/**
 * Saves the setting for direct messages; afterwards shows the server's value, also if the server refused the change.
 */
function useSaveDirectMessages() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (isEnabled: boolean) => callApi(customerCalls.setDirectMessages, { body: { isEnabled } }),
    onSuccess: (saved) => {
      client.setQueryData(DIRECT_MESSAGES, saved);
      showToast({ title: t(saved.isEnabled ? 'direct.on' : 'direct.off'), kind: 'success' });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: DIRECT_MESSAGES });
      if (showNoAnswer(error)) return;
      const description = serverMessageOf(error) ?? t('profile.failedText');
      showToast({ title: t('direct.failed'), description, kind: 'error' });
    },
  });
}

/**
 * Checkbox that lets the Discord bot send direct messages about own orders; the setting can be changed in Discord too.
 */
export function DirectMessagesCheckbox() {
  const { t } = useTranslation('account');
  const { data } = useQuery({ ...queryOptionsFor(customerCalls.directMessages), staleTime: 0 });
  const save = useSaveDirectMessages();
  if (!data) return null;
  return (
    <Checkbox
      hint={t('direct.hint')}
      checked={save.isPending ? save.variables : data.isEnabled}
      aria-busy={save.isPending || undefined}
      onChange={(event) => {
        if (!save.isPending) save.mutate(event.target.checked);
      }}
    >
      {t('direct.label')}
    </Checkbox>
  );
}

/**
 * Checkbox that lets Discord posts about purchases name the account, which they do not by default. Without such posts
 * only who agreed before sees it.
 */
function NamedInPurchasesCheckbox({ isNamed }: { readonly isNamed: boolean }) {
  const { t } = useTranslation('account');
  const hasPosts = useDiscordServerInfo()?.postsPurchases === true;
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  const save = useMutation({
    mutationFn: (namedInPurchases: boolean) =>
      callApi(accountCalls.updateProfile, { body: { namedInPurchases } }),
    onSuccess: (profile) => {
      client.setQueryData(PROFILE, profile);
      showToast({ title: t(profile.namedInPurchases ? 'named.on' : 'named.off'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const description = serverMessageOf(error) ?? t('profile.failedText');
      showToast({ title: t('named.failed'), description, kind: 'error' });
    },
  });
  if (!hasPosts && !isNamed) return null;
  return (
    <Checkbox
      hint={t('named.hint')}
      checked={save.isPending ? save.variables : isNamed}
      aria-busy={save.isPending || undefined}
      onChange={(event) => {
        if (!save.isPending) save.mutate(event.target.checked);
      }}
    >
      {t('named.label')}
    </Checkbox>
  );
}

const stepPrompt = lazyComponent(
  async () => (await loadWithAreas(import('../../ui/components/second-step/step-prompt'), 'step')).StepPrompt,
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

/** Button that unlinks Discord; absent if Discord is the account's only sign-in method. */
function UnlinkDiscordButton({ onUnlink }: { readonly onUnlink: () => void }) {
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
  /** Form field for a typed Discord id; shown only while the account has no proven one. */
  readonly children: ReactNode;
}

/** Card about the account's link to Discord. A proven Discord id is read-only. */
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
          <DirectMessagesCheckbox />
          <NamedInPurchasesCheckbox isNamed={profile.namedInPurchases} />
          <UnlinkDiscordButton onUnlink={() => setOpen(true)} />
        </>
      ) : (
        <>
          <Text>{t('discord.why')}</Text>
          <p>
            <Button icon="chat" onClick={() => setOpen(true)}>
              {t('discord.link')}
            </Button>
          </p>
          <TextElement>{children}</TextElement>
          <NamedInPurchasesCheckbox isNamed={profile.namedInPurchases} />
        </>
      )}
      <DiscordLinkDialog
        act={linked ? 'unlink' : 'link'}
        username={profile.username}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
      <LazyMount of={stepPrompt} when={isOpen} props={{}} />
    </Card>
  );
}
