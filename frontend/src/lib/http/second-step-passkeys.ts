import {
  secondStepCalls,
  PASSKEY_TRANSPORTS,
  type AddPasskeyRequest,
  type PasskeyCheckAnswer,
  type PasskeyCheckRequest,
  type PasskeyOfferAnswer,
} from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from './call-api';

export const SECOND_STEP = queryKeyFor(secondStepCalls.secondStep);

/** Loads the state of the account's second step; refetched whenever it is shown. */
export const useSecondStep = (enabled = true) =>
  useQuery({
    ...queryOptionsFor(secondStepCalls.secondStep),
    enabled,
    staleTime: 0,
    refetchOnMount: 'always',
  });

// Loads the passkey library on demand, because only users with a passkey need it.
const loadPasskeyLibrary = () => import('@simplewebauthn/browser');

/** Lets the browser create a passkey. @throws Error when the user or the device refuses */
export async function createPasskey(offer: PasskeyOfferAnswer): Promise<AddPasskeyRequest['response']> {
  const { startRegistration } = await loadPasskeyLibrary();
  const { id, rawId, type, authenticatorAttachment, response } = await startRegistration({
    optionsJSON: offer,
  });
  const { clientDataJSON, attestationObject, transports: named = [] } = response;
  const transports = PASSKEY_TRANSPORTS.filter((known) => named.includes(known));
  return {
    id,
    rawId,
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Lets a passkey sign a challenge. @throws Error when the user or the device refuses */
export async function signWithPasskey(asked: PasskeyCheckAnswer): Promise<PasskeyCheckRequest['response']> {
  const { startAuthentication } = await loadPasskeyLibrary();
  const { id, rawId, type, authenticatorAttachment, response } = await startAuthentication({
    optionsJSON: asked,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}
