package imports

// studentColumnNames returns the column names of lists of students, by key: our own, those of the school
// system, and those of other languages. Ambiguous names are missing: a person maps them.
func studentColumnNames() map[string][]string {
	return map[string][]string{
		Enrolment: {
			"enrolment", "studentSemesterInfoId", "enrolment id", "enrollment id", "enrollment", "enrolment number", "enrollment number", "enrolment no",
			"Einschreibung", "Einschreibungsnummer", "Einschreibe-ID", "Schuljahr-ID", "inscription", "id inscription", "numéro d'inscription", "n° inscription",
			"inscripción", "id inscripción", "matrícula", "id matrícula", "número de matrícula", "nº matrícula", "iscrizione", "id iscrizione",
			"inschrijving", "inschrijvingsnummer", "inschrijving id", "zapis", "numer zapisu", "kayıt no", "kayıt numarası", "inskrivning", "inskrivnings-id",
			"indskrivning", "innmelding", "ilmoittautuminen", "zápis", "id zápisu", "beiratkozás", "înscriere", "id înscriere", "εγγραφή", "зачисление", "номер зачисления",
			"зарахування", "رقم القيد", "رقم التسجيل", "מספר רישום", "学籍番号", "在籍ID",
		},
		Student: {
			"student", "studentId", "student id", "student no", "student number", "pupil id", "pupil no", "pupil number", "learner id", "person id",
			"Schüler-ID", "Schülernummer", "Schüler-Nr", "Schüler", "élève", "id élève", "numéro élève", "n° élève", "identifiant élève",
			"alumno", "id alumno", "código alumno", "número de alumno", "aluno", "id aluno", "código do aluno", "número do aluno", "studente", "id studente",
			"matricola", "leerling", "leerlingnummer", "leerling id", "uczeń", "id ucznia", "numer ucznia", "öğrenci", "öğrenci no", "öğrenci numarası",
			"elev", "elev-id", "elevnummer", "elev id", "oppilas", "oppilasnumero", "žák", "id žáka", "tanuló", "tanuló azonosító", "μαθητής", "ученик", "id ученика",
			"номер ученика", "учень", "id учня", "رقم الطالب", "מספר תלמיד", "生徒ID", "生徒番号", "学生编号", "학생번호",
		},
		Given: {
			"given", "firstName", "first name", "given name", "forename", "christian name", "Vorname", "Rufname", "prénom", "prénoms", "nombre", "nombres",
			"nome próprio", "primeiro nome", "nome proprio", "voornaam", "roepnaam", "imię", "imiona", "ad", "adı", "isim", "förnamn", "fornavn", "etunimi",
			"jméno", "meno", "ime", "keresztnév", "utónév", "prenume", "όνομα", "имя", "ім'я", "الاسم الأول", "שם פרטי", "名", "이름",
		},
		Family: {
			"family", "lastName", "last name", "family name", "surname", "second name", "Nachname", "Familienname", "Zuname", "nom de famille",
			"apellido", "apellidos", "primer apellido", "apelido", "sobrenome", "cognome", "achternaam", "familienaam", "nazwisko", "soyad", "soyadı", "soyisim",
			"efternamn", "etternavn", "efternavn", "sukunimi", "příjmení", "priezvisko", "prezime", "vezetéknév", "családnév", "nume de familie",
			"επώνυμο", "фамилия", "прізвище", "اسم العائلة", "اللقب", "שם משפחה", "姓", "성",
		},
		FullName: {
			"name", "full name", "student name", "pupil name", "learner name", "display name", "vollständiger Name", "Schülername", "nom", "nom complet",
			"nom et prénom", "nom prénom", "nom de l'élève", "nombre completo", "apellidos y nombre", "alumno/a", "nome", "nome completo", "nome do aluno", "nome e cognome", "cognome e nome",
			"naam", "volledige naam", "leerlingnaam", "imię i nazwisko", "nazwisko i imię", "ad soyad", "adı soyadı", "namn", "navn", "nimi", "jméno a příjmení",
			"teljes név", "név", "nume", "nume complet", "ονοματεπώνυμο", "ФИО", "полное имя", "ПІБ", "الاسم", "الاسم الكامل", "اسم الطالب", "שם", "שם מלא", "氏名", "姓名", "성명",
		},
		Class: {
			"class", "className", "class name", "form", "form group", "tutor group", "registration group", "homeroom", "home room", "section", "Klasse", "Klassenname",
			"classe", "division", "clase", "grupo", "curso", "turma", "sezione", "klas", "groep", "stamgroep", "klasa", "oddział", "sınıf", "şube", "klass",
			"luokka", "třída", "trieda", "razred", "osztály", "clasă", "τμήμα", "τάξη", "класс", "клас", "الصف", "الفصل", "כיתה", "クラス", "班级", "반",
		},
	}
}

// bareNames returns the folded column names that mean the full name, but the family name when there is a
// column for the first name.
func bareNames() []string {
	return []string{"name", "nom", "naam", "nome", "nume", "nev", "namn", "navn", "nimi"}
}
