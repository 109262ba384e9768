package roll

// familyWords returns beginnings of words in names of statuses, in English, German, French, Spanish, Italian,
// Portuguese, Dutch, Polish, Turkish, Arabic and Chinese, in folded form. A space at the end requires the
// whole word. The first family with a match wins, so that "Late: excused" is late and "Absent, excused" is
// excused.
func familyWords() []familyOf {
	return []familyOf{
		{LeftEarly, []string{
			"left early", "left school early", "leave early", "leaving early", "early leav", "early dismiss", "early releas",
			"early depart", "early exit", "dismissed early", "released early", "sent home", "checked out", "signed out",
			"fruher gegangen", "frueher gegangen", "fruher entlassen", "frueher entlassen", "vorzeitig", "parti tot",
			"depart antic", "sortie antic", "salida anticipad", "salida tempran", "uscita anticipat", "saida antecipad",
			"eerder weg", "eerder vertrok", "wczesniejsze wyjsc", "erken cik", "erken ayril", "انصراف مبكر", "خروج مبكر", "早退",
		}},
		{Late, []string{
			"late ", "lateness", "latecom", "tard", "delayed", "verspat", "verspaet", "zu spat ", "zu spaet ", "retard",
			"retras", "atras", "ritard", "te laat ", "spozn", "gec ", "gecik", "متاخر", "تاخر", "تاخير", "迟到", "遲到",
		}},
		{Excused, excuseWords()},
		{Absent, []string{
			"absen", "truan", "no show", "unexcus", "unauthor", "unexplained", "suspen", "expel", "exclu",
			"abwesen", "fehlt ", "fehlen", "unentschuldig", "schwanz", "schwaenz", "injustif", "sans motif",
			"ausen", "falta ", "faltou ", "inasist", "assent", "assenz", "ingiustific", "afwezig", "verzuim", "ongeoorloofd",
			"spijbel", "zonder reden", "nieobecn", "nieusprawiedliw", "wagar", "yok ", "gelmedi", "devamsiz", "izinsiz",
			"ozursuz", "mazeretsiz", "غائب", "غايب", "غياب", "缺", "旷", "曠", "未到", "未出席", "未出勤", "没到", "没来", "沒到", "沒來",
		}},
		{Remote, []string{
			"remote", "online", "virtual", "distan", "e learning", "fernunterricht", "homeschool", "op afstand", "zdaln",
			"uzaktan", "عن بعد", "在线", "线上", "線上", "网课", "網課", "远程", "遠距",
		}},
		{Present, presenceWords()},
	}
}

type familyOf struct {
	family Family
	words  []string
}

func excuseWords() []string {
	return []string{
		"excus", "authoris", "authoriz", "medic", "sick", "ill ", "illness", "field trip", "excursion", "bereavement",
		"religious", "college visit", "on leave", "leave of absence", "entschuldig", "krank", "beurlaub", "justif", "malad",
		"dispens", "sortie scol", "enferm", "permiso", "giustific", "malat", "doente", "doenca", "geoorloofd", "ziek",
		"verlof", "usprawiedliw", "zwolnion", "chory ", "chora ", "izinli", "raporlu", "mazeretli", "ozurlu", "عذر", "معذور",
		"مريض", "اجازة", "请假", "請假", "病假", "事假", "公假",
	}
}

func presenceWords() []string {
	return []string{
		"presen", "in class", "in school", "attend", "on time", "here ", "anwesen", "asist", "aanwezig", "obecn",
		"var ", "geldi ", "mevcut", "burada", "حاضر", "حضور", "出席", "出勤", "到",
	}
}

// negations return words that reverse a following word of excuse or presence.
func negations() []string {
	return []string{
		"not", "non", "no", "without", "nicht", "ohne", "pas", "sans", "sin", "nao", "sem", "senza", "niet", "zonder", "nie",
		"bez", "غير", "بدون", "بلا",
	}
}
