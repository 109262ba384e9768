package browsertest

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
)

// Spoken returns the text that a screen reader says of the page, in its order, from the browser's accessibility tree: a
// line for each text, control and live region. A control's line has its role, name, states and description.
func (tab *Tab) Spoken() []string {
	tab.t.Helper()
	tree := Run(tab, Command(accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}))
	reading := &reading{nodes: make(map[accessibility.NodeID]*accessibility.Node, len(tree.Nodes))}
	for _, node := range tree.Nodes {
		reading.nodes[node.NodeID] = node
	}
	if len(tree.Nodes) > 0 {
		reading.read(tree.Nodes[0], false)
	}
	return reading.lines
}

// WantSpoken compares the text that a screen reader says of the page with the file. With the environment
// variable SPOKEN=new it writes the file instead.
func (tab *Tab) WantSpoken(file string) {
	tab.t.Helper()
	said := strings.Join(tab.Spoken(), "\n") + "\n"
	if os.Getenv("SPOKEN") == "new" {
		if err := os.WriteFile(file, []byte(said), 0o600); err != nil {
			tab.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		tab.t.Fatal(err)
	}
	if said != string(want) {
		tab.t.Errorf("a screen reader does not say what is in %s but:\n%s", file, said)
	}
}

// reading is a walk through the accessibility tree.
type reading struct {
	nodes map[accessibility.NodeID]*accessibility.Node
	lines []string
}

// A screen reader says the texts inside named roles as the name of the control; of regions it says the role and the
// name and then what is inside; of live regions the whole text at once.
const (
	named   = " button link heading checkbox radio option image DisclosureTriangle "
	regions = " banner main navigation form group radiogroup dialog textbox searchbox spinbutton combobox Date InputTime "
	live    = " status alert log "
)

// read adds the lines of the node and of what is below it. Inside a named control texts are not said again.
func (r *reading) read(node *accessibility.Node, inside bool) {
	role, name := textOf(node.Role), textOf(node.Name)
	is := func(roles string) bool { return !node.Ignored && strings.Contains(roles, " "+role+" ") }
	switch {
	case is(live):
		if text := r.textBelow(node); text != "" {
			r.lines = append(r.lines, role+": "+text)
		}
		inside = true
	case is(named), is(regions) && name != "":
		r.lines = append(r.lines, strings.ToLower(role)+": "+name+states(node))
		inside = inside || is(named)
	case is(" LabelText Legend "):
		// It is the name of its control, or of its group.
		inside = true
	case is(" StaticText ") && !inside:
		r.lines = append(r.lines, name)
	}
	for _, id := range node.ChildIDs {
		if child := r.nodes[id]; child != nil {
			r.read(child, inside)
		}
	}
}

// states returns the value, the states and the description of a control, as ", checked".
func states(node *accessibility.Node) string {
	var said strings.Builder
	for _, part := range []string{textOf(node.Value), textOf(node.Description)} {
		if part != "" {
			said.WriteString(", " + part)
		}
	}
	for _, property := range node.Properties {
		switch name := string(property.Name); name {
		case "checked", "pressed", "expanded", "disabled", "invalid", "required":
			if value := valueOf(property.Value); value == "true" || value == "mixed" {
				said.WriteString(", " + name)
			}
		}
	}
	return said.String()
}

// textBelow joins the texts of the node and of what is below it.
func (r *reading) textBelow(node *accessibility.Node) string {
	if textOf(node.Role) == "StaticText" {
		return textOf(node.Name)
	}
	var text strings.Builder
	for _, id := range node.ChildIDs {
		if child := r.nodes[id]; child != nil {
			text.WriteString(r.textBelow(child))
		}
	}
	return text.String()
}

func textOf(value *accessibility.Value) string { return strings.TrimSpace(valueOf(value)) }

// valueOf returns a text as it is, and another value as JSON.
func valueOf(value *accessibility.Value) string {
	if value == nil {
		return ""
	}
	var text string
	if json.Unmarshal(value.Value, &text) != nil {
		return string(value.Value)
	}
	return text
}
