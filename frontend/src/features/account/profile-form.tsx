import {
  updateProfileRequest,
  type AccountProfile,
  type UpdateProfileRequest,
  accountCalls,
  type CurrentUser,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useForm } from 'react-hook-form';
import { USERNAME_PROBLEMS, usernameProblemOf, checkNewUsername } from '../../lib/values/username-problem';
import { useReportTimeout } from '../../lib/hooks/use-report-timeout';
import { showToast } from '../../lib/browser/toast';
import { ME, PROFILE } from '../../lib/http/query-keys';
import { callApi, callErrorCodeOf } from '../../lib/http/call-api';
import { serverMessageOf, errorCodeOf } from '../../lib/http/fetcher';
import { Button } from '../../ui/components/base/button';
import { Surface } from '../../ui/components/base/surface';
import { TextField } from '../../ui/components/form/field';
import { DiscordCard } from './discord-card';

/** Values of the profile form. */
interface ProfileFields {
  username: string;
  discordId: string;
  minecraftName: string;
}

const PROBLEMS = [...USERNAME_PROBLEMS, 'usernameSpent', 'discordId', 'game'] as const;
/** Problem of a profile field, as a catalogue key below `profile.problem`. */
type ProfileProblem = (typeof PROBLEMS)[number];

const toProfileProblem = (named: string | undefined): ProfileProblem | undefined =>
  PROBLEMS.find((problem) => problem === named);

export const toProfileFields = (profile: AccountProfile): ProfileFields => ({
  username: profile.username,
  discordId: profile.discordId ?? profile.claimedDiscordId ?? '',
  minecraftName: profile.minecraftName ?? '',
});

/** Returns why the server refused a new user name; undefined if it refused something else. */
const newNameProblemOf = (code: unknown): ProfileProblem | undefined =>
  code === 'USERNAME_CHANGES_SPENT' ? 'usernameSpent' : usernameProblemOf(code);

/** Returns only the fields that differ from the profile; a proven Discord id is never sent. */
export function findChangedProfileFields(
  profile: AccountProfile,
  typed: ProfileFields,
): UpdateProfileRequest {
  const before = toProfileFields(profile);
  const changes: UpdateProfileRequest = {};
  if (typed.username.trim() !== before.username) changes.username = typed.username.trim();
  if (profile.discordId === null && typed.discordId.trim() !== before.discordId)
    changes.discordId = typed.discordId.trim();
  if (typed.minecraftName.trim() !== before.minecraftName) changes.minecraftName = typed.minecraftName.trim();
  return changes;
}

export const checkDiscordId = (typed: string): true | ProfileProblem =>
  updateProfileRequest.shape.discordId.safeParse(typed.trim()).success || 'discordId';

export const checkGameName = (typed: string): true | ProfileProblem =>
  updateProfileRequest.shape.minecraftName.safeParse(typed.trim()).success || 'game';

/** Saves the profile at the server and in the query cache, which updates header and checkout. */
export function useSaveProfile() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (body: UpdateProfileRequest) => callApi(accountCalls.updateProfile, { body }),
    onSuccess: (profile) => {
      client.setQueryData(PROFILE, profile);
      client.setQueryData<CurrentUser | null>(
        ME,
        (me) => me && { ...me, username: profile.username, minecraftName: profile.minecraftName },
      );
      showToast({ title: t('profile.saved'), description: t('profile.savedText'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) {
        void client.invalidateQueries({ queryKey: PROFILE });
        return;
      }
      const name = newNameProblemOf(callErrorCodeOf(accountCalls.updateProfile, error));
      const description = name
        ? t(`profile.problem.${name}`)
        : (serverMessageOf(error) ?? t('profile.failedText'));
      showToast({ title: t('profile.failed'), description, kind: 'error' });
    },
  });
}

const Grid = chakra('form', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
    alignItems: 'start',
  },
});
const Card = chakra(Surface, { base: { display: 'grid', gap: '4' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Save = chakra('p', { base: { gridColumn: '1 / -1' } });

/** Form for user name, game name and Discord id, which are saved together. */
export function ProfileForm({ profile }: { readonly profile: AccountProfile }) {
  const { t } = useTranslation('account');
  const save = useSaveProfile();
  const form = useForm<ProfileFields>({ defaultValues: toProfileFields(profile) });
  const { errors, isDirty } = form.formState;
  const problemTextOf = (field: keyof ProfileFields): string | undefined => {
    const key = toProfileProblem(errors[field]?.message);
    return key && t(`profile.problem.${key}`);
  };
  const submit = form.handleSubmit((typed) =>
    save.mutate(findChangedProfileFields(profile, typed), {
      onSuccess: (saved) => form.reset(toProfileFields(saved)),
      onError: (error) => {
        const message = newNameProblemOf(errorCodeOf(error));
        if (message) form.setError('username', { message }, { shouldFocus: true });
      },
    }),
  );
  return (
    <Grid
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) void submit(event);
      }}
    >
      <Card pad="md">
        <Heading>{t('profile.heading')}</Heading>
        <TextField
          label={t('profile.username')}
          autoComplete="username"
          spellCheck={false}
          error={problemTextOf('username')}
          {...form.register('username', {
            validate: (typed) => checkNewUsername(typed, profile.username),
          })}
        />
        <TextField
          label={t('profile.game')}
          hint={t('profile.gameHint')}
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={problemTextOf('minecraftName')}
          {...form.register('minecraftName', { validate: checkGameName })}
        />
      </Card>
      <DiscordCard profile={profile}>
        <TextField
          label={t('discord.id')}
          hint={t('discord.claimHint')}
          optional
          inputMode="numeric"
          autoComplete="off"
          error={problemTextOf('discordId')}
          {...form.register('discordId', { validate: checkDiscordId })}
        />
      </DiscordCard>
      <Save>
        <Button type="submit" kind="primary" loading={save.isPending} disabled={!isDirty}>
          {t('profile.save')}
        </Button>
      </Save>
    </Grid>
  );
}
