package roll

import (
	"slices"
	"strings"
	"testing"
)

// statusNames are schools' names for their statuses, by meaning.
func statusNames() map[Family][]string {
	return map[Family][]string{
		Present: {
			"Present", "PRESENT", "  present ", "Present (AM)", "In class", "In school", "Attended", "On time", "Here",
			"Anwesend", "anwesend", "Présent", "Présente", "Pr\u00e9sence", "Presente", "Presencia", "Asistió", "Asistencia", "Presença", "Presenza",
			"Aanwezig", "Obecny", "Obecność", "obecna", "Var", "Geldi", "Mevcut", "Burada", "حاضر", "حضور", "出席", "到", "已到", "出勤", "到校",
		},
		Absent: {
			"Absent", "Absence", "Unexcused", "Unexcused absence", "Absent - unexcused", "Absent (unexcused)", "Unauthorised absence", "Unauthorized", "Holiday not authorised",
			"Not excused", "Absent without excuse", "Truancy", "Truant", "No show", "Suspended", "Excluded", "Expelled", "Unexplained", "Did not attend", "Not present", "Not in school", "Not in class", "Non-attendance",
			"Remote - absent", "Virtual Absent",
			"Abwesend", "Fehlt", "Fehlend", "unentschuldigt", "Fehlt unentschuldigt", "nicht entschuldigt", "Nicht anwesend", "Ohne Entschuldigung", "Schwänzt",
			"Absence injustifiée", "Absence non justifiée", "Non excusé", "Sans motif", "Non présent", "Exclu",
			"Ausente", "Ausencia", "Falta", "Falta injustificada", "Falta no justificada", "Inasistencia", "No asistió", "Sin justificar",
			"Falta não justificada", "Ausência", "Assente", "Assenza", "Assenza ingiustificata", "Assenza non giustificata", "Non presente",
			"Afwezig", "Ongeoorloofd afwezig", "Ongeoorloofd verzuim", "Spijbelen", "Niet aanwezig", "Afwezig zonder reden",
			"Nieobecny", "Nieobecność", "Nieobecność nieusprawiedliwiona", "Nieusprawiedliwiona", "Wagary",
			"Yok", "Gelmedi", "Devamsız", "Devamsızlık", "İzinsiz", "Özürsüz", "Mazeretsiz",
			"غائب", "غياب", "غياب بدون عذر", "غير حاضر", "غير معذور", "缺席", "缺勤", "旷课", "曠課", "未到", "没来", "未出席",
		},
		Late: {
			"Late", "LATE", "Tardy", "Tardy - unexcused", "Unexcused tardy", "Excused tardy", "Late: excused", "Late, unexcused", "Late arrival", "Arrived late", "Lateness", "Unauthorised late", "Delayed", "Late (online)",
			"Verspätet", "Verspätung", "Unentschuldigt verspätet", "verspaetet", "Zu spät", "Retard", "En retard", "Retard injustifié", "Retard non justifié",
			"Tarde", "Llegada tarde", "Tardanza", "Retraso", "Retardo", "Atraso", "Atrasado", "Atraso injustificado", "Ritardo", "In ritardo", "Entrata in ritardo", "Ritardo ingiustificato",
			"Te laat", "Te laat (ongeoorloofd)", "Spóźniony", "Spóźnienie", "Spóźnienie nieusprawiedliwione", "Geç", "GEÇ KALDI", "Geç geldi", "متأخر", "تأخر", "تأخير", "متاخر", "迟到", "遲到",
		},
		Excused: {
			"Excused", "Excused absence", "Absent, excused", "Authorised absence", "Authorized", "Medical", "Medical appointment", "Sick", "Ill", "Illness", "Field trip", "Religious observance", "Bereavement", "Leave of absence", "On leave",
			"Entschuldigt", "Fehlt entschuldigt", "Abwesend (entschuldigt)", "Krank", "Krankheit", "Beurlaubt", "Beurlaubung",
			"Absence justifiée", "Absence excusée", "Excusé", "Malade", "Maladie", "Dispensé",
			"Justificada", "Falta justificada", "Enfermo", "Enfermedad", "Permiso", "Giustificato", "Assenza giustificata", "Malato", "Malattia",
			"Doente", "Dispensado", "Geoorloofd", "Geoorloofd afwezig", "Ziek", "Ziekte", "Verlof", "Usprawiedliwiony", "Nieobecność usprawiedliwiona", "Zwolniony", "Chory",
			"İzinli", "IZINLI", "izinli", "Raporlu", "Mazeretli", "Özürlü", "معذور", "غائب بعذر", "غياب بعذر", "مريض", "إجازة", "请假", "請假", "病假", "事假",
		},
		LeftEarly: {
			"Left early", "Left Early - excused", "Left school early", "Early dismissal", "Early release", "Early departure", "Early leave", "Leaving early", "Dismissed early", "Checked out", "Sent home",
			"Früher gegangen", "Frueher gegangen", "Vorzeitig gegangen", "Früher entlassen", "Parti tôt", "Départ anticipé", "Sortie anticipée", "Salida anticipada", "Salida temprana", "Uscita anticipata",
			"Saída antecipada", "Eerder weg", "Eerder vertrokken", "Erken çıktı", "Erken ayrıldı", "Wcześniejsze wyjście", "انصراف مبكر", "خروج مبكر", "早退",
		},
		Remote: {
			"Remote", "Remote learning", "Online", "Distance learning", "Virtual", "Present (online)", "Fernunterricht", "Distanzunterricht", "À distance", "Distanciel", "A distancia", "A distanza", "À distância",
			"Op afstand", "Uzaktan", "UZAKTAN EĞİTİM", "Zdalnie", "Nauczanie zdalne", "عن بعد", "在线", "線上", "网课",
		},
		Other: {
			"", " ", "Unknown", "Other", "Z", "42", "Various", "Varsity trip?", "Template", "Plate", "Illustration club", "Solid", "Translated", "Custard", "Standard", "No class", "Holiday", "Feiertag", "Vacances", "🙂",
		},
	}
}

