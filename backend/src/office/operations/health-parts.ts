export type PartState = 'connected' | 'away' | 'off';

/** A dependency that the shop can do without for a while. */
export interface HealthPart {
  name: string;
  state(): Promise<PartState>;
}

export const HEALTH_PARTS = Symbol('health parts');
