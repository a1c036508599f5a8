import { IMPLAUSIBLE_MEANING, type Trouble } from '@setpoint/contract';
import { assetLabel } from './asset-label.ts';

const TEXTS: Readonly<Record<Trouble['code'], (label: string) => string>> = {
  clock_off: () => 'The clock of the controller is off by more than 2 s',
  not_measured: (label) => `${label}: its power is not reported`,
  limit_exceeded: (label) => `${label}: its power is beyond a limit that is set`,
  setpoint_missed: (label) => `${label}: its power is away from its setpoint`,
  reports_dropped: () => 'Reports of the controller come twice, or out of order',
  orders_not_taken: () => 'The controller says that it takes orders, and does not ask for them',
  order_lost: (label) => `${label}: a device drops its orders, and they are written again and again`,
  disk_full: () => 'The controller cannot write to its disk, and goes on with the schedule it has',
  same_serial: () => 'Two devices have one serial number, and may be one',
  implausible: (label) => `${label}: what is measured cannot be true`,
  login_refused: () => 'A controller was refused: it has no valid key',
  subscription_refused: () => 'The controller asks for something that is not its schedule',
  two_controllers: () => 'Two controllers seem to use keys of this site',
};

type Shown = Pick<Trouble, 'code' | 'asset' | 'reason' | 'message'>;

/** What is wrong with a controller, or with what it sends. */
export function troubleText({ code, asset, reason, message }: Shown): string {
  const text =
    TEXTS[code](assetLabel(asset ?? 'grid')) + (reason === undefined ? '' : `: ${IMPLAUSIBLE_MEANING[reason]}`);
  return message === undefined ? text : `${text}. The controller says: ${message}`;
}
