import type { GivenRole } from '@setpoint/contract';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { GiveRole } from './give-role.tsx';
import type { Holder } from './holder.ts';
import { MAY, roleText } from './role-text.ts';
import { useMayChangePeople, usePeopleChange } from './use-people.ts';
import { usePlaceName } from './use-place-name.ts';

export interface HeldRolesProps {
  readonly holder: Holder;
  readonly roles: readonly GivenRole[];
}

/** The roles of a person or a group, to give more and to take them back. */
export function HeldRoles({ holder, roles }: HeldRolesProps) {
  const mayChange = useMayChangePeople();
  const placeName = usePlaceName();
  const take = usePeopleChange((people, { siteId, poolId, allSites }: GivenRole) => {
    const where = {
      ...(siteId === undefined ? {} : { siteId }),
      ...(poolId === undefined ? {} : { poolId }),
      ...(allSites === undefined ? {} : { allSites }),
    };
    return holder.kind === 'person' ? people.takePersonRole(holder.id, where) : people.takeGroupRole(holder.id, where);
  });
  return (
    <>
      <h3>Roles</h3>
      {roles.length === 0 && <p className="muted">{`None of the ${holder.kind} itself.`}</p>}
      <ul className="rows">
        {roles.map((given) => (
          <li key={given.siteId ?? given.poolId ?? 'all'}>
            <span>
              <b>{roleText(given, placeName)}</b>: may {MAY[given.role]}
            </span>
            {mayChange && (
              <ConfirmButton
                isSmall
                label="Revoke"
                title={`Revoke ${roleText(given, placeName)} of ${holder.name}?`}
                onConfirm={() => take.mutate(given)}
              >
                <p>The next request is refused, and streams end within seconds. Schedules stay set.</p>
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
      {take.isError && <Failure what="The role was not revoked" cause={take.error} />}
      {mayChange && <GiveRole holder={holder} />}
    </>
  );
}
