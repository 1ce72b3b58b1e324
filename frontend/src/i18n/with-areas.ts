import type { Area } from './areas';
import { preloadAreas } from './i18n';

/** A module together with the messages that it shows. @throws Error when either could not be loaded */
export async function withAreas<M>(code: Promise<M>, ...areas: Area[]): Promise<M> {
  const [loaded] = await Promise.all([code, preloadAreas(...areas)]);
  return loaded;
}
