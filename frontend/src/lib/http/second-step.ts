import { secondStepCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callKey, callQuery } from './call-api';

export const SECOND_STEP = callKey(secondStepCalls.secondStep);

/** The second step of the own account, asked each time that it is shown. */
export const useSecondStep = (enabled = true) =>
  useQuery({ ...callQuery(secondStepCalls.secondStep), enabled, staleTime: 0, refetchOnMount: 'always' });
