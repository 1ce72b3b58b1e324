-- Each ticket names the number and the newest of its messages.
SELECT t.id
  FROM tickets t
  LEFT JOIN LATERAL (SELECT count(*) AS n, max(id) AS newest FROM ticket_messages WHERE ticket_id = t.id) m ON true
  LEFT JOIN ticket_messages l ON l.id = m.newest
 WHERE t.messages <> m.n OR t.last_message_side IS DISTINCT FROM l.side
