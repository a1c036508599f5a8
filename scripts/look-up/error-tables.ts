import { ERROR_MEANING, ERROR_STATUS, type ErrorCode, REJECTION_MEANING } from '@setpoint/contract';
import { RULE_MEANING } from '@setpoint/core';
import { CLI_ERROR_MEANING } from '../../packages/cli/src/shell/cli-error.ts';
import { markdownTable } from './markdown-table.ts';

const code = (text: string) => `\`${text}\``;

/** Where to read on. */
const READ_ON: Readonly<Record<string, string>> = {
  bad_request: '[every rule](#rules)',
  too_many_requests: '[shares](configuration.md#shares)',
  outside_window: '[windows](../do/setting-schedules.md)',
  series: '[days and series](../do/setting-schedules.md)',
  activation_exceeds_booking: '[why](../understand/covering.md)',
};

function withMore(name: string, text: string): string {
  const more = READ_ON[name];
  return more === undefined ? text : `${text} (${more})`;
}

/** Every code with its status, when it comes, and whether to send the request again. */
export function answersTable(): string {
  const rows = (Object.keys(ERROR_STATUS) as ErrorCode[]).map((name) => {
    const { when, again } = ERROR_MEANING[name];
    return [code(name), String(ERROR_STATUS[name]), withMore(name, when), again];
  });
  return markdownTable(['`error`', 'status', 'when', 'send it again?'], rows);
}

export function rulesTable(): string {
  const rows = Object.entries(RULE_MEANING).map(([rule, when]) => [code(rule), withMore(rule, when)]);
  return markdownTable(['rule', 'broken when'], rows);
}

export function rejectionsTable(): string {
  const rows = Object.entries(REJECTION_MEANING).map(([name, says]) => [code(name), says]);
  return markdownTable(['code', 'the controller says'], rows);
}

/** What the command line has of its own. */
export function ownErrorsTable(): string {
  const rows = Object.entries(CLI_ERROR_MEANING).map(([name, when]) => [code(name), when]);
  return markdownTable(['`error`', 'when'], rows);
}
