import { AppError, PATHS } from '@setpoint/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Refused } from '../../platform/refusal-record.ts';
import { buildHttp } from '../server/build-http.ts';

it.each(Object.entries(PATHS).filter(([, path]) => path.startsWith(PATHS.controllerSchedule.replace(/schedule$/, ''))))(
  'a wrong key is noted as one at %s',
  async (_, path) => {
    const kinds: string[] = [];
    const nothing = () => undefined;
    const admission = { watch: nothing, proved: nothing, speaksFor: nothing, cutOff: nothing };
    const watched = { admission, refusals: { note: ({ kind }: Refused) => void kinds.push(kind) } };
    const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined, watched });
    app.get(path, () => {
      throw new AppError('unauthorized', 'a valid controller key is required');
    });
    await app.inject(path);
    await app.close();
    expect(kinds).toEqual(['failed_key']);
  },
);
