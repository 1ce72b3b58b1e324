import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, type ChangeEvent } from 'react';
import { PICTURE_ACCEPT } from '../../../lib/values/picture-file';
import { Button, type ButtonProps } from '../base/button';
import { IconButton } from '../base/icon-button';

const Trough = chakra('div', {
  base: { height: '4px', bg: 'bg', borderWidth: '1px', borderColor: 'edge', overflow: 'hidden' },
});
const Level = chakra('div', {
  base: {
    height: 'full',
    bg: 'accent',
    transformOrigin: 'left',
    transition: 'transform 120ms linear',
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  },
});

interface ProgressLineProps {
  readonly label: string;
  /** Uploaded part of the file, 0 to 1. */
  readonly share: number;
}

/** Progress bar of a file upload. */
export function ProgressLine({ label, share }: ProgressLineProps) {
  const percent = Math.round(share * 100);
  return (
    <Trough
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <Level style={{ transform: `scaleX(${share})` }} />
    </Trough>
  );
}

const Hidden = chakra('input', { base: { display: 'none' } });

interface FileButtonProps extends Pick<ButtonProps, 'mt' | 'disabled' | 'aria-describedby'> {
  readonly label: string;
  /** True when the button shows only its icon. */
  readonly iconOnly?: boolean;
  readonly multiple?: boolean;
  readonly onFiles: (files: File[]) => void;
}

/** Button that opens the browser's dialog to choose picture files. */
export function FileButton({ label, iconOnly = false, multiple = false, onFiles, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const takeChosenFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // The input is cleared, because choosing the same file again would otherwise fire no event.
    target.value = '';
  };
  const openFileDialog = () => input.current?.click();
  return (
    <>
      <Hidden
        ref={input}
        type="file"
        accept={PICTURE_ACCEPT}
        multiple={multiple}
        tabIndex={-1}
        aria-hidden="true"
        onChange={takeChosenFiles}
      />
      {iconOnly ? (
        <IconButton {...rest} size="sm" icon="upload" label={label} onClick={openFileDialog} />
      ) : (
        <Button {...rest} size="sm" icon="upload" onClick={openFileDialog}>
          {label}
        </Button>
      )}
    </>
  );
}
