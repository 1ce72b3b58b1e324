import { Injectable } from '@nestjs/common';
import { EVENTS, type EventDefinition, type EventType } from '@pax/contracts';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ContractBreaches } from '../calls/call-contract.interceptor.js';
import type { OutboxEvent, RoomDraft } from './projections.js';

/** Limits the data of room messages to the fields that the event's definition declares. */
@Injectable()
export class EventContract {
  /** Definitions of events by type; public, so that specs can define their own. */
  definitions: Readonly<Record<EventType, EventDefinition>> = EVENTS;

  constructor(private readonly breaches: ContractBreaches) {}

  /**
   * Keeps the events whose type this version of the shop defines. Events of other versions are reported and get no
   * message.
   */
  keepKnownEvents<E extends Pick<OutboxEvent, 'type'>>(events: readonly E[]): E[] {
    return events.filter(({ type }) => {
      const isKnown = Object.hasOwn(this.definitions, type);
      if (!isKnown) this.breaches.reportBreach(`An event of the unknown type ${type}`);
      return isKnown;
    });
  }

  /** Tells whether an event belongs to the aggregate and is sent to any room. */
  isSentToRooms(type: EventType, aggregate: string): boolean {
    const definition = this.definitions[type];
    return definition.aggregate === aggregate && Object.keys(definition.rooms).length > 0;
  }

  /**
   * Removes undeclared data from a message. Undefined for a room that the event does not declare, since one
   * projection serves all events of its aggregate.
   * @throws Error in development and tests for data that breaks the definition
   */
  enforceDraft(draft: RoomDraft): RoomDraft | undefined {
    const { type } = draft.event;
    const schema = this.definitions[type].rooms[draft.kind];
    if (schema === undefined) return undefined;
    const parsed = schema.safeParse(draft.data);
    if (parsed.success && isDeepStrictEqual(parsed.data, draft.data)) return draft;
    this.breaches.reportBreach(`${type} in the room ${draft.kind} ${describeDifference(parsed)}`);
    return { ...draft, data: parsed.data ?? parseableFields(schema, draft.data) };
  }
}

function describeDifference(parsed: z.ZodSafeParseResult<unknown>): string {
  if (parsed.success) return 'has fields that its definition does not name';
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return `is not what its definition allows (${issues.slice(0, 500)})`;
}

/** The fields of invalid data that are valid by themselves. */
function parseableFields(schema: z.ZodObject, data: unknown): object {
  const values = new Map(Object.entries(Object(data)));
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]): [string, unknown][] => {
      const parsed = z.safeParse(field, values.get(name));
      return values.has(name) && parsed.success ? [[name, parsed.data]] : [];
    }),
  );
}
