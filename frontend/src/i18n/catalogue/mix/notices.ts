/** The bell: notices about purchases, orders, refunds and tickets. */
export const catalogue = {
  heading: 'Notices',
  bell: {
    none: 'Notices',
    unread_one: 'Notices: {{count}} unread',
    unread_other: 'Notices: {{count}} unread',
  },
  empty: {
    title: 'Nothing yet',
    text: 'Here you read at once when an order moves, money comes back or support answers.',
  },
  failed: 'Your notices could not be loaded.',
  more: 'Show older ones',
  isNew: 'New:',
  item: '#{{id}} · {{product}} × {{quantity}}',
  items: '{{item}} and {{more}} more',
  paid: {
    title: 'Payment received',
    sum: 'Payment received: {{amount}}',
    minutes_one: 'Usually delivered within {{count}} minute',
    minutes_other: 'Usually delivered within {{count}} minutes',
    hours_one: 'Usually delivered within {{count}} hour',
    hours_other: 'Usually delivered within {{count}} hours',
  },
  taken: { title: 'Your delivery has begun', text: 'Please be in the game.' },
  delivered: { title: 'Delivered', text: 'Did everything arrive? If not, write to support.' },
  cancelled: { title: 'Order cancelled' },
  refunded: { title: 'Refund' },
  returned: {
    cash: '{{amount}} goes back the way you paid',
    credit: '{{amount}} is on your account again',
  },
  ticket: {
    answered: 'Ticket #{{id}} answered',
    written: 'Support wrote to you in ticket #{{id}}',
    closed: 'Ticket #{{id}} closed',
    byLink: 'Open it with the link you got when you sent it.',
  },
  switches: {
    heading: 'What you are told, and where',
    text: 'The notices in the header show everything. Other ways can be switched off one by one; /notifications in Discord turns all direct messages on or off.',
    failed: 'The setting was not saved',
    kind: {
      paid: 'Payment received',
      taken: 'Delivery begins',
      delivered: 'Delivered',
      cancelled: 'Cancelled',
      refunded: 'Refund',
      ticket: 'Ticket answered or closed',
    },
    way: { direct: 'Discord', mail: 'E-mail', push: 'This device' },
  },
};
