import { z } from 'zod';
import { DiscordError } from '../core/errors.js';
import type { GivenFile } from '../core/files.js';
import type { Hub } from '../core/hub.js';
import type { JsonObject } from '../core/state.js';

/** Discord's limit of a file for people without a subscription, bytes. */
const MOST_BYTES = 10_485_760;

/** Files in a call of the control endpoint, by the custom ids of the window's fields. */
export const filesForm = z
  .record(
    z.string(),
    z.array(z.strictObject({ name: z.string().min(1), contentType: z.string().min(1), base64: z.base64() })),
  )
  .default({});
type FilesForm = z.output<typeof filesForm>;

/** Stores the files of a window under new ids, at `{address}/cdn`. */
export class ModalFiles {
  readonly attachments: Record<string, JsonObject> = {};

  constructor(
    private readonly hub: Hub,
    private readonly given: FilesForm,
    private readonly address: string,
  ) {}

  /** Stores the files of one field. @returns their ids */
  of(customId: string): string[] {
    return (this.given[customId] ?? []).map(({ name, contentType, base64 }) =>
      this.keep({
        name: name.replaceAll(/[^\w.-]/g, '_'),
        contentType,
        bytes: Buffer.from(base64, 'base64'),
      }),
    );
  }

  private keep(file: GivenFile): string {
    const size = file.bytes.length;
    if (size > MOST_BYTES) throw new DiscordError(400, 40005, 'Request entity too large');
    const id = this.hub.newId();
    this.hub.files.keep(id, file);
    const { applicationId } = this.hub.world;
    const url = `${this.address}/cdn/ephemeral-attachments/${applicationId}/${id}/${file.name}`;
    this.attachments[id] = {
      id,
      filename: file.name,
      size,
      url,
      proxy_url: url,
      content_type: file.contentType,
      ephemeral: true,
    };
    return id;
  }
}
