/** Each `error` that the command line has of its own, beside those of the service. */
export const CLI_ERROR_MEANING = {
  ambiguous: 'several have this name, or begin so; give the id',
  audit_log_broken: 'a record of the audit log was changed, removed, moved or added',
  backup_failed: 'the backup could not be written, or does not hold what the store holds',
  bad_configuration: 'something in the environment or in a file is wrong; the exit code is 78',
  bad_csv: 'the CSV file cannot be read; the message names the line',
  bad_document: 'the file is not a registry document',
  bad_file: 'the file is not what the command reads',
  bad_request: 'the service would refuse it; the message names every problem',
  failed: 'anything else; the message says what',
  no_credential: 'no client is named, and nobody is signed in',
  no_devices: 'no SunSpec device answers',
  not_confirmed: 'it was not confirmed, so nothing was done',
  not_conformant: 'the controller failed a check',
  not_found: 'nothing has this id or name',
  not_ready: 'the service is not ready',
  not_stopped: 'some sites did not confirm the hold',
  not_taken: 'the address refused the test message of the alert',
  store_damaged: 'the file of the store lacks what was durable in it; the exit code is 65',
  too_late: 'nobody signed in in time',
  unreachable: 'nothing answers at the address of the service',
  usage: 'the command was not understood; the exit code is 2',
} as const;
export type CliErrorCode = keyof typeof CLI_ERROR_MEANING;

export interface CliErrorOptions extends ErrorOptions {
  /** 1 when left out. */
  readonly exitCode?: number;
}

/** Something that was not done, in a sentence that says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;
  readonly exitCode: number;

  constructor(code: CliErrorCode, message: string, { exitCode = 1, ...options }: CliErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.exitCode = exitCode;
  }
}
