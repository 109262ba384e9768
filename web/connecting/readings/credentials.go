package readings

import "strings"

// Field is a value needed to add and connect a school, by its name in forms.
type Field = string

// The fields: the four credentials (service document, section 5), and those of a new school.
const (
	Address    Field = "address"
	Tenant     Field = "tenant"
	Code       Field = "code"
	KeyItem    Field = "key"
	Slug       Field = "slug"
	SchoolName Field = "name"
	TimeZone   Field = "zone"
)

// Typed contains the values typed into the fields.
type Typed map[Field]string

// Credentials returns the fields that connect an existing school.
func Credentials() []Field { return []Field{Address, Tenant, Code, KeyItem} }

// TypedIn returns the trimmed values of a form's fields.
func TypedIn(form func(name string) string, fields ...Field) Typed {
	typed := make(Typed, len(fields))
	for _, field := range fields {
		typed[field] = strings.TrimSpace(form(field))
	}
	return typed
}
