import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/account';

export const catalogue: SameKeys<typeof mix> = {
  ...mix,
  status: {
    pending: 'Pending',
    processing: 'In progress',
    completed: 'Completed',
    cancelled: 'Cancelled',
    archived: 'Archived',
  },
};
