import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextElement } from '../base/text-element';
import { Button } from '../base/button';

/** Names of the drawn scenes. Each is a static file made from src/ui/art, except the error scene. */
type SceneName = 'empty-stall' | 'closed-shutter' | 'fallen-block';

const Root = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: '3',
    px: '4',
    py: { base: '8', md: '12' },
    textAlign: 'center',
    animation: 'fadeIn 200ms ease-out',
  },
});
const Title = chakra('div', { base: { textStyle: 'subheading' } });
const Sentence = chakra('p', { base: { color: 'muted', maxWidth: '44ch' } });

/** Drawing of the error scene as inline SVG, because fetching a file could fail as well. */
function FallenBlock({ size }: { readonly size: number }) {
  return (
    <svg
      viewBox="0 0 120 120"
      width={size}
      height={size}
      strokeLinejoin="round"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <g stroke="var(--pax-colors-bg)">
        <path d="M60 66 110 91 60 116 10 91Z" fill="var(--pax-colors-raised)" />
        <path d="M60 72 98 91 60 110 22 91Z" fill="var(--pax-colors-line)" />
        <g transform="rotate(-21 60 64)">
          <path d="M60 22 92 38 60 54 28 38Z" fill="#ffc877" />
          <path d="M28 38 60 54V90L28 74Z" fill="#ffb347" />
          <path d="M92 38 60 54V90L92 74Z" fill="#b8741f" />
          <path d="M40 44 46 58 41 64 48 80" fill="none" stroke="#7a4a10" />
        </g>
        <path d="M96 76 104 80 96 84 88 80Z" fill="#ffc877" />
        <path d="M88 80 96 84V92L88 88Z" fill="#ffb347" />
        <path d="M104 80 96 84V92L104 88Z" fill="#b8741f" />
      </g>
    </svg>
  );
}

interface SceneProps {
  readonly scene: SceneName;
  readonly title?: ReactNode;
  /** Sentence that explains what happened. */
  readonly sentence: ReactNode;
  /** Button or link for the user's next step. */
  readonly action?: ReactNode;
  readonly compact?: boolean;
}

/** Small drawn scene with one sentence and one button. */
export function Scene({ scene, title, sentence, action, compact = false }: SceneProps) {
  const size = compact ? 120 : 200;
  return (
    <Root py={compact ? '6' : undefined}>
      {scene === 'fallen-block' ? (
        <FallenBlock size={size} />
      ) : (
        <img src={`/art/scene-${scene}.svg`} alt="" width={size} height={size} />
      )}
      {title && <Title>{title}</Title>}
      <Sentence>{sentence}</Sentence>
      <TextElement>{action}</TextElement>
    </Root>
  );
}

interface EmptyStateProps {
  readonly scene?: SceneName;
  readonly title?: ReactNode;
  readonly sentence: ReactNode;
  readonly action?: ReactNode;
  readonly compact?: boolean;
}

/** Message for an empty list or page, with the drawing of an empty stall by default. */
export function EmptyState({ scene = 'empty-stall', ...rest }: EmptyStateProps) {
  return <Scene scene={scene} {...rest} />;
}

interface ErrorStateProps {
  readonly title?: ReactNode;
  readonly sentence?: ReactNode;
  /** Called by the button "Try again"; without it there is no button. */
  readonly onRetry?: () => void;
  /** True when retrying did not help, so that the button reloads the page instead. */
  readonly isLasting?: boolean;
  readonly compact?: boolean;
}

/** Error message with a drawing and a retry button; announced to screen readers. */
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
