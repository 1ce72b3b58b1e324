import type { ServerInfoAnswer } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { SERVER_INFO } from './keys';

/** The community's Discord server; undefined while unknown. */
export const useServerInfo = (): ServerInfoAnswer | undefined =>
  useQuery<ServerInfoAnswer>({ queryKey: SERVER_INFO }).data;
