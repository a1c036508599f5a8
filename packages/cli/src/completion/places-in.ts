import type { Command, Option } from 'commander';

/** What can follow at one place of a command line. */
export interface Place {
  /** The names of the commands up to here, with spaces between them; empty for the program. */
  readonly path: string;
  readonly about: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly PlaceOption[];
  /** What its first argument can be, if that is one of a few. */
  readonly choices: readonly string[];
}

interface PlaceOption {
  readonly flag: string;
  readonly about: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** Every command of the program. */
export function placesIn(program: Command): readonly Place[] {
  const everywhere = [...program.options.map(optionOf), HELP];
  return below(program, []).map((place) =>
    place.path === '' ? { ...place, options: everywhere } : { ...place, options: [...place.options, ...everywhere] },
  );
}

const HELP: PlaceOption = { flag: '--help', about: 'show the help', takesValue: false, choices: [] };

function below(command: Command, path: readonly string[]): readonly Place[] {
  const help = command.createHelp();
  const visible = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const place: Place = {
    path: path.join(' '),
    about: command.description(),
    commands: visible.map((one) => ({ name: one.name(), about: one.description() })),
    options: command.options.filter(({ hidden }) => !hidden).map(optionOf),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [place, ...visible.flatMap((one) => below(one, [...path, one.name()]))];
}

function optionOf({ long, description, required, optional, argChoices }: Option): PlaceOption {
  return { flag: long ?? '', about: description, takesValue: required || optional, choices: argChoices ?? [] };
}
