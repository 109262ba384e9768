SELECT s.token, s.date FROM schools c CROSS JOIN marks m JOIN saves s ON s.token = m.save WHERE c.slug = $3 AND m.school = c.slug
    AND m.due_at > 0 AND m.due_at <= $1 AND m.attempt = '' AND s.token <> $2 ORDER BY m.marked_at LIMIT 1;
SELECT m.enrolment, m.student, m.seq, m.in_seq, m.out_seq, m.part FROM saves s CROSS JOIN marks m WHERE s.token = $1 AND m.school = s.school
    AND m.due_at > 0 AND m.attempt = '' ORDER BY m.part, m.enrolment;
UPDATE marks SET attempt = $1, due_at = 0 WHERE school = $2 AND date = $3 AND enrolment IN ($4);
INSERT INTO marks (school, date, enrolment, seq, save, student, in_seq, out_seq, marked_at, state, due_at)
    SELECT s.school, s.date, CAST($1 AS BIGINT), CAST($2 AS BIGINT), s.token, CAST($3 AS BIGINT), 0, 0, s.accepted_at, 'waiting', s.accepted_at
    FROM saves s WHERE s.token = $4 ON CONFLICT (school, date, enrolment) DO UPDATE SET seq = excluded.seq WHERE marks.seq = excluded.seq - 1
