import { discordCalls, type ServerInfoAnswer } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from './call-api';

/** The community's Discord server; undefined while unknown. */
export const useServerInfo = (): ServerInfoAnswer | undefined =>
  useQuery(callQuery(discordCalls.serverInfo)).data;
