import { z } from 'zod';
import { ref } from '../entities/fields.js';
import { picture } from '../entities/picture.js';

/** POST /api/admin/images: `url` is the picture's address for a product's image. */
export const uploadImageAnswer = picture.extend({ url: z.string() });
export type UploadImageAnswer = z.infer<typeof uploadImageAnswer>;

/** POST /api/support-tickets/attachments: the secret with which a ticket can attach the picture within an hour. */
export const uploadAttachmentAnswer = z.object({ attachment: ref });
export type UploadAttachmentAnswer = z.infer<typeof uploadAttachmentAnswer>;
