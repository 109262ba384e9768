package discovery

import "regexp"

// Folded names of fields, and folded values, that mark items which no longer count.
var (
	ends = regexp.MustCompile(`^(end|ends|ended|to|bis|fin|fim|fine|einde|koniec)$|^end(date|day|s?at|s?on|ed|datum)|` +
		`(date|on|at)?end(date|ed)$|until$|(to|till|thru|through)$|^lastday|exit|leav|left|withdr|terminat|validto|` +
		`austritt|abgang|sortie|baja|ritiro|delet|archiv|deactiv|inactivesince|depart(ure|ed)`)
	stays = regexp.MustCompile(`onroll|enrolled$|^(is)?(currently)?(active|enabled|enrolled|current|attending|` +
		`registered|valid)(student|pupil|learner)?$|^(is)?(aktiv|actif|activo|ativo|attivo)$|` +
		`active$|^is(student|pupil|learner)$`)
	leaves = regexp.MustCompile(`delet|archiv|inactive|withdrawn|hasleft|^left$|leaver|exited|disabled|obsolete|retired|` +
		`expelled|graduated|transferredout|dropped|isstaff|isteacher|isadmin|^admin$|staffmember|` +
		`removed|trashed|ausgeschult|abgemeldet|entlassen|^(is)?(ended|cancelled|canceled|terminated|closed|notactive|` +
		`notenrolled)$|^(is)?(test|dummy|demo|fake)(student|user|account|record|pupil)?$|^(is)?(hidden|void|voided|` +
		`former|exstudent|expupil|` +
		`alumn[aiu]s?)(student|pupil)?$`)
	// reasons matches names of fields that only leavers or staff fill.
	reasons = regexp.MustCompile(`(exit|leav|withdr|terminat|departure|deregist|unenrol|delet|archiv|austritt|abgang|` +
		`sortie|baja)\w*(reason|code|type|comment|note|grund|motif|motivo|destination|by)$|` +
		`^reason(for)?(exit|leav|withdr)|^(staff|employee|teacher|jobtitle|position|lehrer|personal)(id|code|no|number|` +
		`nr|nummer|` +
		`key)?$`)
	// campuses matches names of the school or the part of one that a student belongs to.
	campuses = regexp.MustCompile(`^(campus|site|school|schule|standort|filiale|ecole|escuela|escola|scuola|sede|` +
		`plantel|vestiging|` +
		`tenant)(id|code|name|key|no|nr|number)?$`)
	// titles matches names of the title of a person, which staff have and students do not.
	titles = regexp.MustCompile(`^(title|salutation|honorific|anrede)$`)
	states = regexp.MustCompile(`situac|situaz|zustand|^stan$|tila$|^(flag|tag|label|marker)s?$|status|state$|lifecycle|` +
		`aktivitaet|statut|estado|stato$`)
	// personal matches names for the state of a student, not of a visa or a meal.
	personal = regexp.MustCompile(`^(current|student|pupil|learner|person|user|enrolment|enrollment|enrol|enroll|` +
		`registration|record|row|system|school|roll|admission|membership|placement|item|` +
		`entry)*status(code|id|type|key)?$|^(student|pupil|enrol|enroll|enrolment|enrollment)state$|^(statut|estado|` +
		`stato|situacao|situacion|situazione)$`)
	kinds = regexp.MustCompile(`type|role|kind|category|kategori|group$|status|position|funktion|funcion|fonction`)
	// people matches names for the kind of a person.
	people   = regexp.MustCompile(`^(user|person|member|people|account|primary)*(type|role|kind)s?(code|id)?$`)
	goneWord = regexp.MustCompile(`^(leaver|withdrawn|withdrew|inactive|transferred|graduated|former|archived|deleted|` +
		`tobedeleted|exited|expelled|terminated|alumni|alumnus|unenrolled|notenrolled|nolonger|` +
		`disenrolled|deregistered|cancelled|canceled|retired|obsolete|deceased|transferid|trasferit|desligad|evadid|` +
		`cancelad|abgegangen|` +
		`abgemeldet|ehemalig|inaktiv|ausgetreten|geloescht|radie|desinscrit|inactif|baja|` +
		`inactivo|egresado|retirado|ritirato|inattivo|inativo|uitgeschreven)`)
	goneState = regexp.MustCompile(`^(left|ended|closed|disabled|dropped|removed|partie?$|sorti|off(roll)?$|no$|not|` +
		`false|` +
		`past(student|pupil)?$|ex(student|pupil)?$|departed|applicant|applied|application|` +
		`prospect|preenrol|preadmi|waitlist|waiting|enquir|inquir|rejected|declined|withdraw|` +
		`suspended|leaving)`)
	staffWord = regexp.MustCompile(`^(staff|teach|employee|administrator|admin$|parent|guardian|contact|principal|` +
		`lehrer|` +
		`lehrkraft|mitarbeit|personal$|enseignant|professeur|profesor|docente|empleado|` +
		`insegnante|medewerker|leraar|laerare|larare|lerare|opettaja|nauczyciel|ogretmen)`)
	notOver = regexp.MustCompile(`birth|send|weekend|attend|vendor|friend|lend|gender|agenda|legend|hand|leavebalance|` +
		`leavedays|previous|expected`)

	// graduates matches names of the year in which a student leaves the school.
	graduates = regexp.MustCompile(`^(expected|planned|projected)?(graduation|graduating|grad|exit|leaving|` +
		`abschluss|abgangs?|abitur)` +
		`(year|yr|jahr)$|^yearof(graduation|leaving|exit)$|^classof$`)
	year = regexp.MustCompile(`^(19|20)\d\d$`)
	// noClass matches names of classes for people who are in none.
	noClass = regexp.MustCompile(`(?i)\b(staff|teachers?|leavers?|alumni|alumnae|archived?|withdrawn|graduat(ed|es)|` +
		`former|ex-?students?|ehemalige|abg.nger|` +
		`kollegium|lehrer|lehrkr.fte|egresados|bajas|anciens|sortants|test|dummy)\b`)
	// placeholder matches names that people give to no real student.
	placeholder = regexp.MustCompile(`^(test|dummy|demo|fake|placeholder|sample|new|unknown|max|erika)?(test|dummy|` +
		`placeholder|mustermann|` +
		`student|pupil|learner|schueler|schuelerin|eleve|alumno|aluno|leerling)(test|dummy|demo|new|sample)?$|^(z{2,}|` +
		`x{2,}|donot(use|delete)|duplicate|doublon)`)

	// schoolPeriods matches names for the school year or term of an enrolment, notPeriod names that look similar.
	schoolPeriods = regexp.MustCompile(`^((academic|school)(year|period|term|session)|semester|term|session|period|` +
		`schuljahr|halbjahr|` +
		`anneescolaire|lasar|skolear)(id|code|name|label|title|key)?$`)
	notPeriod = regexp.MustCompile(`grade|level|group|birth|entry|joined|start|first|end|age|cohort|intake|` +
		`admission|graduat`)
	// begins matches names of a student's first day.
	begins = regexp.MustCompile(`^(start|begin|entry|admission|enrol|enrolment|enrollment|enrolled|join|joined|` +
		`joining|eintritt|ingreso|ingresso)` +
		`(date|on|at|day|datum)$|^(datumeintritt|fechaingreso|datadeingresso|dateentree|dateofadmission|dateofentry|` +
		`validfrom|from|start)$`)
	// events matches names of days that are not about leaving, although few students have them.
	events = regexp.MustCompile(`birth|send|attend|updat|modif|creat|sync|login|seen|contact|visit|last|next|due|` +
		`review|exam|test|vaccin|medic|` +
		`photo|visa|passport|issue|expir|valid|incident|meeting|pay|invoice|admi|start|begin|entry|join|from|since|` +
		`award|baptis|return`)
)
