export type PartState = 'connected' | 'away' | 'off';

/** Something the shop can do without for a while. */
export interface HealthPart {
  name: string;
  state(): Promise<PartState>;
}

export const HEALTH_PARTS = Symbol('health parts');
