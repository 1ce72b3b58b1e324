import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, type ChangeEvent } from 'react';
import { PICTURE_ACCEPT } from '../../../lib/values/picture-file';
import { Button, type ButtonProps } from '../base/button';
import { IconButton } from '../base/icon-button';

const Hidden = chakra('input', { base: { display: 'none' } });

interface FileButtonProps extends Pick<ButtonProps, 'mt' | 'disabled' | 'aria-describedby'> {
  readonly label: string;
  /** Shows the icon alone. */
  readonly iconOnly?: boolean;
  readonly multiple?: boolean;
  readonly onFiles: (files: File[]) => void;
}

/** Opens the browser's dialog to choose picture files. */
export function FileButton({ label, iconOnly = false, multiple = false, onFiles, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Cleared, because choosing the same file again would fire no event otherwise.
    target.value = '';
  };
  const open = () => input.current?.click();
  return (
    <>
      <Hidden
        ref={input}
        type="file"
        accept={PICTURE_ACCEPT}
        multiple={multiple}
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
      />
      {iconOnly ? (
        <IconButton {...rest} size="sm" icon="upload" label={label} onClick={open} />
      ) : (
        <Button {...rest} size="sm" icon="upload" onClick={open}>
          {label}
        </Button>
      )}
    </>
  );
}
