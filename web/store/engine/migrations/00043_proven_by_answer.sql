-- +goose Up
-- Where the service's document gives the numbers their meaning, the first answer that names all who were
-- sent shows that the school's list holds those numbers. Until then one call at a time is sent. Schools
-- with a saved mark have had such an answer.
UPDATE schools SET proof = 'answer' WHERE proof = 'document'
    AND EXISTS (SELECT 1 FROM marks m WHERE m.school = schools.slug AND m.state = 'saved' AND m.student > 0);

-- +goose Down
UPDATE schools SET proof = 'document' WHERE proof = 'answer';
