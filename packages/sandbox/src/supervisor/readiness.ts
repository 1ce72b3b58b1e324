import { z } from 'zod';

const readySchema = z.object({ bot: z.string().optional() });

/** What the backend says about itself: nothing yet, answering, or ready with its bot. */
export type BackendState = 'silent' | 'answering' | 'waiting for the bot' | 'ready';

/** Whether an address answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Asks the backend at `base` how far it is, with its metrics token; ready means that a purchase would work and that the bot is connected. */
export async function backendState(base: string, metricsToken: string): Promise<BackendState> {
  try {
    const response = await fetch(`${base}/api/health/ready`, {
      headers: { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(2_000),
    });
    const body: unknown = await response.json();
    if (response.status !== 200) return 'answering';
    return readySchema.safeParse(body).data?.bot === 'connected' ? 'ready' : 'waiting for the bot';
  } catch {
    return (await answersOk(`${base}/api/health/live`)) ? 'answering' : 'silent';
  }
}
