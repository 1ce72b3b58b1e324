import { orderTransition } from '@pax/contracts';
import { z } from 'zod';
import { ForeignButtonError } from '../messages/custom-id.js';
import { BackendUnavailableError, ProblemError } from '../shop-client.js';
import { UserFacingError } from './command.js';
import type { Texts } from './texts.js';

const staleReference = z.object({ kind: z.enum(['order', 'ticket']) });
const legalMoveList = z.object({ legal: z.array(orderTransition) });

function describeIllegalMove(error: ProblemError, texts: Texts): string {
  const { legal } = legalMoveList.safeParse(error.problem).data ?? { legal: [] };
  return texts.illegalMove(legal.map((move) => texts.move[move]).join(', ') || texts.noMove);
}

/** Text shown to a person whose call failed, chosen by the backend's error code. */
export function describeCallError(error: unknown, texts: Texts): string {
  if (error instanceof UserFacingError) return error.message;
  if (error instanceof BackendUnavailableError) return texts.away;
  if (error instanceof ForeignButtonError) return texts.foreignButton;
  // Only buttons and modals have arguments to parse, so an invalid argument is forged or from an earlier version.
  if (error instanceof z.ZodError) return texts.staleButton;
  if (!(error instanceof ProblemError)) return texts.failed;
  switch (error.code) {
    case 'ILLEGAL_MOVE':
      return describeIllegalMove(error, texts);
    case 'OWN_ORDER':
      return texts.ownOrder;
    case 'OWN_TICKET':
      return texts.ownTicket;
    case 'STALE_REFERENCE':
      return staleReference.safeParse(error.problem).data?.kind === 'ticket'
        ? texts.otherTicket
        : texts.otherOrder;
    case 'STALE':
      return texts.stale;
    case 'WITHDRAWN':
      return texts.withdrawn;
    case 'VALIDATION':
      return texts.invalid;
    case 'FORBIDDEN':
      return texts.forbidden;
    case 'BLOCKED':
      return texts.blocked;
    case 'NOT_FOUND':
      return texts.notFound;
    case 'DISCORD_NOT_LINKED':
      return texts.notLinked;
    case 'INSUFFICIENT_POINTS':
      return texts.pointsMissing;
    case 'TIER_TOO_LOW':
      return texts.tierTooLow;
    case 'DISPUTE_OPEN':
      return texts.disputeOpen;
    case 'ALREADY_OWNED':
      return texts.alreadyOwned;
    case 'BODY_TOO_LARGE':
    case 'IMAGE_TOO_LARGE':
    case 'IMAGE_UNREADABLE':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return texts.badPicture;
    case 'RATE_LIMITED':
      return texts.rateLimited;
    case 'UNAVAILABLE':
      return texts.away;
    default:
      return texts.failed;
  }
}
