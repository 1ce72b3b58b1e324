import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useLine } from '../../../lib/realtime/line';
import { formatTime } from '../../../lib/values/format';

const Light = chakra('p', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: '0',
    px: '2',
    fontSize: 'xs',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    whiteSpace: 'nowrap',
    textStyle: 'numeric',
    color: 'muted',
    '&[data-line=live] > span:first-of-type': { bg: 'money' },
    '&[data-line=connecting] > span:first-of-type': { bg: 'accent' },
    '&[data-line=offline]': { color: 'danger' },
    '&[data-line=offline] > span:first-of-type': { bg: 'danger' },
  },
});
const Block = chakra('span', { base: { width: '8px', height: '8px', flexShrink: '0' } });

/** The state of the live connection, in words and a coloured block: tells whether the panel is up to date. */
export function ConnectionLight() {
  const { t } = useTranslation('admin');
  const line = useLine();
  const words =
    line.state === 'offline'
      ? t('line.offline', { time: formatTime(new Date(line.since).toISOString()) })
      : t(`line.${line.state}`);
  return (
    <Light role="status" aria-live="polite" data-line={line.state}>
      <Block aria-hidden="true" />
      <span>{words}</span>
    </Light>
  );
}
