import type { AssetScheduleCommand, ScheduleValidation } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../session/session.tsx';

const TYPING_MS = 350;

export interface Checked {
  readonly siteId: string;
  readonly commands: readonly AssetScheduleCommand[];
  readonly version: number;
  readonly window: { readonly fromMs: number; readonly toMs: number };
}

/** What the service would answer to these commands; asked a moment after the last keystroke. */
export function useCheck({ siteId, commands, version, window }: Checked) {
  const client = useClient();
  const text = useSettled(JSON.stringify(commands));
  const plan = { from: new Date(window.fromMs).toISOString(), to: new Date(window.toMs).toISOString() };
  const asked = JSON.parse(text) as AssetScheduleCommand[];
  const query = useQuery({
    queryKey: ['site', siteId, 'check', text, version, plan.from],
    queryFn: (): Promise<ScheduleValidation> => client.fleet.validate(siteId, asked, { plan }),
    enabled: asked.length > 0,
    placeholderData: (before) => before,
  });
  return { ...query, isCurrent: text === JSON.stringify(commands) && !query.isPlaceholderData };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
