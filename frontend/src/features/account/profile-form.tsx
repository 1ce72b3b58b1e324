import { chakra } from '@chakra-ui/react/styled-system';
import type { AccountProfile } from '@pax/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { Surface } from '../../ui/components/base/surface';
import { TextField } from '../../ui/components/form/text-field';
import { codeOf } from '../../lib/http/fetcher';
import { checkNewUsername } from '../../lib/values/username-problem';
import { DiscordCard } from './discord-card';
import {
  changesOf,
  checkDiscordId,
  checkGameName,
  fieldsOf,
  nameProblemOf,
  problemOf,
  type ProfileFields,
} from './profile-fields';
import { useSaveProfile } from './use-save-profile';

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

/** Username, game name and Discord, saved together. */
export function ProfileForm({ profile }: { readonly profile: AccountProfile }) {
  const { t } = useTranslation('account');
  const save = useSaveProfile();
  const form = useForm<ProfileFields>({ defaultValues: fieldsOf(profile) });
  const { errors, isDirty } = form.formState;
  const problem = (field: keyof ProfileFields): string | undefined => {
    const key = problemOf(errors[field]?.message);
    return key && t(`profile.problem.${key}`);
  };
  const submit = form.handleSubmit((typed) =>
    save.mutate(changesOf(profile, typed), {
      onSuccess: (saved) => form.reset(fieldsOf(saved)),
      onError: (error) => {
        const message = nameProblemOf(codeOf(error));
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
          error={problem('username')}
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
          error={problem('minecraftName')}
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
          error={problem('discordId')}
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
