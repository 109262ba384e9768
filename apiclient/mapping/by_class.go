package mapping

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"rollbook/apiclient"
	"rollbook/apiclient/document"
)

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
	repeats := document.Sign{Kind: document.Repeats, Place: placeholderClass}
	for _, class := range classes.Items {
		at.Class = class.Text(ID)
		list, err := r.Read(ctx, Students, at)
		if failure, failed := errors.AsType[*apiclient.Error](err); failed && failure.Kind == apiclient.Misconfigured {
			whole.refused(cmp.Or(class.Text(Name), at.Class), r.calls[Students].Unrelated)
			refused = err
			continue
		}
		if err != nil {
			return List{}, err
		}
		first := whole.Entries[:min(len(list.Entries), len(whole.Entries))]
		if len(list.Entries) > 0 && (repeats.Number == 0 || document.Same(list.Entries, first)) {
			repeats.Number++
		}
		list.named(class)
		whole.add(list)
	}
	if refused != nil && len(whole.Entries) == 0 {
		return List{}, refused
	}
	for at := range whole.Gaps {
		whole.Gaps[at].Read = cmp.Or(whole.Gaps[at].Read, len(whole.Items))
	}
	isKnown := slices.Contains(r.calls[Students].Unrelated, repeats.Place)
	if n := int(repeats.Number); n > 1 && n == len(classes.Items) && !isKnown {
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

// named sets the name of a class for its students when their own list has none.
func (l *List) named(class Item) {
	for _, student := range l.Items {
		at := indexOf(student.fields, ClassName)
		if at >= 0 && student.isEmpty(ClassName) && student.Text(ClassID) == class.Text(ID) && !class.isEmpty(Name) {
			student.values[at] = class.Text(Name)
		}
	}
}

// add appends the list of a further class.
func (l *List) add(class List) {
	l.Items, l.Entries = append(l.Items, class.Items...), append(l.Entries, class.Entries...)
	l.Kept = append(l.Kept, class.Kept...)
	l.Foreign, l.Shared = append(l.Foreign, class.Foreign...), append(l.Shared, class.Shared...)
	l.Gaps, l.Problems = append(l.Gaps, class.Gaps...), append(l.Problems, class.Problems...)
	l.Duplicates, l.LeftOut = l.Duplicates+class.Duplicates, l.LeftOut+class.LeftOut
	l.Unreadable += class.Unreadable
}
