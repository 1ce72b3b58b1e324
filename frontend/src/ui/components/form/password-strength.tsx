import { chakra } from '@chakra-ui/react/styled-system';
import { password as passwordSchema, passwordStrength, passwordWeakness } from '@pax/contracts';
import { useTranslation } from 'react-i18next';

const Row = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '2' },
});
const Bars = chakra('span', { base: { display: 'inline-flex', gap: '3px' } });
const Bar = chakra('span', {
  base: {
    width: '20px',
    height: '6px',
    bg: 'line',
    transition: 'background-color 200ms',
    '&[data-lit=weak]': { bg: 'danger' },
    '&[data-lit=fair]': { bg: 'accent' },
    '&[data-lit=strong]': { bg: 'money' },
  },
});

const LIT = { weak: 1, fair: 2, strong: 3 } as const;

interface PasswordStrengthProps {
  readonly password: string;
  readonly username: string;
}

/** How hard a new password is to guess, while it is typed. Nothing while its length would be refused. */
export function PasswordStrength({ password, username }: PasswordStrengthProps) {
  const { t } = useTranslation();
  const isMeasured = passwordSchema.safeParse(password).success;
  const strength = isMeasured ? passwordStrength(password, username) : undefined;
  const weakness = isMeasured ? passwordWeakness(password, username) : undefined;
  return (
    <Row aria-live="polite">
      {strength && (
        <>
          <Bars aria-hidden="true">
            {[1, 2, 3].map((place) => (
              <Bar key={place} data-bar="" data-lit={place <= LIT[strength] ? strength : undefined} />
            ))}
          </Bars>
          <span>{t(`strength.${weakness ?? strength}`)}</span>
        </>
      )}
    </Row>
  );
}
