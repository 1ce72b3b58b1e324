import { useQuery } from '@tanstack/react-query';
import { SERVER_INFO } from './keys';

interface ServerInfo {
  readonly serverName: string;
  readonly memberCount: number;
  readonly inviteLink: string;
}

/** The community's Discord server; undefined while unknown. */
export const useServerInfo = (): ServerInfo | undefined =>
  useQuery<ServerInfo>({ queryKey: SERVER_INFO }).data;
