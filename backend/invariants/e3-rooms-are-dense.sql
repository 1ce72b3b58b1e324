-- Numbers of a room run without gap or repeat up to its newest, and reach back as far as a client may resume (500).
SELECT r.room, r.seq, count(m.seq) AS n, min(m.seq) AS bottom, max(m.seq) AS top
  FROM stream_rooms r LEFT JOIN stream_messages m USING (room)
 GROUP BY r.room, r.seq
HAVING count(m.seq) <> max(m.seq) - min(m.seq) + 1
    OR max(m.seq) IS DISTINCT FROM r.seq
    OR min(m.seq) NOT BETWEEN 1 AND greatest(r.seq - 499, 1)
