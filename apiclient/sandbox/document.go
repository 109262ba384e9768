package sandbox

// serviceRoot begins every path of the service document. Nothing below it is answered without authentication.
const serviceRoot = "/serviceapi/"

// The calls of the service. Its document shows the paths of the first two (sections 4.1 and 4.2), but not the
// others.
const (
	pathBulk      = "/serviceapi/v1/students/attendance/daily/bulk"
	pathPeriods   = "/serviceapi/v1/curriculum/schoolperiods/list"
	pathStudents  = "/serviceapi/v1/students/list"
	pathStatuses  = "/serviceapi/v1/students/attendance/statuses/list"
	pathDailyList = "/serviceapi/v1/students/attendance/daily/list"
	pathOpenAPI   = "/openapi.json"
)

// The INVENTED paths, which no real service has: the page of the integration settings (keys, webhooks, faults), and
// the routes that set faults and inspect the service.
const (
	pagePath    = "/integrations"
	controlRoot = "/integrations/"
	styleFile   = "/integrations/page.css"
)

// The headers that every request carries (service document, section 5).
const (
	headerKey    = "service-secret-key"
	headerSchool = "schoolCode"
	headerTenant = "tenant"
)

// The messages of a 401 (service document, section 7).
const (
	messageNoKeySent  = "No API key specified!"
	messageNoHeader   = "Not valid header!"
	messageNoKeyMade  = "No API key created!"
	messageWrongKey   = "API key is not valid!"
	messageAnyFailure = "Invalid API credentials"
)
