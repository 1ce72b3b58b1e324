import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../base/button';
import { Scene, type SceneName } from './scene';

interface EmptyStateProps {
  readonly scene?: SceneName;
  readonly title?: ReactNode;
  readonly sentence: ReactNode;
  readonly action?: ReactNode;
  readonly compact?: boolean;
}

/** Nothing here (yet): an empty stall unless another scene fits better. */
export function EmptyState({ scene = 'empty-stall', ...rest }: EmptyStateProps) {
  return <Scene scene={scene} {...rest} />;
}

interface ErrorStateProps {
  readonly title?: ReactNode;
  readonly sentence?: ReactNode;
  /** Shown as "Try again". */
  readonly onRetry?: () => void;
  /** Offers to load the page again instead: trying again did not help. */
  readonly isLasting?: boolean;
  readonly compact?: boolean;
}

/** A failure: a fallen block, what happened and a retry button. Announced when it appears. */
export function ErrorState({ title, sentence, onRetry, isLasting = false, compact }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Scene
        scene="fallen-block"
        title={title ?? t('failure.title')}
        sentence={sentence ?? t('failure.sentence')}
        compact={compact}
        action={
          onRetry && (
            <Button icon="refresh" onClick={isLasting ? () => location.reload() : onRetry}>
              {t(isLasting ? 'reload' : 'retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
