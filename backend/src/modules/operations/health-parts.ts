/** Something the shop can do without for a while. */
export interface HealthPart {
  name: string;
  state(): Promise<'connected' | 'away' | 'off'>;
}

export const HEALTH_PARTS = Symbol('health parts');
