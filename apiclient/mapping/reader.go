package mapping

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/document"
)

// ErrNotMapped is returned for a call that the mapping does not have.
var ErrNotMapped = errors.New("the mapping has no such call")

// Reader reads one school by a mapping. It is safe for concurrent use.
type Reader struct {
	client *apiclient.Client
	calls  map[Call]*compiled
}

// NewReader compiles the mapping for the client. Its errors are [ErrUnusable].
func NewReader(client *apiclient.Client, m Mapping) (*Reader, error) {
	calls, err := compile(m)
	if err != nil {
		return nil, err
	}
	return &Reader{client: client, calls: calls}, nil
}

// Has reports whether the mapping has the call.
func (r *Reader) Has(call Call) bool { return r.calls[call] != nil }

// PerClass reports whether students are listed by class, so that [Reader.Read] needs a class.
func (r *Reader) PerClass() bool {
	return r.Has(Students) && IsByClass(Students, r.calls[Students].Reading)
}

// Read returns the items of a call from all its pages, or [ErrNotMapped]. It uses the period, the class and
// the date only where the path names them.
//
// It lists a repeated item once: an enrolment in two classes is listed for each, and of a day's marks only exact
// repeats are dropped. When the answer gives no class for an enrolment or no date for a mark, the requested one
// applies. Facts missing from the list of students come from [Classes] and [People], as far as the mapping has these
// calls; students listed by class use neither.
//
// A doubtful list ([List.Doubtful]) needs a person's decision before use. A failed call returns an
// [*apiclient.Error]. A list with unreadable items is not an error.
func (r *Reader) Read(ctx context.Context, call Call, at Place) (List, error) {
	if !r.Has(call) {
		return List{}, ErrNotMapped
	}
	pages, err := r.calls[call].readPages(ctx, r.client, at)
	if err == nil && pages.again > 0 {
		// The list changed while its pages were read, and what moved is missing.
		pages, err = r.calls[call].readPages(ctx, r.client, at)
	}
	if err != nil {
		return List{}, err
	}
	requested, err := r.request(ctx, r.calls[call], pages, at)
	if err != nil {
		return List{}, err
	}
	list := r.calls[call].assemble(pages, at, requested)
	if call != Students || r.PerClass() {
		return list, nil
	}
	for _, other := range []Call{Classes, People} {
		if !r.Has(other) {
			continue
		}
		facts, err := r.Read(ctx, other, at)
		if err != nil {
			return List{}, err
		}
		if other == People {
			list.complete(StudentID, facts.Items)
		} else {
			list.complete(ClassID, factsOf(facts.Items...))
		}
		list.Gaps = append(list.Gaps, facts.Gaps...)
	}
	return list, nil
}

// complete copies facts about students into fields that are empty. A fact is about the students with its value of the
// field, such as a class.
func (l *List) complete(field string, facts []Item) {
	known := make(map[any]Item, len(facts))
	for _, fact := range facts {
		known[fact[field]] = fact
	}
	for _, student := range slices.Concat(l.Items, l.Unnumbered) {
		fact := known[student[field]]
		for name, value := range fact {
			if student.isEmpty(name) && !fact.isEmpty(name) {
				student[name] = value
			}
		}
	}
}

// PeriodName returns the name of a period for people. A period without a name gets its first and last day, or
// its id.
func PeriodName(period Item) string {
	if name := strings.TrimSpace(period.Text(Name)); name != "" {
		return name
	}
	from, to := period.Text(From), period.Text(To)
	if from == "" && to == "" {
		return period.Text(ID)
	}
	return strings.TrimSpace(from + " – " + to)
}

// request returns the requested values for comparing items. It reads the names of the school period only when
// an item names one by something other than its id.
func (r *Reader) request(ctx context.Context, c *compiled, pages *pages, at Place) (request, error) {
	requested := request{date: at.Date, periods: []string{at.Period}}
	if at.Period == "" || c.call != Students {
		requested.periods = nil
		return requested, nil
	}
	if !c.namesOther(pages, requested) {
		return requested, nil
	}
	periods, err := r.Read(ctx, Periods, Place{})
	if err != nil {
		return requested, err
	}
	for _, period := range periods.Items {
		if period.Text(ID) == at.Period {
			requested.periods = append(requested.periods, PeriodName(period))
		}
	}
	return requested, nil
}

