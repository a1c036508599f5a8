import type { Alert } from '@setpoint/contract';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Outcome } from '../shell/outcome.tsx';
import { useNow } from '../shell/use-now.ts';
import { useAlertChange } from './use-alerts.ts';

const HOUR_MS = 3_600_000;
const SPANS = [
  { id: '1', label: '1 hour' },
  { id: '4', label: '4 hours' },
  { id: '12', label: '12 hours' },
  { id: '24', label: '1 day' },
  { id: '168', label: '1 week' },
] as const;

/** Sends nothing for a while, or again. */
export function SnoozeAlert({ alert: { alertId, snoozedUntil } }: { readonly alert: Alert }) {
  const now = useNow();
  const snooze = useAlertChange((alerts, until: string | null) => alerts.snooze(alertId, until));
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > now;
  return (
    <>
      <MenuTrigger>
        <Button className="button" isDisabled={snooze.isPending}>
          {isSnoozed ? 'Snooze anew' : 'Snooze'} ▾
        </Button>
        <Popover className="popover">
          <Menu
            className="menu"
            onAction={(key) => snooze.mutate(new Date(Date.now() + Number(key) * HOUR_MS).toISOString())}
          >
            {SPANS.map(({ id, label }) => (
              <MenuItem key={id} id={id}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {isSnoozed && (
        <Button className="button" onPress={() => snooze.mutate(null)} isDisabled={snooze.isPending}>
          End the snooze
        </Button>
      )}
      <Outcome of={[snooze]} done="the alert was snoozed" />
    </>
  );
}
