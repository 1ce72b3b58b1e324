import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ReactNode, Ref } from 'react';
import { buttonRecipe } from '../../theme/recipes/button';
import { Icon, type IconName } from './icon';
import { Spinner } from './spinner';
import { TextElement } from './text-element';

const Base = chakra('button', buttonRecipe);

export interface ButtonProps extends Omit<HTMLChakraProps<'button'>, 'size'> {
  /** Look of the button; `primary` is used at most once per screen. */
  readonly kind?: 'primary' | 'quiet' | 'danger' | 'dangerQuiet' | 'bare';
  readonly size?: 'sm' | 'md' | 'lg';
  /** True while a request runs: a spinner replaces the icon, the width stays, and clicks are ignored. */
  readonly loading?: boolean;
  readonly icon?: IconName;
  readonly iconAfter?: IconName;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** Button with a text. It submits a form only with `type="submit"`. */
export function Button({
  loading = false,
  icon,
  iconAfter,
  children,
  onClick,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <Base
      type="button"
      data-main={rest.kind === 'primary' ? '' : undefined}
      {...rest}
      disabled={disabled}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <Spinner /> : icon && <Icon name={icon} size={18} />}
      <TextElement>{children}</TextElement>
      {iconAfter && <Icon name={iconAfter} size={18} />}
    </Base>
  );
}

const Anchor = chakra('a', buttonRecipe);

export type ButtonLinkProps = Omit<HTMLChakraProps<'a'>, 'size'> &
  Pick<ButtonProps, 'kind' | 'size' | 'icon' | 'iconAfter'> & { readonly children: ReactNode };

/** Link that looks like a button; with `asChild` a router's link gets the look. */
export function ButtonLink({ icon, iconAfter, children, ...rest }: ButtonLinkProps) {
  if (rest.asChild) return <Anchor {...rest}>{children}</Anchor>;
  return (
    <Anchor {...rest}>
      {icon && <Icon name={icon} size={18} />}
      <TextElement>{children}</TextElement>
      {iconAfter && <Icon name={iconAfter} size={18} />}
    </Anchor>
  );
}
