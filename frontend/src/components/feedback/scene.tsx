import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { FallenBlock } from './fallen-block';
import { Words } from '../base/words';

/** The drawn scenes; static files made from src/art, but the one of failures. */
export type SceneName = 'empty-stall' | 'closed-shutter' | 'fallen-block';

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

interface SceneProps {
  readonly scene: SceneName;
  readonly title?: ReactNode;
  /** What happened, in one sentence. */
  readonly sentence: ReactNode;
  /** What to do next: one button or link. */
  readonly action?: ReactNode;
  readonly compact?: boolean;
}

/** A small drawn scene with one sentence and one action. */
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
      <Words>{action}</Words>
    </Root>
  );
}
