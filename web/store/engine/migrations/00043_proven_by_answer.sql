-- +goose Up
-- When an answer first named all students who were sent, which shows that the school's list has the right
-- numbers, if the service's document defines them. Before that one call is sent at a time. Schools with a
-- saved mark have had such an answer.
UPDATE schools SET proof = 'answer' WHERE proof = 'document'
    AND EXISTS (SELECT 1 FROM marks m WHERE m.school = schools.slug AND m.state = 'saved' AND m.student > 0);

-- +goose Down
UPDATE schools SET proof = 'document' WHERE proof = 'answer';
