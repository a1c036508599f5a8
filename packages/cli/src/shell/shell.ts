import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import { printable, printableJson, printableLines } from '../text/printable.ts';
import { findCaller } from './find-caller.ts';

/** All that a command knows of the world outside. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The service, for the client that the environment names, the person who is signed in, or the operator. */
  client(): SetpointClient;
  /** Says a line of the log of the service to a person; left out without a terminal, and with --json. */
  readonly sayLog: ((line: string) => void) | undefined;
  /** Shows a line of progress in place of the one before; does nothing if there is no terminal. */
  progress(line: string): void;
  /** Prints the answer: the document with --json, otherwise the text. */
  print(document: unknown, text: string): void;
  /** Prints a table of the service: the document with --json, otherwise the CSV. */
  printTable(table: { readonly document: () => Promise<unknown>; readonly csv: () => Promise<string> }): Promise<void>;
  /** Says something on the error stream that the answer does not hold; nothing with --json. */
  note(sentence: string): void;
  /** Writes to the error stream, which is not part of the answer. */
  readonly writeError: (text: string) => void;
}

export interface ShellOptions {
  readonly environment: Shell['environment'];
  readonly isJson: () => boolean;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Left out if there is no terminal. */
  readonly progress?: ((line: string) => void) | undefined;
}

export function createShell({ environment, isJson, write, writeError, progress }: ShellOptions): Shell {
  let made: SetpointClient | undefined;
  // A person at a terminal hears at once what is wrong.
  let isShown = false;
  // What is said next stands on a line of its own, not behind the progress.
  function clear(): void {
    if (isShown) progress?.('');
    isShown = false;
  }
  const say = (text: string): void => {
    clear();
    writeError(printableLines(text));
  };
  const answer = (text: string): void => {
    clear();
    write(text);
  };
  const client = () => (made ??= createSetpointClient({ ...findCaller(environment), tries: 1 }));
  return {
    environment,
    writeError: say,
    client,
    sayLog: progress === undefined || isJson() ? undefined : (line) => say(`${line}\n`),
    note: (text) => (isJson() ? undefined : say(`${text}\n`)),
    progress(line) {
      if (progress === undefined || isJson()) return;
      if (line === '') return clear();
      isShown = true;
      progress(printable(line));
    },
    print: (document, text) => answer(`${isJson() ? printableJson(document) : printableLines(text)}\n`),
    async printTable({ document, csv }) {
      if (isJson()) return answer(`${printableJson(await document())}\n`);
      return answer(printableLines((await csv()).replaceAll('\r\n', '\n')));
    },
  };
}
