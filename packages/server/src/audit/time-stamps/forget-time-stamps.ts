import type { Forgetting } from '../../platform/loops/forget-old.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';

const forgotten = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('audit_time_stamp')
    .select('sequence')
    .where('sequence', '<=', (eb) => eb.selectFrom('audit_head').select('forgotten_sequence'))
    .limit(1),
);

const deleteForgotten = statement<Record<never, never>>()(({ db }) =>
  db
    .deleteFrom('audit_time_stamp')
    .where('sequence', '<=', (eb) => eb.selectFrom('audit_head').select('forgotten_sequence')),
);

/** Deletes those whose seals the log no longer has. */
export const forgetTimeStamps = defineWrite({
  name: 'forgetTimeStamps',
  only: 'chosen',
  record: 'not recorded: the log says which of its records it no longer has',
  run: (tx: Tx, _input: object): Promise<void> => tx.run(deleteForgotten, {}),
});

export function forgetOldTimeStamps(store: Store): Forgetting {
  return async () => {
    if ((await store.read((tx: Tx) => tx.first(forgotten, {}), {})) === undefined) return false;
    await store.write(forgetTimeStamps, {});
    return true;
  };
}
