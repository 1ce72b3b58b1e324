import { z } from 'zod';

const readySchema = z.object({ bot: z.string().optional() });

/** The backend's state by its own answers: none yet, answering, or ready with its bot. */
export type BackendState = 'silent' | 'answering' | 'waiting for the bot' | 'ready';

/** Tells whether an address answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/**
 * Reads the backend's state at `base` with the metrics token; `ready` means that purchases work and the bot is
 * connected.
 */
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
