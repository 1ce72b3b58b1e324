import { z } from 'zod';
import { ref } from '../entities/fields.js';
import { picture } from '../entities/picture.js';

/** POST /api/admin/images: `url` is a picture of the shop, as a product's image takes it. */
export const uploadImageAnswer = picture.extend({ url: z.string() });
export type UploadImageAnswer = z.infer<typeof uploadImageAnswer>;

/** POST /api/support-tickets/attachments: the secret by which a ticket takes the picture, within an hour. */
export const uploadAttachmentAnswer = z.object({ attachment: ref });
export type UploadAttachmentAnswer = z.infer<typeof uploadAttachmentAnswer>;
