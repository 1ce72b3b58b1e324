import { chakra } from '@chakra-ui/react/styled-system';
import {
  TICKET_NAME_LENGTH,
  TICKET_PRIORITIES,
  TICKET_SUBJECT_LENGTH,
  TICKET_TEXT_LENGTH,
  ticketCalls,
  emailAddress,
  type CreateTicketAnswer,
  type TicketPriority,
} from '@pax/contracts';
import { useEffect } from 'react';
import { useForm, useWatch, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/components/base/button';
import { SegmentedControl } from '../../ui/components/form/segmented-control';
import { Field, TextArea, TextField } from '../../ui/components/form/field';
import { useFileDrop } from '../../lib/hooks/use-file-drop';
import { callErrorCodeOf } from '../../lib/http/call-api';
import { useCurrentUser } from '../../lib/http/current-user';
import { useOwnOrders } from '../../lib/http/use-own-orders';
import { formatDate } from '../../lib/values/format';
import { inputRecipe } from '../../ui/theme/recipes/input';
import { PicturesField, useTicketPictures } from '../../ui/components/form/pictures-field';
import { useSendTicket } from './use-send-ticket';

const Form = chakra('form', { base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)' } });
const Pair = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '1fr 1fr' } },
});
const Select = chakra('select', inputRecipe);
/** Number of newest orders that the form offers; an older one can be named in the text. */
const LISTED_ORDERS = 50;
const Label = chakra('p', { base: { textStyle: 'label', mb: '1.5' } });
/** Hides the honeypot field, which people never see; programs fill it, because they fill every field. */
const Honeypot = chakra('div', {
  base: { position: 'absolute', insetStart: '-10000px', width: '1px', height: '1px', overflow: 'hidden' },
});

