/** Texts about what surrounds an order, on its sheet in the panel. */
export const context = {
  buyer: {
    heading: 'Käufer',
    loadFailed: 'Der Käufer konnte nicht geladen werden.',
    deleted: 'Dieses Konto wurde gelöscht. Name und Tickets sind nicht mehr gespeichert.',
    since: 'Konto seit',
    spent: 'Ausgegeben',
    disputes: 'Anfechtungen',
    disputed: { open: '{{total}} offen', lost: '{{total}} verloren', won: '{{total}} gewonnen' },
    none: 'keine',
    blocks: 'Gesperrt',
    never: 'noch nie',
    times_one: '{{count}}-mal',
    times_other: '{{count}}-mal',
    firstOrder: 'Erster Kauf: keine weiteren Bestellungen.',
    orders: 'Weitere Bestellungen ({{total}})',
    noTickets: 'Keine offenen Tickets.',
    tickets: 'Offene Tickets ({{total}})',
  },
};
