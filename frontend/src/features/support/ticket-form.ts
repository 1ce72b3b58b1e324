import { emailAddress, type TicketPriority } from '@pax/contracts';

/** What people type into the support form. */
export interface TicketForm {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly priority: TicketPriority;
  /** Filled by programs alone, password managers among them. */
  readonly website: string;
}

export const EMPTY_FORM: TicketForm = {
  name: '',
  email: '',
  subject: '',
  message: '',
  priority: 'medium',
  website: '',
};

export type FieldProblem = 'missing' | 'email';

/** For a field that must not be empty. */
export const required = (typed: string): FieldProblem | true => typed.trim() !== '' || 'missing';

/** For the address of the answer, by the server's own rule. */
export const checkEmail = (typed: string): FieldProblem | true => {
  if (typed.trim() === '') return 'missing';
  return emailAddress.safeParse(typed).success || 'email';
};

/** The problem that a form's message names. */
export const problemOf = (message: string | undefined): FieldProblem | undefined =>
  message === 'missing' || message === 'email' ? message : undefined;
