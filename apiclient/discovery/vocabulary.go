package discovery

import (
	"regexp"
	"strings"

	"rollbook/apiclient/mapping"
)

// role is a possible meaning of a field, with the names that suggest it and a test of the values. Words are
// folded, the likeliest first.
type role struct {
	name string
	// words identify the field alone.
	words []string
	// vague words identify it only when no enclosing object is about something different.
	vague []string
	is    func(any) bool
}

func list(words string) []string { return strings.Fields(words) }

// Words for an id and for a name.
func idWords() []string { return list("id key uid identifier nr number no num ref") }

func nameWords() []string {
	return list("name title label displayname text caption description shortname longname bezeichnung nom libelle nombre nome naam titel denominazione ad nazwa imya nimi namn navn code")
}

// Words for the subjects of ids and names.
func studentWords() []string {
	return list(`student pupil learner person child user individual schueler schuler lernender eleve etudiant personne enfant apprenant
		alumno alumna estudiante persona nino aluno aluna estudante pessoa studente alunno alunna allievo allieva discente leerling scholier persoon
		ogrenci kisi uczen osoba elev oppilas opiskelija zak ucenik dijak tanulo diak`)
}

// others matches names of objects and fields that are about another person than the student.
var others = regexp.MustCompile(`parent|guardian|father|mother|carer|contact|teacher|tutor$|tutor(first|last|given|family|name|id)|staff|advis|counsel|sibling|brother|sister|emergency|doctor|owner|author|creat|modif|updat|mentor|coach|principal|previous|former|histor|verlauf|prior|earlier|lastyear|spouse|payer` +
	`|vater|mutter|eltern|erziehung|lehrer|geschwister|pere$|mere$|tuteur|responsab|enseignant|professeur|padre|madre|profesor|docente|genitor|ouder|vader|moeder|leraar|rodzic`)

func enrolmentWords() []string {
	return list(`studentsemesterinfo semesterinfo enrolment enrollment studentenrolment studentenrollment schoolenrolment schoolenrollment
		studentperiod studentterm studentyear
		inscription inscripcion matricula einschreibung schulbesuch iscrizione inschrijving kayit zapis`)
}

// perhapsEnrolmentWords returns words that some schools use for an enrolment and others for the student's own
// number.
func perhapsEnrolmentWords() []string {
	return list("registration studentregistration membership placement admission matriculation anmeldung")
}

// enrolmentIDs returns the names that alone identify an enrolment id.
func enrolmentIDs() []string {
	return append(combined(enrolmentWords(), list("id key uid identifier")), "enrolment", "enrollment")
}

func periodWords() []string {
	return list(`period schoolperiod semester term year schoolyear academicyear session schuljahr halbjahr annee anneescolaire periode
		periodo curso ano anno annoscolastico jaar schooljaar donem rok rokszkolny lasar`)
}

func statusWords() []string {
	return list(`status attendancestatus attstatus attendancetype absencetype attendancecode statustype type mark anwesenheit
		anwesenheitsstatus statut estado stato aanwezigheid durum`)
}

// combined joins every first word with every last word.
func combined(first, last []string) []string {
	all := make([]string, 0, len(first)*len(last))
	for _, a := range first {
		for _, b := range last {
			all = append(all, a+b)
		}
	}
	return all
}

func idOf(about []string) []string { return combined(about, idWords()) }

func nameOf(about []string) []string { return combined(about, nameWords()) }

// rolesOf returns the roles that names can identify in a call's fields. The enrolment id needs more care, see
// [matcher.takeEnrolment].
func rolesOf(call mapping.Call) []role {
	students := studentRoles()
	return map[mapping.Call][]role{
		mapping.Periods: {
			{mapping.ID, idOf(periodWords()), idWords(), isKey},
			{mapping.Name, nameOf(periodWords()), append(nameWords(), periodWords()...), isLabel},
			{mapping.From, list("startdate start from begin begindate beginsat beginson startsat startson validfrom datefrom firstday startdatum beginn von debut datedebut inicio fechainicio datainicio inizio datainizio begindatum baslangic poczatek starttime"), nil, isDay},
			{mapping.To, list("enddate end to until till finish finishdate endsat endson validto validuntil dateto lastday enddatum ende bis fin datefin fechafin fim datafim fine datafine einddatum einde bitis koniec endtime"), nil, isDay},
			{mapping.Current, list("current iscurrent currentperiod active isactive default isdefault aktuell aktiv actuel courant actual actif activo atual attuale corrente huidig aktif status state"), nil, isState},
		},
		mapping.Classes: {
			{mapping.ID, idOf(classWords()), idWords(), isKey},
			{mapping.Name, nameOf(classWords()), append(nameWords(), classWords()...), isLabel},
		},
		mapping.Students: students,
		mapping.People:   students[:len(students)-1], // photos come with the list itself
		mapping.Statuses: {
			{mapping.ID, idOf(statusWords()), idWords(), isID},
			{mapping.Name, nameOf(statusWords()), append(nameWords(), statusWords()...), isText},
		},
		mapping.Day: {
			{mapping.StudentID, append(idOf(studentWords()), studentWords()...), nil, isID},
			{mapping.EnrolmentID, append(idOf(enrolmentWords()), enrolmentWords()...), nil, isID},
			{mapping.Status, append(nameOf(statusWords()), statusWords()...), nil, isText},
			{mapping.StatusID, append(idOf(statusWords()), statusWords()...), nil, isID},
			{mapping.Date, list("date day attendancedate recordedon datum jour fecha data giorno dag tarih"), nil, isDay},
			{mapping.Comments, list("comments comment remark remarks note notes bemerkung commentaire comentario commento opmerking"), nil, isText},
			{mapping.CheckIn, list("checkin checkedin arrival arrivedat timein ankunft arrivee entrada ingresso"), nil, isAnything},
			{mapping.CheckOut, list("checkout checkedout departure leftat timeout weggang depart salida uscita"), nil, isAnything},
		},
	}[call]
}

func studentRoles() []role {
	return []role{
		{mapping.StudentID, append(idOf(studentWords()), studentWords()...), nil, isID},
		{mapping.GivenName, list("firstname namefirst givenname given forename first vorname prenom primernombre nombres voornaam imie imya etunimi fornavn fornamn adi isim"), nil, isPerson},
		{mapping.FamilyName, list("lastname namelast familyname surname family last nachname familienname nomdefamille nomfamille apellido apellidos primerapellido achternaam cognome sobrenome apelido soyad soyadi nazwisko familiya sukunimi etternavn efternamn"), nil, isPerson},
		{mapping.FullName, append(list("fullname completename nomcomplet nombrecompleto nomecompleto nomecognome vollername volledigenaam adsoyad"), nameOf(studentWords())...), list("name displayname nom nombre nome naam"), isPerson},
		{mapping.KnownAs, list("knownas preferredname preferredfirstname preferredgivenname nickname callname calledname rufname usagename prenomusuel roepnaam apodo soprannome"), nil, isPerson},
		{mapping.ClassID, idOf(classWords()), nil, isKey},
		{mapping.ClassName, append(nameOf(classWords()), classWords()...), nil, isLabel},
		{mapping.Photo, list("photo photourl picture pictureurl avatar avatarurl image imageurl portrait foto bild"), nil, isAddress},
	}
}