/** Attributes by which known password managers ignore a field. */
const NOT_FOR_MANAGERS = { 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-bwignore': '' };
/** Fields that are checked, in the order in which they appear on the page. */
const FIELDS = ['name', 'email', 'subject', 'message'] as const;

/** Fields of the support form. */
interface TicketForm {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** Number of the order that the ticket is about, as text; empty for none. */
  readonly order: string;
  readonly priority: TicketPriority;
  /** Text of the honeypot field; filled only by programs such as bots and password managers. */
  readonly website: string;
}

const EMPTY_FORM: TicketForm = {
  name: '',
  email: '',
  subject: '',
  message: '',
  order: '',
  priority: 'medium',
  website: '',
};

type FieldProblem = 'missing' | 'email';

/** Checks that a required field is not empty. */
const checkRequiredText = (typed: string): FieldProblem | true => typed.trim() !== '' || 'missing';

/** Checks the email address by the same rule as the server. */
const checkEmail = (typed: string): FieldProblem | true => {
  if (typed.trim() === '') return 'missing';
  return emailAddress.safeParse(typed).success || 'email';
};

/** Converts an error message of the form library into the problem of a field. */
const toFieldProblem = (message: string | undefined): FieldProblem | undefined =>
  message === 'missing' || message === 'email' ? message : undefined;

/** Focuses the invalid field that is highest on the page, because the form library uses the order of registration. */
const focusFirstInvalidField =
  ({ setFocus }: UseFormReturn<TicketForm>) =>
  (errors: FieldErrors<TicketForm>): void => {
    const first = FIELDS.find((field) => errors[field]);
    if (first) setFocus(first);
  };

/** Returns a function that gives the text for a field's problem. */
function useProblemText({ formState: { errors } }: UseFormReturn<TicketForm>) {
  const { t } = useTranslation('support');
  return (field: keyof TicketForm): string | undefined => {
    const key = toFieldProblem(errors[field]?.message);
    return key && t(`problem.${key}`);
  };
}

/** Fields of the support form for name, email address and subject. */
function SenderFields({ form }: { readonly form: UseFormReturn<TicketForm> }) {
  const { t } = useTranslation('support');
  const problem = useProblemText(form);
  const { register } = form;
  return (
    <>
      <Pair>
        <TextField
          label={t('form.name')}
          autoComplete="name"
          maxLength={TICKET_NAME_LENGTH}
          error={problem('name')}
          {...register('name', { validate: checkRequiredText })}
        />
        <TextField
          label={t('form.email')}
          type="email"
          autoComplete="email"
          maxLength={254}
          error={problem('email')}
          {...register('email', { validate: checkEmail })}
        />
      </Pair>
      <TextField
        label={t('form.subject')}
        autoComplete="off"
        maxLength={TICKET_SUBJECT_LENGTH}
        error={problem('subject')}
        {...register('subject', { validate: checkRequiredText })}
      />
    </>
  );
}

/** Choice of the own order that the ticket is about; absent for visitors and for people without orders. */
function OrderChoice({ form }: { readonly form: UseFormReturn<TicketForm> }) {
  const { t } = useTranslation('support');
  const isSignedIn = useCurrentUser() != null;
  const { data: orders = [] } = useOwnOrders(isSignedIn);
  if (!isSignedIn || orders.length === 0) return null;
  return (
    <Field label={t('form.order')} optional>
      {(control) => (
        <Select {...control} {...form.register('order')}>
          <option value="">{t('form.noOrder')}</option>
          {orders.slice(0, LISTED_ORDERS).map(({ id, quantity, productName, createdAt }) => (
            <option key={id} value={id}>
              {t('form.orderOption', { id, count: quantity, name: productName, date: formatDate(createdAt) })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Hidden field that catches programs, because they fill every field. */
function HoneypotField({ form }: { readonly form: UseFormReturn<TicketForm> }) {
  return (
    <Honeypot aria-hidden="true">
      <label>
        Website
        <input
          type="text"
          tabIndex={-1}
          autoComplete="off"
          {...NOT_FOR_MANAGERS}
          {...form.register('website')}
        />
      </label>
    </Honeypot>
  );
}

/** Text that was typed for a closed ticket, if its page led here. */
function useUnsentMessage(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('message' in state)) return '';
  return typeof state.message === 'string' ? state.message : '';
}

interface SupportFormProps {
  readonly onSent: (answer: CreateTicketAnswer) => void;
}

/** Form that creates a support ticket; usable without an account. */
export function SupportForm({ onSent }: SupportFormProps) {
  const { t } = useTranslation('support');
  const send = useSendTicket();
  const navigate = useNavigate();
  const unsent = useUnsentMessage();
  const form = useForm<TicketForm>({
    defaultValues: { ...EMPTY_FORM, message: unsent },
    shouldFocusError: false,
  });
  const { control, register, setValue, getValues } = form;
  const problem = useProblemText(form);
  const priority = useWatch({ control, name: 'priority' });
  const username = useCurrentUser()?.username;
  useEffect(() => {
    if (username !== undefined && getValues('name') === '') setValue('name', username);
  }, [username, getValues, setValue]);
  const pictures = useTicketPictures();
  const drop = useFileDrop(pictures.add);
  const isSending = send.isPending || form.formState.isSubmitting;
  const submit = form.handleSubmit(async ({ order, ...typed }) => {
    const attachments = await pictures.waitForUploads();
    if (!attachments) return;
    const chosen = order === '' ? {} : { orderId: Number(order) };
    send.mutate(attachments.length > 0 ? { ...typed, ...chosen, attachments } : { ...typed, ...chosen }, {
      onSuccess: (answer) => {
        form.reset({ ...EMPTY_FORM, name: username ?? '' });
        pictures.clear();
        // Otherwise the text would stand in the next form again.
        if (unsent !== '') void navigate('/support', { replace: true });
        onSent(answer);
      },
      onError: (error) => {
        const code = callErrorCodeOf(ticketCalls.createTicket, error);
        if (code === 'ATTACHMENT_GONE') pictures.retryAll();
        if (code === 'HIDDEN_FIELD_FILLED') setValue('website', '');
      },
    });
  }, focusFirstInvalidField(form));
  return (
    <Form
      noValidate
      aria-label={t('form.heading')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void submit(event);
      }}
      {...drop.handlers}
    >
      <SenderFields form={form} />
      <OrderChoice form={form} />
      <div>
        <Label aria-hidden>{t('form.priority')}</Label>
        <SegmentedControl
          label={t('form.priority')}
          options={TICKET_PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
          value={priority}
          onChange={(value) => setValue('priority', value)}
        />
      </div>
      <TextArea
        label={t('form.message')}
        hint={t('form.messageHint')}
        rows={7}
        maxLength={TICKET_TEXT_LENGTH}
        error={problem('message')}
        {...register('message', { validate: checkRequiredText })}
      />
      <PicturesField field={pictures} isOver={drop.isOver} />
      <HoneypotField form={form} />
      <div>
        <Button type="submit" kind="primary" size="lg" loading={isSending}>
          {t('form.send')}
        </Button>
      </div>
    </Form>
  );
}
