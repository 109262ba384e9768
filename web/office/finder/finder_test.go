package finder

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rollbook/web/roll"
)

// school is a few students with names of many scripts.
func school() []roll.Enrolment {
	names := [][3]string{
		{"Mia", "Okafor", "8B"}, {"Sam", "Okada", "10B"}, {"Tokala", "Reed", "7A"},
		{"Jürgen", "Strauß", "8B"}, {"İpek", "Işık", "4e B"}, {"Seán", "O’Neill", "8B"},
		{"Łukasz", "Żółć", "7A"}, {"明", "李", "7A"}, {"محمد", "عبد الرحمن", "7A"}, {"Zoë", "van den Berg", "12"},
		{"Ангелина", "Йорданова", "12"}, {"Mary-Jane", "Smith", "12"}, {"김", "철수", "12"},
	}
	var students []roll.Enrolment
	for i, name := range names {
		students = append(students, roll.Enrolment{
			ID: roll.EnrolmentID(481001 + i), Student: roll.StudentID(90201 + i), Given: name[0], Family: name[1],
			Class: roll.ClassID("id-" + name[2]), ClassName: name[2],
		})
	}
	return students
}

// find returns the given names of the students found.
func find(t *testing.T, text string) []string {
	t.Helper()
	found, err := New(school()).Find(text, 50)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	names := []string{}
	for _, student := range found.Students {
		names = append(names, student.Given)
	}
	return names
}

func TestStudentsAreFoundByPartsOfTheirNamesInAnyScript(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"oka": {"Mia", "Sam", "Tokala"}, "OKAF": {"Mia"}, "mia oka": {"Mia"}, "okafor mia": {"Mia"}, "  oka   mi ": {"Mia"},
		"strauss": {"Jürgen"}, "STRAUSS": {"Jürgen"}, "strauß": {"Jürgen"}, "jurgen": {"Jürgen"}, "juergen": {"Jürgen"}, "Ju\u0308rgen": {"Jürgen"},
		"ipek": {"İpek"}, "İPEK": {"İpek"}, "isik": {"İpek"}, "IŞIK": {"İpek"}, "ışık": {"İpek"},
		"oneill": {"Seán"}, "o'neill": {"Seán"}, "o neill": {"Seán"}, "neill": {"Seán"}, "sean": {"Seán"},
		"lukasz": {"Łukasz"}, "zolc": {"Łukasz"}, "明": {"明"}, "李明": {}, "李 明": {"明"}, "محمد": {"محمد"}, "مُحَمَّد": {"محمد"},
		"zoe": {"Zoë"}, "berg": {"Zoë"}, "van den berg": {"Zoë"}, "йорд": {"Ангелина"}, "иорд": {"Ангелина"}, "ЙОРД": {"Ангелина"},
		"jane": {"Mary-Jane"}, "mary-jane": {"Mary-Jane"}, "철수": {"김"}, "nobody": {}, "ｏｋａｆｏｒ": {"Mia"},
	} {
		if got := find(t, text); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, not %v", text, got, want)
		}
	}
}

func TestASingleLetterFindsWordsThatBeginWithItOnly(t *testing.T) {
	t.Parallel()
	if got := find(t, "o"); !slices.Equal(got, []string{"Mia", "Sam", "Seán"}) {
		t.Errorf("it finds %v", got)
	}
	if got := find(t, "b"); !slices.Equal(got, []string{"Zoë"}) {
		t.Errorf("the second word of a class finds %v", got)
	}
}

func TestStudentsAreFoundByClassAndByNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"8b": {"Mia", "Jürgen", "Seán"}, "8 B": {"Mia", "Jürgen", "Seán"}, "oka 8b": {"Mia"}, "8B oka": {"Mia"}, "4e b": {"İpek"}, "4EB": {"İpek"},
		"90202": {"Sam"}, "481003": {"Tokala"}, "٩٠٢٠٢": {"Sam"}, "902": {}, "8": {}, "okada 90202": {"Sam"}, "okada 90201": {},
	} {
		if got := find(t, text); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, not %v", text, got, want)
		}
	}
}

func TestNoStudentIsFoundByAccident(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "   ", "!!!", "'", "-", "\u0301", "\u200b", "%", "*", "..."} {
		if found, err := New(school()).Find(text, 50); roll.KindOf(err) != roll.Meaningless || found.All != 0 {
			t.Errorf("%q finds %d: %v", text, found.All, err)
		}
	}
	if _, err := New(school()).Find(strings.Repeat("a", Longest+1), 50); roll.KindOf(err) != roll.Meaningless {
		t.Errorf("a text that is too long ends with %v", err)
	}
	if found, err := New(school()).Find(strings.Repeat("a b ", 125), 50); err != nil || found.All != 0 {
		t.Errorf("a long text finds %d: %v", found.All, err)
	}
}

func TestOnlySoManyAreShownAndAllAreCounted(t *testing.T) {
	t.Parallel()
	found, err := New(school()).Find("oka", 2)
	if err != nil || found.All != 3 || len(found.Students) != 2 {
		t.Errorf("found are %+v, %v", found, err)
	}
}

func TestAStudentOfTwoClassesIsFoundOnce(t *testing.T) {
	t.Parallel()
	one := school()[0]
	other := one
	other.Class, other.ClassName = "choir", "Choir"
	index := New([]roll.Enrolment{one, other})
	for _, text := range []string{"oka", "8b", "choir", "choir mia"} {
		if found, err := index.Find(text, 9); err != nil || found.All != 1 || found.Students[0].Class != one.Class {
			t.Errorf("%q finds %+v, %v", text, found, err)
		}
	}
}

func TestEveryStudentIsFoundByTheWholeName(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		student := roll.Enrolment{ID: 1, Given: rapid.String().Draw(r, "given"), Family: rapid.StringN(1, 500, -1).Draw(r, "family")}
		found, err := New([]roll.Enrolment{student}).Find(student.Name(), 1)
		if err == nil && found.All != 1 {
			r.Errorf("%q is not found", student.Name())
		}
	})
}

// many makes that many students, with names as similar as real ones.
func many(count int) []roll.Enrolment {
	family := []string{"Okafor", "Müller", "Strauß", "Özdemir", "O’Neill", "García López", "Nguyễn", "李", "van den Berg", "Smith", "Ahmed"}
	students := make([]roll.Enrolment, count)
	for i := range students {
		students[i] = roll.Enrolment{
			ID: roll.EnrolmentID(i + 1), Student: roll.StudentID(i + 90_001), Given: fmt.Sprintf("Given%d", i), Family: family[i%len(family)],
			Class: roll.ClassID(fmt.Sprint(i / 25)), ClassName: fmt.Sprintf("%dA", i/25),
		}
	}
	return students
}

func TestTenThousandStudentsAreAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	index := New(many(10_000))
	for _, text := range []string{"o", "neill", "given", "garcia lopez", "7a given", strings.Repeat("a b ", 250), strings.Repeat("g", 500)} {
		begun := time.Now()
		if _, err := index.Find(text, 50); err != nil {
			t.Fatal(err)
		}
		// Generous: other tests run at the same time.
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%.20q took %v", text, took)
		}
	}
}

// BenchmarkFind makes one search among 2,000 students.
func BenchmarkFind(b *testing.B) {
	index := New(many(2000))
	for name, text := range map[string]string{"letter": "o", "name": "garcia", "two words": "garcia given1", "class": "7a", "nobody": "zzz", "everybody": "given"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := index.Find(text, 50); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNew makes an index of 2,000 students.
func BenchmarkNew(b *testing.B) {
	students := many(2000)
	for b.Loop() {
		New(students)
	}
}
