import { chakra } from '@chakra-ui/react/styled-system';
import { JOIN_OUTCOMES, type JoinOutcome } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../../ui/components/base/icon';
import { Surface } from '../../../ui/components/base/surface';

const Note = chakra(Surface, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '3',
    mb: '4',
    '&[data-good]': { '--notch-edge': 'colors.money', '& > svg': { color: 'money' } },
    '&[data-bad]': { '--notch-edge': 'colors.danger', '& > svg': { color: 'danger' } },
  },
});
const Strong = chakra('p', { base: { fontWeight: 'semibold' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Returns the result of adding the user to the Discord server, from the parameter `?joined=`. */
export function useJoinOutcome(): JoinOutcome | undefined {
  const [search] = useSearchParams();
  return JOIN_OUTCOMES.find((outcome) => outcome === search.get('joined'));
}

/**
 * Note with the result of joining the Discord server. It is at the top of the page, because the card is at the bottom.
 */
export function JoinOutcomeNote() {
  const { t } = useTranslation('account');
  const outcome = useJoinOutcome();
  if (!outcome) return null;
  const isGood = outcome === 'added' || outcome === 'member';
  return (
    <Note
      pad="sm"
      role={isGood ? 'status' : 'alert'}
      data-good={isGood ? '' : undefined}
      data-bad={isGood ? undefined : ''}
    >
      <Icon name={isGood ? 'check' : 'alert'} />
      <div>
        <Strong>
          {t(outcome === 'added' ? 'join.added' : outcome === 'member' ? 'join.member' : 'join.failed')}
        </Strong>
        <Quiet>{t(`join.outcome.${outcome}`)}</Quiet>
      </div>
    </Note>
  );
}
