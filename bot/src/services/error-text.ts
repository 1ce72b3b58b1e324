import { orderTransition } from '@pax/contracts';
import { z } from 'zod';
import { BackendUnavailableError, ProblemError } from '../core/problem-error.js';
import type { Texts } from './texts.js';

const legalMoveList = z.object({ legal: z.array(orderTransition) });

function illegalMove(error: ProblemError, texts: Texts): string {
  const { legal } = legalMoveList.safeParse(error.problem).data ?? { legal: [] };
  return texts.illegalMove(legal.map((move) => texts.move[move]).join(', ') || texts.noMove);
}

/** Text for a person whose call failed, by the backend's code. */
export function errorText(error: unknown, texts: Texts): string {
  if (error instanceof BackendUnavailableError) return texts.away;
  if (!(error instanceof ProblemError)) return texts.failed;
  switch (error.code) {
    case 'ILLEGAL_MOVE':
      return illegalMove(error, texts);
    case 'WITHDRAWN':
      return texts.withdrawn;
    case 'FORBIDDEN':
      return texts.forbidden;
    case 'BLOCKED':
      return texts.blocked;
    case 'NOT_FOUND':
      return texts.notFound;
    case 'RATE_LIMITED':
      return texts.rateLimited;
    case 'UNAVAILABLE':
      return texts.away;
    default:
      return texts.failed;
  }
}