func TestAStatusIsGuessedFromItsNameInManyLanguages(t *testing.T) {
	t.Parallel()
	for want, names := range statusNames() {
		for _, name := range names {
			if got := GuessFamily(name); got != want {
				t.Errorf("%q is taken for %s, not for %s", name, got, want)
			}
		}
	}
}

func TestAGuessDoesNotDependOnHowAnAccentIsWritten(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Family{
		"Pre\u0301sent": Present, "Verspa\u0308tet": Late, "Parti to\u0302t": LeftEarly, "Spo\u0301z\u0301niony": Late, "I\u0307zinli": Excused, "Gec\u0327": Late, "Obecnos\u0301c\u0301": Present,
		"Parti tot": LeftEarly, "Spoznienie": Late, "Depart anticipé": LeftEarly, "Saida antecipada": LeftEarly, "Gec kaldi": Late, "Ozursuz": Absent,
	} {
		if got := GuessFamily(name); got != want {
			t.Errorf("%q is taken for %s, not for %s", name, got, want)
		}
	}
}

func TestNoTwoStatusesGetTheSameLetter(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{
		{"Present", "Absent", "Late", "Excused", "Left early", "Remote"},
		{"Present", "Present (online class)", "Presence noted", "Absent", "Absent unexcused", "Absent, truant", "Late", "Late 2", "Late 3"},
		{"Alpha", "Absent", "Authorised", "Art", "Apple", "Aa", "A", "Aaa"},
		{"Präsent", "Pause", "Prüfung", "Praktikum", "Present"},
		{"出席", "缺席", "迟到", "早退", "请假", "病假", "事假"},
		{"Same", "Same", "Same", "Same"},
		{"!", "?", "...", "🙂", ""},
		{"X", "XX", "XX X", "Left early", "L", "LL"},
	} {
		statuses := make([]Status, len(names))
		for i, name := range names {
			statuses[i] = Status{ID: StatusID(i + 1), Name: name}
		}
		var letters []string
		for i, status := range GuessStatuses(statuses, english) {
			if status.ID != statuses[i].ID || status.Name != names[i] {
				t.Errorf("%q became %+v", names[i], status)
			}
			if length := len([]rune(status.Letter)); length < 1 || length > 2 || strings.ToUpper(status.Letter) != status.Letter {
				t.Errorf("%q has the letter %q", status.Name, status.Letter)
			}
			if slices.Contains(letters, status.Letter) {
				t.Errorf("%q is the second with the letter %q of %q", status.Name, status.Letter, names)
			}
			letters = append(letters, status.Letter)
		}
	}
}

// english returns the letters of English schools. Left early is X because L is Late.
func english(family Family) string {
	return map[Family]string{Present: "P", Absent: "A", Late: "L", Excused: "E", LeftEarly: "X", Remote: "R", Other: ""}[family]
}

func TestFamiliesHaveTheirOwnLetters(t *testing.T) {
	t.Parallel()
	names := map[string]string{"Anwesend": "P", "Fehlt": "A", "Verspätet": "L", "Entschuldigt": "E", "Früher gegangen": "X", "Fernunterricht": "R"}
	for name, letter := range names {
		if got := GuessStatuses([]Status{{ID: 1, Name: name}}, english)[0].Letter; got != letter {
			t.Errorf("%s has %q", name, got)
		}
	}
}

func TestATimeBelongsToComingLateAndLeavingEarly(t *testing.T) {
	t.Parallel()
	for _, status := range GuessStatuses([]Status{{Name: "Late"}, {Name: "Left early"}, {Name: "Absent"}, {Name: "Present"}, {Name: "Excused"}}, english) {
		if want := status.Family == Late || status.Family == LeftEarly; status.CarriesTime != want {
			t.Errorf("%s carries a time: %t", status.Name, status.CarriesTime)
		}
	}
}

func TestOnlyAuthorisedAndUnauthorisedDaysAreAbsences(t *testing.T) {
	t.Parallel()
	for _, counting := range Countings() {
		if want := counting == CountsAuthorised || counting == CountsUnauthorised; counting.IsAbsence() != want {
			t.Errorf("%s: %t", counting, counting.IsAbsence())
		}
	}
}

func TestAGivenKindStaysAndDecidesTheLetter(t *testing.T) {
	t.Parallel()
	got := GuessStatuses([]Status{{ID: 1, Name: "Sick", Family: Excused, CarriesTime: true}, {ID: 2, Name: "Late", Letter: "T"}}, english)
	want := []Status{{ID: 1, Name: "Sick", Family: Excused, CarriesTime: true, Letter: "E"}, {ID: 2, Name: "Late", Letter: "T", Family: Late, CarriesTime: true}}
	if !slices.Equal(got, want) {
		t.Errorf("the statuses are %+v", got)
	}
}
