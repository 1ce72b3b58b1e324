import request from 'supertest';
import type { DiscordPeer } from './discord-peer.js';

type Agent = ReturnType<typeof request.agent>;

/** Signs in with Discord, or proves the linked account again. @returns the answer of the callback */
export async function signInWithDiscord(agent: Agent, peer: DiscordPeer, personId: string) {
  const start = await agent.get('/api/auth/discord').query({ next: '/account' });
  return agent.get(peer.approve(start.headers.location ?? '', personId));
}

/** Links Discord to the signed-in account. @returns the answer of the callback, or the refusal of the start */
export async function linkDiscord(
  agent: Agent,
  peer: DiscordPeer,
  { personId, currentPassword }: { personId: string; currentPassword?: string },
) {
  const start = await agent.post('/api/account/discord/link').send({ currentPassword });
  if (start.status !== 200) return start;
  return agent.get(peer.approve(String(start.body.url), personId));
}
