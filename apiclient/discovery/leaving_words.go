package discovery

import "regexp"

// Folded names of fields, and folded values, that mark items which no longer count.
var (
	ends = regexp.MustCompile(`^(end|ends|ended|to|bis|fin|fim|fine|einde|koniec)$|^end(date|day|s?at|s?on|ed|datum)|` +
		`(date|on|at)?end(date|ed)$|until$|^lastday|exit|leav|left|withdr|terminat|validto|` +
		`austritt|abgang|sortie|baja|ritiro|delet|archiv|deactiv|inactivesince|depart(ure|ed)|` +
		`dateto$`)
	stays = regexp.MustCompile(`onroll|enrolled$|^(is)?(currently)?(active|enabled|enrolled|current|attending|` +
		`registered|valid)(student|pupil|learner)?$|^(is)?(aktiv|actif|activo|ativo|attivo)$|` +
		`active$`)
	leaves = regexp.MustCompile(`delet|archiv|inactive|withdrawn|hasleft|^left$|leaver|exited|disabled|obsolete|retired|` +
		`expelled|graduated|transferredout|dropped|isstaff|isteacher|isadmin|^admin$|staffmember|` +
		`removed|trashed|^(is)?(hidden|void|voided|former|exstudent|expupil|` +
		`alumn[aiu]s?)(student|pupil)?$`)
	// reasons matches names of fields that only leavers or staff fill.
	reasons = regexp.MustCompile(`(exit|leav|withdr|terminat|departure|deregist|unenrol|delet|archiv|austritt|abgang|` +
		`sortie|baja)\w*(reason|code|type|comment|note|grund|motif|motivo|destination|by)$|` +
		`^reason(for)?(exit|leav|withdr)|^(staff|employee|teacher|jobtitle|position|lehrer|personal)(id|code|no|number|nr|nummer|` +
		`key)?$`)
	states = regexp.MustCompile(`status|state$|lifecycle|aktivitaet|statut|estado|stato$`)
	// personal matches names for the state of a student, not of a visa or a meal.
	personal = regexp.MustCompile(`^(current|student|pupil|learner|person|user|enrolment|enrollment|enrol|enroll|` +
		`registration|record|row|system|school|roll|admission|membership|placement|item|` +
		`entry)*status(code|id|type|key)?$`)
	kinds = regexp.MustCompile(`type|role|kind|category|kategori|group$|status|position|funktion|funcion|fonction`)
	// people matches names for the kind of a person.
	people   = regexp.MustCompile(`^(user|person|member|people|account|primary)*(type|role|kind)s?(code|id)?$`)
	goneWord = regexp.MustCompile(`^(leaver|withdrawn|withdrew|inactive|transferred|graduated|former|archived|deleted|` +
		`tobedeleted|exited|expelled|terminated|alumni|alumnus|unenrolled|notenrolled|nolonger|` +
		`disenrolled|deregistered|cancelled|canceled|retired|obsolete|deceased|abgegangen|` +
		`abgemeldet|ehemalig|inaktiv|ausgetreten|geloescht|radie|desinscrit|inactif|baja|` +
		`inactivo|egresado|retirado|ritirato|inattivo|inativo|uitgeschreven)`)
	goneState = regexp.MustCompile(`^(left|ended|closed|disabled|dropped|removed|partie?$|sorti|off(roll)?$|no$|not|false|` +
		`past(student|pupil)?$|ex(student|pupil)?$|departed|applicant|applied|application|` +
		`prospect|preenrol|preadmi|waitlist|waiting|enquir|inquir|rejected|declined|withdraw|` +
		`suspended|leaving)`)
	staffWord = regexp.MustCompile(`^(staff|teach|employee|administrator|admin$|parent|guardian|contact|principal|lehrer|` +
		`lehrkraft|mitarbeit|personal$|enseignant|professeur|profesor|docente|empleado|` +
		`insegnante|medewerker|leraar|laerare|larare|lerare|opettaja|nauczyciel|ogretmen)`)
	notOver = regexp.MustCompile(`birth|send|weekend|attend|vendor|friend|lend|gender|agenda|legend|hand|leavebalance|` +
		`leavedays|previous|expected`)

	// schoolPeriods matches names for the school year or term of an enrolment, notPeriod names that look similar.
	schoolPeriods = regexp.MustCompile(`^((academic|school)(year|period|term|session)|semester|term|session|period|schuljahr|halbjahr|` +
		`anneescolaire|lasar|skolear)(id|code|name|label|title|key)?$`)
	notPeriod = regexp.MustCompile(`grade|level|group|birth|entry|joined|start|first|end|age`)
)
