import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { buttonRecipe } from '../../theme/recipes/button';
import { Icon, type IconName } from './icon';

const Base = chakra('button', buttonRecipe);

interface IconButtonProps extends Omit<HTMLChakraProps<'button'>, 'size' | 'children'> {
  readonly icon: IconName;
  /** Name of the button for screen readers, also shown as tooltip. */
  readonly label: string;
  readonly kind?: 'primary' | 'quiet' | 'danger' | 'bare';
  readonly size?: 'sm' | 'md';
  readonly filled?: boolean;
  readonly tip?: boolean;
  /** Count or dot in the corner of the button. */
  readonly badge?: ReactNode;
}

const badgeLook = {
  position: 'absolute',
  top: '1',
  insetEnd: '1',
  minWidth: '18px',
  px: '1',
  fontSize: '11px',
  fontWeight: 'bold',
  lineHeight: '18px',
  textAlign: 'center',
  color: 'onAccent',
  bg: 'accent',
  textStyle: 'numeric',
} as const;

/** Button with only an icon and a touch target of 44 px. */
export function IconButton({
  icon,
  label,
  kind = 'bare',
  size = 'md',
  filled = false,
  tip = true,
  badge,
  ...rest
}: IconButtonProps) {
  return (
    <Base
      type="button"
      aria-label={label}
      data-tip={tip ? label : undefined}
      kind={kind}
      size={size === 'sm' ? 'iconSm' : 'icon'}
      {...rest}
    >
      <Icon name={icon} filled={filled} />
      {badge != null && (
        <chakra.span css={badgeLook} aria-hidden="true">
          {badge}
        </chakra.span>
      )}
    </Base>
  );
}
