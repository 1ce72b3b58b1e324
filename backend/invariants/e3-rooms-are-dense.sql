-- Numbers of a room run 1..n without gap or repeat.
SELECT r.room, r.seq, count(m.seq) AS n, max(m.seq) AS top
  FROM stream_rooms r LEFT JOIN stream_messages m USING (room)
 GROUP BY r.room, r.seq
HAVING count(m.seq) <> r.seq OR max(m.seq) IS DISTINCT FROM r.seq
