import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { addRequestContext } from '../http/request-context.js';
import { currentCaller } from './current-caller.js';

describe('who asks a fair queue (OWN-1219)', () => {
  const ask = async (access: 'public' | 'provider' | 'bot', userId?: number): Promise<unknown> => {
    const fastify = Fastify();
    addRequestContext(fastify);
    fastify.addHook('onRequest', async (request) => {
      if (userId !== undefined) Object.assign(request, { actor: { userId } });
    });
    fastify.post('/', { config: { declared: { access } } }, async () => currentCaller());
    const answer = await fastify.inject({ method: 'POST', url: '/', remoteAddress: '2001:db8:1:2::5' });
    await fastify.close();
    return answer.json();
  };

  it('is an account within its address within its network', async () => {
    const path = ['2001:db8:1::/48', '2001:db8:1:2::/64'];
    expect(await ask('public')).toEqual({ path: [...path, 'visitors'], isKnown: false });
    expect(await ask('public', 7)).toEqual({ path: [...path, 'account 7'], isKnown: false });
  });

  it('is known when it acts for everybody: jobs, providers and the bot', async () => {
    expect(currentCaller()).toEqual({ path: ['shop'], isKnown: true });
    expect(await ask('provider')).toMatchObject({ isKnown: true });
    expect(await ask('bot')).toMatchObject({ isKnown: true });
  });
});
