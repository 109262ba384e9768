package metrics

import "strconv"

// AppendGauge appends a value that can rise and fall, in the text format.
func AppendGauge(text []byte, name, help string, value float64) []byte {
	text = append(append(appendHead(text, name, help, "gauge"), name...), ' ')
	return append(strconv.AppendFloat(text, value, 'g', -1, 64), '\n')
}

// appendHead appends the description of a metric. help is one line without a backslash.
func appendHead(text []byte, name, help, kind string) []byte {
	text = append(text, "# HELP "+name+" "+help+"\n"...)
	return append(text, "# TYPE "+name+" "+kind+"\n"...)
}