// Students lists the students of a period as [Reader.Read] does, class by class when the mapping says so. Students
// under two numbers, and numbers of two students, are found across all classes.
func (r *Reader) Students(ctx context.Context, at Place) (List, error) {
	if !r.PerClass() {
		return r.Read(ctx, Students, at)
	}
	classes, err := r.Read(ctx, Classes, at)
	if err != nil || classes.Doubtful() != nil {
		return classes, err
	}
	whole := List{Exchange: classes.Exchange}
	var refused error
	unrelated, alike := r.calls[Students].Unrelated, 0
	for _, class := range classes.Items {
		at.Class = class.Text(ID)
		list, err := r.Read(ctx, Students, at)
		if failure, failed := errors.AsType[*apiclient.Error](err); failed && failure.Kind == apiclient.Misconfigured {
			whole.refused(cmp.Or(class.Text(Name), at.Class), unrelated)
			refused = err
			continue
		}
		if err != nil {
			return List{}, err
		}
		first := whole.Entries[:min(len(list.Entries), len(whole.Entries))]
		if len(list.Entries) > 0 && (alike == 0 || document.Same(list.Entries, first)) {
			alike++
		}
		list.complete(ClassID, factsOf(class))
		whole.add(list)
	}
	if refused != nil && len(whole.Entries) == 0 {
		return List{}, refused
	}
	for at := range whole.Gaps {
		whole.Gaps[at].Read = cmp.Or(whole.Gaps[at].Read, len(whole.Items))
	}
	if alike > 1 && alike == len(classes.Items) && !slices.Contains(unrelated, placeholderClass) {
		repeats := document.Sign{Kind: document.Repeats, Place: placeholderClass, Number: int64(alike)}
		whole.Gaps = append(whole.Gaps, Gap{repeats, len(whole.Items)})
	}
	if !r.calls[Students].Twice {
		whole.Twice = twice(whole.Items)
	}
	whole.Shared = append(whole.Shared, shared(whole.Items)...)
	return whole, nil
}

// refused notes a class whose call answers that it does not exist, unless a person knows that the class is empty.
func (l *List) refused(class string, unrelated []string) {
	if !slices.Contains(unrelated, class) {
		l.Gaps = append(l.Gaps, Gap{Sign: document.Sign{Kind: document.Fault, Place: class}})
	}
}

// factsOf returns the facts that classes give about their students.
func factsOf(classes ...Item) []Item {
	facts := make([]Item, len(classes))
	for at, class := range classes {
		facts[at] = Item{ClassID: class[ID], ClassName: class[Name], Teacher: class[Teacher], TeacherMail: class[TeacherMail]}
	}
	return facts
}

// TeachersOf returns the teachers of a class, or of a student's class, one a line, as [document.People] does.
func TeachersOf(item Item) string {
	names, mails := item.Text(Teacher), item.Text(TeacherMail)
	if strings.ContainsAny(names, "@\n") || names != "" && strings.Contains(mails, "\n") {
		return names
	}
	return document.Person(names, mails)
}

// add appends the list of a further class.
func (l *List) add(class List) {
	l.Items, l.Entries = append(l.Items, class.Items...), append(l.Entries, class.Entries...)
	l.Sent = append(l.Sent, class.Sent...)
	l.Kept, l.Left = append(l.Kept, class.Kept...), append(l.Left, class.Left...)
	l.Foreign, l.Shared = append(l.Foreign, class.Foreign...), append(l.Shared, class.Shared...)
	l.Gaps, l.Problems = append(l.Gaps, class.Gaps...), append(l.Problems, class.Problems...)
	l.Duplicates, l.LeftOut = l.Duplicates+class.Duplicates, l.LeftOut+class.LeftOut
	l.Unreadable, l.Unnumbered = l.Unreadable+class.Unreadable, append(l.Unnumbered, class.Unnumbered...)
}
