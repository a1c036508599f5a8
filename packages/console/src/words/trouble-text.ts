import type { Trouble } from '@setpoint/contract';
import { assetLabel } from './asset-label.ts';

/** What is wrong with a controller, or with what it sends. */
export function troubleText({ code, asset }: Pick<Trouble, 'code' | 'asset'>): string {
  switch (code) {
    case 'clock_off':
      return 'The clock of the controller is off by more than 2 s';
    case 'not_measured':
      return `${assetLabel(asset ?? 'grid')}: its power is not reported any more`;
    case 'reports_dropped':
      return 'Reports of the controller come twice, or out of order';
    case 'orders_not_taken':
      return 'The controller says that it takes orders, and does not ask for them';
    case 'login_refused':
      return 'A controller was refused: it has no valid key';
    case 'subscription_refused':
      return 'The controller asks for something that is not its schedule';
    case 'two_controllers':
      return 'Two controllers seem to use keys of this site';
  }
}
