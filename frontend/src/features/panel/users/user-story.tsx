import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminUser } from '@pax/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { SkeletonText } from '../../../ui/components/feedback/skeleton';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useCan } from '../access/rights';
import { StoryEntry } from './story-entries';
import { mergeStory, refreshStory, useStory, type StoryKind } from './story-streams';

const Head = chakra('div', { base: { display: 'grid', gap: '2' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted' } });
const List = chakra('ol', { base: { display: 'grid' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', py: '2' } });
const KINDS = ['orders', 'money', 'tickets', 'security'] as const satisfies readonly StoryKind[];

/** Refetches the story after each change of the account; filter and scroll position stay. */
function useFreshStory({ id, version }: Pick<AdminUser, 'id' | 'version'>): void {
  const client = useQueryClient();
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    refreshStory(client, id);
  }, [client, id, version]);
}

interface UserStoryProps {
  readonly user: Pick<AdminUser, 'id' | 'version'>;
}

/** The events of an account, newest first, page by page. */
export function UserStory({ user }: UserStoryProps) {
  const can = useCan();
  const { t } = useTranslation('users');
  const [chosen, setChosen] = useState<StoryKind | 'all'>('all');
  useFreshStory(user);
  const story = useStory(user.id);
  const allowed = KINDS.filter((kind) => kind === 'security' || can(kind));
  const shown = (chosen === 'all' ? allowed : [chosen]).map((kind) => story[kind]);
  const items = mergeStory(shown.map(({ stream }) => stream));
  const isPending = shown.some((list) => list.isPending);
  const older = shown.filter(({ hasNextPage }) => hasNextPage);
  const isLoading = shown.some(({ isFetchingNextPage }) => isFetchingNextPage);
  const more = () => {
    for (const { fetchNextPage } of older) void fetchNextPage({ cancelRefetch: false });
  };
  return (
    <section>
      <Head>
        <Title>{t('story.heading')}</Title>
        <SegmentedControl
          label={t('story.filter')}
          options={(['all', ...allowed] as const).map((value) => ({
            value,
            label: t(`story.kinds.${value}`),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      </Head>
      {isPending && <SkeletonText lines={4} />}
      {shown.some((list) => list.isError) && <Quiet role="alert">{t('story.failed')}</Quiet>}
      {!isPending && items.length === 0 && <Quiet>{t('story.empty')}</Quiet>}
      <List aria-label={t('story.heading')}>
        {items.map((item) => (
          <StoryEntry key={item.key} item={item} />
        ))}
      </List>
      {!isPending && older.length > 0 && (
        <Button size="sm" mt="3" loading={isLoading} onClick={more}>
          {t('story.more')}
        </Button>
      )}
    </section>
  );
}
