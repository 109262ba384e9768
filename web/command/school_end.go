package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"rollbook/web"
	"rollbook/web/roll"
)

// schoolRename changes a school's name.
type schoolRename struct {
	ofSchool
	Name string `required:"" placeholder:"N" help:"New name to show."`
}

// Run stores the name.
func (s schoolRename) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	err := app.Connecting.Ending.Rename(ctx, "", school.ID, s.Name, school.Language)
	return p.done(sentence(app, err), "renamed %s\n", school.ID)
}

// schoolRemove removes a school. Its sessions end, and a running server notices with the next request.
type schoolRemove struct {
	ofSchool
	Name string `placeholder:"N" help:"The school's name, to confirm the removal; without it nothing is removed."`
	To   string `placeholder:"F" help:"CSV file to write with every mark of the school."`
}

// Run lists what will be removed, and removes the school when its name is given.
func (s schoolRemove) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	if (s.Name == "") != (s.To == "") {
		return usage("--name and --to are given together: the school's name, and the file that stays")
	}
	if s.Name != "" {
		if s.Name != school.Name {
			return errors.New("--name: that is not the school's name; nothing was removed")
		}
		if err := s.export(ctx, app, school); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
		_, err := app.Connecting.Ending.Remove(ctx, "", school, s.Name)
		return p.done(sentence(app, err), "removed %s; its marks are in %s\n", school.ID, s.To)
	}
	end, err := app.Connecting.Ending.Of(ctx, school.ID)
	if err != nil {
		return err
	}
	if err := p.print("with %s go %d accounts, %d students, %d saves, %d marks (%d of them never reached the school "+
		"system), its keys and all settings\n",
		school.ID, end.Leaving, end.Students, end.Saves, end.Marks, end.Stopped); err != nil {
		return err
	}
	return p.print("nothing was removed; to remove it: --name %q --to FILE\n", school.Name)
}

// export writes the file, which must be new, and syncs it to the disk.
func (s schoolRemove) export(ctx context.Context, app *web.App, school roll.School) (err error) {
	file, err := os.OpenFile(s.To, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := app.Connecting.Ending.Export(ctx, "", school, app.Site.Words.English(), file); err != nil {
		return err
	}
	return file.Sync()
}

// sentence returns the error in words for people, if it has them.
func sentence(app *web.App, err error) error {
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Err == nil {
		return errors.New(app.Site.Words.English().Text(problem.Message))
	}
	return err
}
