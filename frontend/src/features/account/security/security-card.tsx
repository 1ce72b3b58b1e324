import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { PasswordField } from '../../../ui/components/form/password-field';
import type { RequiredTextField } from '../../../lib/hooks/use-required-text-field';
import { Icon, type IconName } from '../../../ui/components/base/icon';
import { Surface } from '../../../ui/components/base/surface';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Reason = chakra('p', { base: { color: 'muted' } });

interface PasswordFormProps {
  readonly id: string;
  /** Text that explains why the password is required. */
  readonly text: string;
  /** User name in a hidden field, so that password managers find the right password. */
  readonly username: string;
  readonly line: RequiredTextField;
  /** Error shown at the field, unless nothing was typed. */
  readonly failed: string | undefined;
}

/** Form that asks for the current password; its submit button is in the dialog's footer. */
export function PasswordForm({ id, text, username, line, failed }: PasswordFormProps) {
  const { t } = useTranslation('security');
  return (
    <Form id={id} {...line.formProps}>
      <Reason>{text}</Reason>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t('discord.password')}
        autoComplete="current-password"
        error={line.isMissing ? t('discord.required') : failed}
        {...line.fieldProps}
      />
    </Form>
  );
}

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', mt: '6' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1', maxWidth: '65ch' } });

/** Card of the security page with a title, a description and content. */
export function SecurityCard({
  heading,
  text,
  children,
}: {
  readonly heading: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <Card pad="md" asChild>
      <section>
        <div>
          <Heading>{heading}</Heading>
          <Text>{text}</Text>
        </div>
        {children}
      </section>
    </Card>
  );
}

export const SecurityList = chakra('ul', { base: { display: 'grid' } });

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
    columnGap: '4',
    rowGap: '2',
    alignItems: 'center',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'line',
    '& > svg': { color: 'muted', alignSelf: 'start', mt: '0.5' },
  },
});
const Title = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
});
const Name = chakra('span', { base: { fontWeight: 'medium', overflowWrap: 'anywhere' } });
const Under = chakra('div', { base: { color: 'muted', textStyle: 'small' } });
const Act = chakra('div', { base: { gridColumn: { base: '2', sm: '3' } } });

interface SecurityRowProps {
  readonly icon: IconName;
  readonly title: string;
  readonly chip?: ReactNode;
  readonly under: ReactNode;
  readonly act?: ReactNode;
}

/** Row of a session or a security notice: icon, title with chip, and details below. */
export function SecurityRow({ icon, title, chip, under, act }: SecurityRowProps) {
  return (
    <Row>
      <Icon name={icon} size={20} />
      <div>
        <Title>
          <Name>{title}</Name>
          {chip}
        </Title>
        <Under>{under}</Under>
      </div>
      {act && <Act>{act}</Act>}
    </Row>
  );
}
