package readings

import "strings"

// Field is one of the values by which a school is added and connected, by its name in forms.
type Field = string

// The fields: the four credentials (service document, section 5), and those of a new school besides.
const (
	Address    Field = "address"
	Tenant     Field = "tenant"
	Code       Field = "code"
	KeyItem    Field = "key"
	Slug       Field = "slug"
	SchoolName Field = "name"
	TimeZone   Field = "zone"
)

// Typed holds the values that somebody typed into the fields.
type Typed map[Field]string

// Credentials are the fields that a school which is there is connected by.
func Credentials() []Field { return []Field{Address, Tenant, Code, KeyItem} }

// TypedIn returns the values of a form's fields, without spaces around.
func TypedIn(form func(name string) string, fields ...Field) Typed {
	typed := make(Typed, len(fields))
	for _, field := range fields {
		typed[field] = strings.TrimSpace(form(field))
	}
	return typed
}
