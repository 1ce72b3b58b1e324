import { Portal } from '@chakra-ui/react/portal';
import { Tooltip } from '@chakra-ui/react/tooltip';
import type { ReactElement } from 'react';

interface TipProps {
  readonly words: string;
  readonly children: ReactElement;
  readonly disabled?: boolean;
}

/**
 * A tooltip: after 700 ms, at once while another was shown within the last 300 ms (it lingers that long), and at once
 * on keyboard focus. Never the only place of a needed word.
 */
export function Tip({ words, children, disabled = false }: TipProps) {
  return (
    <Tooltip.Root openDelay={700} closeDelay={300} disabled={disabled} positioning={{ placement: 'top' }}>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{words}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  );
}
