import { z } from 'zod';
import { DiscordError } from '../core/errors.js';
import { asObject, asObjects } from '../core/json-values.js';
import type { UploadedFile, Hub } from '../core/hub.js';
import type { JsonObject } from '../core/state.js';

/** Discord's size limit for files of people without a subscription, bytes. */
const MAX_FILE_BYTES = 10_485_760;

/** Files in a call of the control endpoint, by the custom ids of the modal's fields. */
export const filesForm = z
  .record(
    z.string(),
    z.array(z.strictObject({ name: z.string().min(1), contentType: z.string().min(1), base64: z.base64() })),
  )
  .default({});
type FilesForm = z.output<typeof filesForm>;

/** Stores the files of a modal under new ids, served at `{address}/cdn`. */
export class ModalFiles {
  readonly attachments: Record<string, JsonObject> = {};

  constructor(
    private readonly hub: Hub,
    private readonly given: FilesForm,
    private readonly address: string,
  ) {}

  /** Stores the files of one field. @returns their ids */
  storeFor(customId: string): string[] {
    return (this.given[customId] ?? []).map(({ name, contentType, base64 }) =>
      this.storeFile({
        name: name.replaceAll(/[^\w.-]/g, '_'),
        contentType,
        bytes: Buffer.from(base64, 'base64'),
      }),
    );
  }

  private storeFile(file: UploadedFile): string {
    const size = file.bytes.length;
    if (size > MAX_FILE_BYTES) throw new DiscordError(400, 40005, 'Request entity too large');
    const id = this.hub.newId();
    this.hub.files.storeFile(id, file);
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

/** Builds the `data` of a submitted modal: the typed values by custom id, checked against the fields of the modal. */
export function modalData(
  modal: JsonObject,
  values: Readonly<Record<string, string | string[]>>,
  files: ModalFiles,
): JsonObject {
  let id = 0;
  const lines = asObjects(modal['components']).map((line) => {
    const isLabel = line['type'] === 18;
    id += 1;
    const own = id;
    const inputs = isLabel ? [asObject(line['component'])] : asObjects(line['components']);
    const filled = inputs.map((input) => {
      id += 1;
      return input['type'] === 19 ? fileInputData(input, files, id) : textInputData(input, values, id);
    });
    return isLabel ? { type: 18, id: own, component: filled[0] } : { type: 1, id: own, components: filled };
  });
  const { attachments } = files;
  const resolved = Object.keys(attachments).length > 0 ? { resolved: { attachments } } : {};
  return { custom_id: modal['custom_id'], components: lines, ...resolved };
}

function fileInputData(input: JsonObject, files: ModalFiles, id: number): JsonObject {
  const customId = String(input['custom_id']);
  const values = files.storeFor(customId);
  const { min_values: least = 1, max_values: most = 1, required } = input;
  const isLeftOut = values.length === 0 && required === false;
  if (!isLeftOut && (values.length < Number(least) || values.length > Number(most)))
    throw new DiscordError(400, 50035, `"${customId}" takes ${String(least)} to ${String(most)} files`);
  return { type: 19, id, custom_id: customId, values };
}

function textInputData(
  input: JsonObject,
  values: Readonly<Record<string, string | string[]>>,
  id: number,
): JsonObject {
  const customId = String(input['custom_id']);
  const given = values[customId];
  if (input['type'] === 3) return { type: 3, id, custom_id: customId, values: [given ?? []].flat() };
  const preset = typeof input['value'] === 'string' ? input['value'] : '';
  const value = typeof given === 'string' ? given : preset;
  const { min_length: least, max_length: most } = input;
  const refuseInput = (what: string): DiscordError => new DiscordError(400, 50035, `"${customId}" ${what}`);
  if (value === '' && input['required'] !== false) throw refuseInput('is required');
  if (value !== '' && typeof least === 'number' && value.length < least) throw refuseInput('is too short');
  if (value.length > (typeof most === 'number' ? most : 4000)) throw refuseInput('is too long');
  return { type: 4, id, custom_id: customId, value };
}
